// SPDX-License-Identifier: GPL-3.0-or-later
// One field of a form: label above, control, help below; an error replaces the help and may offer a correction as a link. Space for one
// line below is always reserved, so that nothing moves.
#pragma once

#include <QWidget>

class QLabel;

namespace trainyard {

class Label;

class FieldRow : public QWidget {
    Q_OBJECT
public:
    // Takes ownership of `control`, names it after the label for screen readers and makes it the label's buddy.
    FieldRow(const QString &label, QWidget *control, QWidget *parent = nullptr);

    void setLabel(const QString &label);
    void setHelp(const QString &help);
    // No reserved space below: for panels with many fields, where an error may move the fields beneath.
    void setRoomKept(bool isKept);
    // `correction`, if given, is shown as a link after the sentence.
    void setError(const QString &sentence, const QString &correction = {});
    void clearError();
    bool hasError() const { return m_hasError; }
    QWidget *control() const { return m_control; }

Q_SIGNALS:
    void correctionRequested(const QString &correction);

private:
    void showLine();

    QWidget *m_control;
    Label *m_label, *m_help;
    QWidget *m_mark;
    QLabel *m_error;
    QString m_helpText;
    bool m_hasError = false;
    bool m_isRoomKept = true;
};

}  // namespace trainyard
