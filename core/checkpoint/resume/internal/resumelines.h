// SPDX-License-Identifier: GPL-3.0-or-later
// The individual lines of checkResume(). Internal to this folder; pure.
#pragma once

#include "core/checkpoint/resume/resumecheck.h"

namespace trainyard {

ResumeLine tellingLine(const ResumeQuestion &question);                 // does anything tell the program where to resume?
std::optional<ResumeLine> runningLine(const ResumeQuestion &question);  // is the earlier attempt still running?
std::optional<ResumeLine> stepsLine(const ResumeQuestion &question);    // are any steps left?
std::optional<ResumeLine> copyLine(const ResumeQuestion &question);
ResumeLine gpuLine(const ResumeQuestion &question);
ResumeLine processLine(const ResumeQuestion &question);
ResumeLine imageLine(const ResumeQuestion &question);
ResumeLine driverLine(const ResumeQuestion &question);
ResumeLine diskLine(const ResumeQuestion &question);
std::optional<ResumeLine> optimizerLine(const ResumeQuestion &question);
std::optional<ResumeLine> safetyLine(const ResumeQuestion &question);
std::optional<ResumeLine> dataLine(const ResumeQuestion &question);
std::optional<ResumeLine> codeLine(const ResumeQuestion &question);
std::optional<ResumeLine> revisionLine(const ResumeQuestion &question);

}  // namespace trainyard
