// SPDX-License-Identifier: GPL-3.0-or-later
// What is known about the variables of launches, and which Python a framework is for, each with the codes of its sources
// (docs/environment.md). Value types, any thread.
#pragma once

#include "core/base/result.h"
#include "core/knowledge/compat/compatfacts.h"
#include "core/knowledge/environment/recipefiles.h"

#include <QSet>

namespace trainyard {

struct VariableFact {
    QString name, group;   // "NCCL_DEBUG", "nccl-log"
    QStringList values;    // none: anything, or the facts only describe them
    bool isList = false;   // several of them with commas between
    QString defaultValue;  // empty: not stated
    QStringList oldNames;  // under which older programs read it
    QString newName;
    QStringList options;  // keys inside its value
    QStringList sources;
};

struct PythonRange {
    QString framework;    // "torch", "tensorflow"
    Version first, last;  // releases it holds for
    Version least, most;
    QStringList sources;
};

struct RecipeFacts {
    QString asOf;
    QList<VariableFact> variables;
    QList<PythonRange> pythons;
    QSet<QString> otherNames;  // of variables that exist, of which nothing else is known
    QStringList prefixes;      // of the variables of plugins
    QHash<QString, FactSource> sources;

    // Corrupt: the files are compiled in, so the program itself is damaged.
    static Result<RecipeFacts> parse(const RecipeFiles &files);

    const VariableFact *variable(const QString &name) const;    // by its name of today
    const VariableFact *renamed(const QString &oldName) const;  // whose older name it is
    bool isKnown(const QString &name) const;
    // Nothing where no source says.
    const PythonRange *python(const QString &framework, const Version &version) const;
};

}  // namespace trainyard
