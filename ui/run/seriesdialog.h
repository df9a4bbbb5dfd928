// SPDX-License-Identifier: GPL-3.0-or-later
// The user's own expression for the series of a task's logs, tested on the last lines of one. The caller stores the resulting expression;
// empty: only the built-in parser is used. Deletes itself when closed. objectNames: "seriesDialog", "seriesPattern", "seriesPreview",
// "seriesUse", "seriesRemove", "seriesCancel".
#pragma once

#include "ui/common/dialog.h"

#include <QByteArrayList>
#include <QTimer>

class QLineEdit;
class QPushButton;
class QTableWidget;

namespace trainyard {

class FieldRow;
class Label;

class SeriesDialog : public Dialog {
    Q_OBJECT
public:
    SeriesDialog(const QString &taskName, const QString &logFile, const QString &expression, QWidget *parent = nullptr);

Q_SIGNALS:
    void chosen(const QString &expression);

private:
    void tryOut();

    QByteArrayList m_lines;  // the last lines of the log
    QLineEdit *m_pattern;
    FieldRow *m_field;
    Label *m_count;
    QTableWidget *m_preview;
    QPushButton *m_use;
    QTimer m_pause;
};

}  // namespace trainyard
