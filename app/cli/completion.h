// SPDX-License-Identifier: GPL-3.0-or-later
// What may follow the words of a command line, from the one table of commands: what --help shows is what the shells complete. Pure.
#pragma once

#include "app/cli/commands.h"

namespace trainyard {

struct Completion {
    struct Word {
        QString text, help;  // help: one sentence, or empty
    };
    QList<Word> words;  // in order; the one being typed does not choose among them yet
    // Names that are looked up, files that the shell completes: "machine", "run", "store", "card", "key", "gpu", "image", "tunnel",
    // "precision", "training-precision", "optimizer", "model", "store-preset", "currency", "purchase", "order", "continent", "file",
    // "folder".
    QStringList kinds;
};

// The last of `words` is the one being typed, and may be empty; `yard` itself is not among them.
Completion completionOf(const QStringList &words, const Commands &commands);

// Prints what completes them, a line each: a word, or a word, a tab and its help; ":files" or ":folders" where the shell adds those.
// `open` gives what is stored on this computer; without it, its names are left out.
int printCompletion(Console &console, const QStringList &words, const Commands &commands, const std::function<Result<Services *>()> &open);

}  // namespace trainyard
