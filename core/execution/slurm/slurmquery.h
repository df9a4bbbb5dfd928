// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of a Slurm cluster's login node, in one command: who asks, the nodes, the partitions and the queue. Three calls of Slurm's
// own programs, which cost its controller as much as a person who looks once. Pure.
//
// Names of jobs are free text of other people. So the lines are asked for with a word in front that nobody can know beforehand, and only
// what follows that word is read (slurmanswer.h). Formats: sinfo(1), squeue(1) and scontrol(1) of Slurm 21.08 to 25.05.
#pragma once

#include <QByteArray>

namespace trainyard {

inline constexpr qsizetype kMostSlurmOutput = 32 * 1024 * 1024;  // fifty thousand jobs; more is cut off

// For the standard input of `sh -s`. `word`: letters and digits, new for each question.
QByteArray slurmQuery(const QByteArray &word);
QByteArray newSlurmWord();

}  // namespace trainyard
