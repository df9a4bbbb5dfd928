// The log with its head: what there is, a find bar and Follow; and the number of new lines while somebody reads
// further up. objectNames: "logPanel", "logView", "logFind", "logFindNext", "logFindPrevious", "logFindCase",
// "logFollow", "logNewLines". Main thread.
#pragma once

#include "core/metrics/sample.h"
#include "ui/common/card.h"

class QLineEdit;
class QPushButton;
class QToolButton;

namespace trainyard {

class ElidedLabel;
class Label;
class LogView;

class LogPanel : public Card {
    Q_OBJECT
public:
    explicit LogPanel(QWidget *parent = nullptr);

    LogView *view() const { return m_view; }
    void setFile(const QString &fileName);
    void refresh();
    // isComplete: the run has ended and all of its log is here.
    void setState(bool isLive, bool isComplete);
    void focusSearch();
    // When the lines were written; after setFile(), as they become known.
    void addSizes(const QList<trainyard::LogSize> &sizes);
    // Brings the last line written until then into sight, milliseconds since 1970 by the machine's clock.
    void showMoment(qint64 ms);

Q_SIGNALS:
    void momentChosen(qint64 ms);      // a person asked for this moment in the charts

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void startSearch();
    void showCounts();
    void showHits();
    void placeNewLines();

    LogView *m_view;
    ElidedLabel *m_counts;
    QLineEdit *m_find;
    Label *m_hits;
    QToolButton *m_previous, *m_next, *m_case;
    QPushButton *m_follow, *m_newLines;
    bool m_isLive = false, m_isComplete = false;
};

}  // namespace trainyard
