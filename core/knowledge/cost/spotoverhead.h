// SPDX-License-Identifier: GPL-3.0-or-later
// How much longer a run takes if it is interrupted now and then and resumes from its last checkpoint. Pure, any thread.
//
// J. T. Daly, "A higher order estimate of the optimum checkpoint interval for restart dumps", Future Generation Computer Systems 22 (2006),
// 303–312. With M hours between interruptions (exponentially distributed), δ to write a checkpoint, R to restart and τ of work between two
// checkpoints, work of T takes
//     M · e^(R/M) · (e^((τ+δ)/M) − 1) · T / τ                                     (its equation 20)
// Best interval after Young: √(2·δ·M). After Daly: √(2·δ·M) · (1 + ⅓·√(δ/2M) + δ/(18·M)) − δ for δ < 2·M, else M.
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <optional>

namespace trainyard {

struct Interruptions {
    std::optional<std::chrono::seconds> between;  // mean time between two interruptions
    std::optional<std::chrono::seconds> write;    // to write a checkpoint, while training waits
    std::optional<std::chrono::seconds> restart;  // from a new machine, already billed, to the first new step
    std::optional<std::chrono::seconds> every;    // work between two checkpoints; nullopt: the best interval
};

struct SpotOverhead {
    std::chrono::seconds young{0}, daly{0};  // best intervals; rounded to seconds
    std::chrono::seconds every{0};           // the one used: given, or Daly's, at most all of the work
    std::chrono::seconds expected{0};        // of work, checkpoints, lost work and restarts; rounded up
};

// `between`, `write` and `restart` must be set (assert). InvalidInput if they are absurd, or if the work would hardly ever finish: more
// than a hundred times as long.
Result<SpotOverhead> spotOverhead(std::chrono::seconds work, const Interruptions &interruptions);

// The mean time between interruptions of an instance, given the percentage interrupted within a month of 730 hours: −730 h / ln(1 − p),
// rounded to seconds. `percent` from above 0 to below 100 (assert).
std::chrono::seconds timeBetween(double percentOfMonth);
// The upper end of a band as sources write it: "5-10%" is 10, "<5%" is 5; nullopt for ">20%", which has no upper end.
std::optional<double> worstOfBand(const QString &band);

}  // namespace trainyard
