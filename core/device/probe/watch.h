// SPDX-License-Identifier: GPL-3.0-or-later
// What the measuring process and the watching process share: a page of memory in which the first records the driver call it is in and since
// when, and the second requests the end; and a pipe for the results so far, so that a hang or a crash inside the driver loses nothing.
#pragma once

#include "core/device/probe/statuses.h"

namespace trainyard::probe {

enum class EndReason : int { None, Interrupted, TimeIsUp };

struct SharedPage {
    int endReason;     // an EndReason
    int entry;         // of the plan, in progress; -1: none
    double callSince;  // as now(); 0: no call in progress
    const char *call;  // points into the program: both processes are the same program
};

// Kinds of records in the pipe: a byte, then the size as 32 bits, then that many bytes.
enum class Record : char {
    Host = 'H',        // JSON of the report's member
    Driver = 'D',      // JSON
    Device = 'G',      // device as 32 bits, then JSON without its closing brace: members follow
    DeviceMore = 'K',  // device, then members of the same object with a leading comma
    Links = 'L',       // JSON
    Plan = 'P',        // device as 32 bits, peer, then the name of the probe
    Result = 'R',      // number in the plan as 32 bits, then JSON
    Failure = 'S',     // status as 32 bits, then JSON of the report's `failure`
    Simulated = 'F',   // nothing
    Shared = 'B',      // nothing
    End = 'E'          // nothing: everything has been done
};

class Watch {
public:
    Watch(SharedPage *page, int pipe) : m_page(page), m_pipe(pipe) {}

    EndReason endReason() const { return static_cast<EndReason>(__atomic_load_n(&m_page->endReason, __ATOMIC_RELAXED)); }
    void enter(const char *call);
    void leave();
    void begin(int entry) { __atomic_store_n(&m_page->entry, entry, __ATOMIC_RELEASE); }

    void send(Record kind, const Text &payload = {});
    void send(Record kind, int first, const Text &payload);
    void send(Record kind, int first, int second, const Text &payload);

private:
    SharedPage *m_page;
    int m_pipe;
};

// While one lives, the process counts as being inside `call`.
class InCall {
public:
    InCall(Watch &watch, const char *call) : m_watch(watch) { m_watch.enter(call); }
    ~InCall() { m_watch.leave(); }
    InCall(const InCall &) = delete;
    InCall &operator=(const InCall &) = delete;

private:
    Watch &m_watch;
};

}  // namespace trainyard::probe
