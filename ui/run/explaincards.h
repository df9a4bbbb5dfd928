// SPDX-License-Identifier: GPL-3.0-or-later
// What Explain found, at the top of a run: a row for each card, the first one open where the run has ended; the reasons, what
// to do and the line below it. Texts from the log are shown as plain text only. Main thread.
// objectNames: "explainCards", and with a number from 0: "explainOpen0", "explainLine0", "explainCopy0", "explainDismiss0".
#pragma once

#include "core/observe/diagnosis/explainer.h"

#include <QScrollArea>
#include <QSet>

class QVBoxLayout;

namespace trainyard {

class ExplainCards : public QScrollArea {
    Q_OBJECT
public:
    explicit ExplainCards(QWidget *parent = nullptr);

    // Another run forgets what was dismissed and opened.
    void startAnew();
    void setCards(const QList<ExplainCard> &cards, bool hasEnded);
    const QList<ExplainCard> &cards() const { return m_cards; }
    // One card as text, to be passed on to others.
    static QString textOf(const ExplainCard &card);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void lineRequested(qint64 offset);  // in the log

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    QWidget *makeRow(const ExplainCard &card, int number);

    QWidget *m_inner;
    QVBoxLayout *m_rows;
    QList<ExplainCard> m_cards;
    QSet<QString> m_dismissed, m_open, m_closed;
    bool m_hasEnded = false;
};

}  // namespace trainyard
