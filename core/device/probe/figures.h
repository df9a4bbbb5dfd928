// SPDX-License-Identifier: GPL-3.0-or-later
// The result of one probe: its samples, whether they were correct, and the conditions.
#pragma once

#include "core/device/probe/statuses.h"

namespace trainyard::probe {

class Samples {
public:
    static constexpr int kMax = 100;  // as many as a report lists

    void add(double value);
    int count() const { return m_count; }
    double median() const;
    double least() const;
    double most() const;
    double mean() const;
    double deviation() const;  // median of the distances from the median
    void toJson(Json &json) const;

private:
    double m_values[kMax] = {};
    int m_count = 0;
};

enum class Verdict { Ok, Wrong, Skipped, Failed };

struct Result {
    const char *probe = nullptr, *unit = nullptr;
    int device = -1, peer = -1;  // -1: the host; no peer
    Verdict verdict = Verdict::Ok;
    Samples samples;
    int isCorrect = -1;            // -1: not checked
    const char *check = nullptr;   // what was compared
    Json conditions, notes, more;  // members, texts, members: without their brackets
    Text reason;
    Failure failure;
    double seconds = 0;

    void note(const char *sentence) { notes.text(nullptr, sentence); }
    void skip(const char *why);
    void fail(const Failure &with, const char *why = nullptr);
    void verify(bool isRight, const char *what);

    Status status() const;  // its contribution to the report's status
    Text toJson() const;
};

}  // namespace trainyard::probe
