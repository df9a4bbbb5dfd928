// The single lines of checkResume(). Internal to this room; pure.
#pragma once

#include "core/resume/resumecheck.h"

namespace trainyard {

ResumeLine tellingLine(const ResumeQuestion &question);       // does anything tell the program where to go on?
ResumeLine gpuLine(const ResumeQuestion &question);
ResumeLine processLine(const ResumeQuestion &question);
ResumeLine imageLine(const ResumeQuestion &question);
ResumeLine driverLine(const ResumeQuestion &question);
ResumeLine diskLine(const ResumeQuestion &question);
std::optional<ResumeLine> optimizerLine(const ResumeQuestion &question);
std::optional<ResumeLine> safetyLine(const ResumeQuestion &question);
std::optional<ResumeLine> dataLine(const ResumeQuestion &question);
std::optional<ResumeLine> codeLine(const ResumeQuestion &question);

}  // namespace trainyard
