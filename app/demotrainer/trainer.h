// SPDX-License-Identifier: GPL-3.0-or-later
// The training loop: resume, step, report, save, obey TERM and INT, save and continue on USR1.
#pragma once

#include "checkpoint.h"
#include "console.h"
#include "corpus.h"
#include "model.h"
#include "options.h"

#include <csignal>
#include <string>

namespace trainyard::demo {

// Set from a signal handler; 0 = continue.
using StopSignal = volatile std::sig_atomic_t;
// Set from a signal handler: save after this step. The trainer sets it back.
using SaveSignal = volatile std::sig_atomic_t;

class Trainer {
public:
    Trainer(Options options, const StopSignal &stopSignal, SaveSignal &saveSignal);

    // The program's exit status.
    int run();

private:
    bool prepareDirectory();
    bool resume();
    bool resumeLatest();
    void takeOver(const std::string &path);
    void goWrong();
    void introduce();
    int loop();
    bool save();
    void waitForTurn(std::uint64_t stepsDone) const;

    const Options m_options;
    const StopSignal &m_stopSignal;
    SaveSignal &m_saveSignal;
    Console m_console;
    Corpus m_corpus;
    Model m_model;
    Rng m_rng;
    TrainingState m_state;
    std::string m_resumedFrom;
    std::uint64_t m_savedStep = 0;
    double m_rateFactor = 1;
    std::chrono::steady_clock::time_point m_start;
};

}  // namespace trainyard::demo
