// SPDX-License-Identifier: GPL-3.0-or-later
// "Will it continue correctly?": a badge with the answer and a row for each line of checkResume(). Texts of machines and
// files are shown as plain text. objectNames: "resumeLines", "resumeAnswer".
#pragma once

#include "core/checkpoint/resume/resumecheck.h"

#include <QWidget>

class QGridLayout;

namespace trainyard {

class Badge;
class Label;

class ResumeLinesView : public QWidget {
    Q_OBJECT
public:
    explicit ResumeLinesView(QWidget *parent = nullptr);

    void setLines(const QList<ResumeLine> &lines);
    void setNote(const QString &note);  // shown instead of lines: why there are none
    // "8 × H100, as before", "4 before, 8 now".
    static QString valueOf(const ResumeLine &line);
    static QString answerOf(const QList<ResumeLine> &lines);

private:
    void clear();

    Badge *m_answer;
    Label *m_note;
    QWidget *m_body;
    QGridLayout *m_rows;
};

}  // namespace trainyard
