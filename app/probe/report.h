// SPDX-License-Identifier: GPL-3.0-or-later
// The report as it grows: the data from the pipe, put together at the end, whatever the end is.
#pragma once

#include "app/probe/options.h"

namespace trainyard::probe {

class Report {
public:
    // Bytes of the pipe, in pieces of any size.
    void take(const char *bytes, std::size_t size);
    bool isComplete() const { return m_isComplete; }

    // Ends the report. `entry`: the plan's entry that was running when a hang or crash ended it; -1: none.
    void note(Status status) { consider(status, Text()); }
    void noteHang(int entry, const char *call, double seconds);
    void noteCrash(int entry, int signal);

    Status status() const { return m_status; }
    Text toJson(const Options &options, double seconds, long long startedAt) const;

private:
    void handle(Record kind, const Text &payload);
    void consider(Status status, const Text &failure);
    const char *probeOf(int entry) const;
    int deviceOf(int entry) const;
    void addCutOff(int entry, const char *word, const char *reason);

    struct Planned {
        Text probe;
        int device, peer;
        bool isDone;
    };

    Text m_buffer, m_host, m_driver, m_links, m_results, m_failure, m_hang;
    Text m_devices[kMaxDevices];
    Planned *m_plan = nullptr;
    int m_planned = 0;
    Status m_status = Status::Ok;
    bool m_isSimulated = false, m_isShared = false, m_isComplete = false;
};

}  // namespace trainyard::probe
