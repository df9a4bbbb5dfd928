// SPDX-License-Identifier: GPL-3.0-or-later
// A problem, its consequence and one button, under the title of a page. One message at a time, the worst first; the others are counted.
// Never used for success. A tip for newcomers is shown only while there is nothing else, and is not counted.
#pragma once

#include "ui/theme/theme.h"

#include <QFrame>
#include <QList>

class QBoxLayout;
class QHBoxLayout;
class QPushButton;
class QToolButton;

namespace trainyard {

class Label;

struct Message {
    QString id;              // a later message with the same id replaces the earlier one
    Tone tone = Tone::Info;  // Bad, Warning, Info or Simulated
    QString fact;            // bold, ends with a full stop
    QString consequence;     // may be empty
    QString detail;          // raw output of a machine, for the tooltip; may be empty
    QString action;          // the button's verb; empty = no button
    bool isTip = false;
    bool operator==(const Message &) const = default;
};

class MessageBar : public QFrame {
    Q_OBJECT
public:
    explicit MessageBar(QWidget *parent = nullptr);

    void post(const Message &message);
    void withdraw(const QString &id);
    void clear();
    const QList<Message> &messages() const { return m_messages; }  // worst first

    QSize sizeHint() const override;  // as high as its text needs at the current width

Q_SIGNALS:
    void actionTriggered(const QString &id);
    void closed(const QString &id);  // the user closed it; it is already withdrawn

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void showWorst();
    void arrange();  // places the consequence beside the fact, or below it if it does not fit

    QList<Message> m_messages;
    QHBoxLayout *m_row;
    QWidget *m_mark;
    QBoxLayout *m_texts;
    Label *m_fact, *m_consequence, *m_more;
    QPushButton *m_action;
    QToolButton *m_close;
};

}  // namespace trainyard
