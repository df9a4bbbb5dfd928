// SPDX-License-Identifier: GPL-3.0-or-later
// Ways to tell a training program which checkpoint to resume from: templates for `checkpoints.resume` of the task, and the one that suits a
// checkpoint and a command. Pure.
#pragma once

#include "core/base/result.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace trainyard {

struct ResumePreset {
    QString id;       // stable: "huggingface"
    QString title;    // translated, or a proper name
    QString pattern;  // for CheckpointPlan::resume; empty: the checkpoint is passed in variables only
    QString hint;     // one translated sentence: what the program must do with it
};

inline const QString kOwnPreset = QStringLiteral("own");            // the task's or the person's own template
inline const QString kVariablePreset = QStringLiteral("variable");  // nothing is added: only TRAINYARD_RESUME and similar variables

// All choices, "variable" and "own" last; "own" has no template here.
QList<ResumePreset> resumePresets();
const ResumePreset *presetById(const QList<ResumePreset> &presets, const QString &id);

// The initial choice. A task that defines how it resumes keeps that: the preset with the same template, else "own". Otherwise it depends on
// who wrote the checkpoint and what the command looks like; if uncertain: "variable".
QString recognisedPreset(const QString &framework, const QString &command, const QString &ownPattern);

// Of the program that wrote a checkpoint; empty: none in particular.
QString presetOfFramework(const QString &framework);

// "--learning_rate abc": the first option that takes a number (learning rate, steps, epochs, batch sizes, seeds) but has something else.
// Empty: all are numbers. Such options also accept "auto" and "none".
QString notANumber(const QStringList &words);

// Splits arguments as a person types them like a shell. InvalidInput for anything that needs a real shell (variables, pipes, patterns) and
// for unclosed quotes.
Result<QStringList> wordsOf(const QString &text);

// Options (up to "=" if there is one) that `words` or the template set although the command already contains them.
QStringList optionsSetTwice(const QString &command, const QString &pattern, const QStringList &words);

}  // namespace trainyard
