// SPDX-License-Identifier: GPL-3.0-or-later
// A Dockerfile as its instructions, each with its position; nothing is built, expanded or trusted. Pure, any thread.
#pragma once

#include "core/knowledge/environment/internal/shellreader.h"

namespace trainyard {

struct Instruction {
    QString name;                    // "RUN", in capitals
    TextRange nameRange, arguments;  // arguments: everything after the name, over continued lines, without here-documents
    QList<ShellWord> flags;          // --mount=…, --from=…
    QList<ShellWord> words;          // after the flags; for the exec form, its strings
    bool isExec = false;             // ["…", "…"]
    QList<TextRange> documents;      // here-documents
    int stage = 0;                   // from 1; 0: before the first FROM

    std::optional<ShellWord> flag(const QString &wanted) const;  // without "--"; its value
};

struct Dockerfile {
    QList<Instruction> instructions;
    int stages = 0;
};

Dockerfile readDockerfile(const SourceText &source);

}  // namespace trainyard
