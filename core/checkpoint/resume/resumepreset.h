// SPDX-License-Identifier: GPL-3.0-or-later
// Ways to tell a training program which checkpoint to go on from: templates for `checkpoints.resume` of the task, and
// which of them a checkpoint and a command ask for. Pure.
#pragma once

#include "core/base/result.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace trainyard {

struct ResumePreset {
    QString id;       // stable: "huggingface"
    QString title;    // translated, or a proper name
    QString pattern;  // for CheckpointPlan::resume; empty: only the variables tell it
    QString hint;     // one translated sentence: what the program must do with it
};

inline const QString kOwnPreset = QStringLiteral("own");            // the task's or the person's own template
inline const QString kVariablePreset = QStringLiteral("variable");  // nothing is added: TRAINYARD_RESUME and its like

// All that can be chosen, "variable" and "own" last; own has no template of its own here.
QList<ResumePreset> resumePresets();
const ResumePreset *presetById(const QList<ResumePreset> &presets, const QString &id);

// What to begin with. A task that says itself how it resumes keeps that: the preset with the same template, else "own".
// Otherwise by who wrote the checkpoint and what the command looks like; nothing certain: "variable".
QString recognisedPreset(const QString &framework, const QString &command, const QString &ownPattern);

// Of the program that wrote a checkpoint; empty: of none in particular.
QString presetOfFramework(const QString &framework);

// "--learning_rate abc": of an option that takes a number (learning rate, steps, epochs, batch sizes, seeds) what is none. Empty: all
// are numbers. "auto" and "none" are words that such options know.
QString notANumber(const QStringList &words);

// Arguments as a person types them, split as a shell would. InvalidInput for what only a shell could do more with
// (variables, pipes, patterns) and for unclosed quotes.
Result<QStringList> wordsOf(const QString &text);

// Options (up to "=" where there is one) that `words` or the template set and that stand in the command already.
QStringList optionsSetTwice(const QString &command, const QString &pattern, const QStringList &words);

}  // namespace trainyard
