// SPDX-License-Identifier: GPL-3.0-or-later
// Facts about launch variables and about the Python versions of frameworks, each with the codes of its sources (docs/environment.md). Value
// types, any thread.
#pragma once

#include "core/base/result.h"
#include "core/knowledge/compat/compatfacts.h"
#include "core/knowledge/environment/recipefiles.h"

#include <QSet>

namespace trainyard {

struct VariableFact {
    QString name, group;   // "NCCL_DEBUG", "nccl-log"
    QStringList values;    // empty: anything, or the facts only describe them
    bool isList = false;   // several of them, separated by commas
    QString defaultValue;  // empty: not stated
    QStringList oldNames;  // names that older programs read
    QString newName;
    QStringList options;  // keys within its value
    QStringList sources;
};

struct PythonRange {
    QString framework;    // "torch", "tensorflow"
    Version first, last;  // releases it applies to
    Version least, most;
    QStringList sources;
};

struct RecipeFacts {
    QString asOf;
    QList<VariableFact> variables;
    QList<PythonRange> pythons;
    QSet<QString> otherNames;  // variables that exist but have no facts
    QStringList prefixes;      // of plugin variables
    QHash<QString, FactSource> sources;

    // Corrupt: the files are compiled in, so the program itself is damaged.
    static Result<RecipeFacts> parse(const RecipeFiles &files);

    const VariableFact *variable(const QString &name) const;    // by its current name
    const VariableFact *renamed(const QString &oldName) const;  // by an older name
    bool isKnown(const QString &name) const;
    // nullptr if no source states it.
    const PythonRange *python(const QString &framework, const Version &version) const;
};

}  // namespace trainyard
