// SPDX-License-Identifier: GPL-3.0-or-later
// How to pass the checkpoint to the program: a preset, a custom template, further arguments. objectNames: "resumePreset", "resumePattern",
// "resumeWords".
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

    // Fills in the values found to fit but keeps what the user chose or entered.
    void propose(const QString &preset, const QString &pattern, const QStringList &words);

    QString preset() const;                    // empty: not chosen
    QString pattern() const;                   // the custom template
    std::optional<QStringList> words() const;  // nullopt: none entered
    bool isRight() const;                      // the input is valid

Q_SIGNALS:
    void edited();   // immediately: earlier answers are outdated
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
