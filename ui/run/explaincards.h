// SPDX-License-Identifier: GPL-3.0-or-later
// The results of Explain, at the top of a run: a row for each card, the first one open if the run has ended; the reasons, the remedy and
// the log line below it. Texts from the log are shown as plain text only. Main thread. objectNames: "explainCards", and with a number from
// 0: "explainOpen0", "explainLine0", "explainCopy0", "explainDismiss0".
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

    // Call for another run: forgets which cards were dismissed or opened.
    void startAnew();
    void setCards(const QList<ExplainCard> &cards, bool hasEnded);
    const QList<ExplainCard> &cards() const { return m_cards; }
    // One card as text, for sharing.
    static QString textOf(const ExplainCard &card);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void lineRequested(qint64 offset);  // in the log

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    QWidget *makeRow(const ExplainCard &card, int number);
    static void addExplanation(const ExplainCard &card, QVBoxLayout *column);

    QWidget *m_inner;
    QVBoxLayout *m_rows;
    QList<ExplainCard> m_cards;
    QSet<QString> m_dismissed, m_open, m_closed;
    bool m_isNarrow = false;
    bool m_hasEnded = false;
};

}  // namespace trainyard
