// SPDX-License-Identifier: GPL-3.0-or-later
// What may follow the words of a command line, from the same table of commands as --help, so that both agree. Pure.
#pragma once

#include "app/cli/commands.h"

namespace trainyard {

struct Completion {
    struct Word {
        QString text, help;  // help: one sentence, or empty
    };
    QList<Word> words;  // in order; not filtered yet by the word being typed
    // Kinds of names to look up, and of files that the shell completes: "machine", "run", "store", "card", "key", "gpu", "image", "tunnel",
    // "precision", "training-precision", "optimizer", "model", "store-preset", "currency", "purchase", "order", "continent", "file",
    // "folder".
    QStringList kinds;
};

// The last of `words` is the one being typed, and may be empty; `yard` itself is not included.
Completion completionOf(const QStringList &words, const Commands &commands);

// Prints the completions, one per line: a word, or a word, a tab and its help; ":files" or ":folders" where the shell should add those.
// `open` opens the state on this computer; without it, its names are left out.
int printCompletion(Console &console, const QStringList &words, const Commands &commands, const std::function<Result<Services *>()> &open);

}  // namespace trainyard
