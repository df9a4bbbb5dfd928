// SPDX-License-Identifier: GPL-3.0-or-later
// The script that queries a Slurm cluster on its login node: user, nodes, partitions and queue. It makes three requests to the controller:
// scontrol show node, scontrol show partition and squeue. Pure.
//
// Job names are arbitrary text written by other users. So sections and columns are separated by a random word that is new for each query, and
// what does not fit is ignored (slurmanswer.h). Formats: squeue(1) and scontrol(1); tried with Slurm 22.05.
#pragma once

#include <QByteArray>

namespace trainyard {

inline constexpr qsizetype kMostSlurmOutput = 32 * 1024 * 1024;  // fifty thousand jobs; more is cut off

// For the standard input of `sh -s`. `word`: letters and digits, new for each question.
QByteArray slurmQuery(const QByteArray &word);
QByteArray newSlurmWord();

}  // namespace trainyard
