// SPDX-License-Identifier: GPL-3.0-or-later
// How the program is told which checkpoint to go on from: a preset, a template of one's own, further arguments.
// objectNames: "resumePreset", "resumePattern", "resumeWords".
#pragma once

#include "core/checkpoint/resume/resumepreset.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QComboBox;
class QLineEdit;

namespace trainyard {

class FieldRow;
class Label;

class ResumeWay : public QWidget {
    Q_OBJECT
public:
    explicit ResumeWay(QWidget *parent = nullptr);

    // What was found to fit; what the person has chosen or written stays.
    void propose(const QString &preset, const QString &pattern, const QStringList &words);

    QString preset() const;                    // empty: not chosen
    QString pattern() const;                   // of one's own
    std::optional<QStringList> words() const;  // nothing: none entered
    bool isRight() const;                      // what is written can be used

Q_SIGNALS:
    void edited();   // at once: what was asked before holds no more
    void changed();  // a moment after the last key

private:
    void showPreset();
    void check();

    const QList<ResumePreset> m_presets;
    QComboBox *m_preset;
    QLineEdit *m_pattern, *m_words;
    FieldRow *m_presetRow, *m_patternRow, *m_wordsRow;
    QTimer m_later;
    bool m_isPresetChosen = false, m_areWordsWritten = false;
};

}  // namespace trainyard
