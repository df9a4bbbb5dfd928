// Draws a log file of any size: only the visible rows are read and painted, at most 30 times a second. Follows the
// end until somebody scrolls up. Keyboard: arrows, Home, End (with Ctrl: first and last line), PgUp, PgDn, Ctrl+A,
// Ctrl+C, Ctrl+F (searchRequested), F3 and Shift+F3. Main thread. objectName: "logView".
#pragma once

#include "core/metrics/logclock.h"
#include "ui/run/logindex.h"
#include "ui/run/logrows.h"
#include "ui/run/logsearch.h"

#include <QAbstractScrollArea>
#include <QTimer>

namespace trainyard {

struct Theme;

class LogView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit LogView(QWidget *parent = nullptr);

    void setFile(const QString &fileName);
    void refresh();                     // the file may have grown; any rate
    // The writer still runs: an unterminated last line is its progress bar, not a torn end.
    void setLive(bool isLive);
    void setEmptyText(const QString &text);

    bool isFollowing() const { return m_isFollowing; }
    void setFollowing(bool isFollowing);
    qint64 newLines() const;            // since following was switched off

    void find(const QString &needle, bool isCaseSensitive);    // empty ends the search
    void findNext();
    void findPrevious();
    qint64 hitCount() const { return qint64(m_search.hits().size()); }
    qint64 currentHit() const { return m_currentHit; }         // from 0; -1 = none chosen

    QString selectedText() const;
    void copy() const;
    void selectAll();
    void goToLine(qint64 number);       // from 0, in the middle of the view
    qint64 firstVisibleLine() const;
    LogRow rowAt(qint64 number) const { return m_rows.row(number); }

    // When the lines were written, since setFile().
    void addSizes(const QList<LogSize> &sizes);
    void showMoment(qint64 ms);         // the last line written until then
    std::optional<LogMoment> timeOf(qint64 number) const;

    const LogIndex &index() const { return m_index; }
    const LogSearch &search() const { return m_search; }

Q_SIGNALS:
    void followingChanged(bool isFollowing);
    void contentChanged();              // lines, bytes or new lines changed; at most 30 a second
    void searchChanged();               // hits or the current one changed
    void searchRequested();             // Ctrl+F
    void momentChosen(qint64 ms);       // a person asked for this moment in the charts

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Place {
        qint64 line = 0;
        qsizetype position = 0;
        auto operator<=>(const Place &) const = default;
    };

    void measure();
    void updateBars();
    void scheduleUpdate();
    void applyGrowth();
    void showHit(qint64 hit);
    void paintRow(QPainter &painter, const Theme &theme, qint64 number, const LogRow &row, int y) const;
    void paintText(QPainter &painter, const Theme &theme, const LogRow &row, int left, int y, bool isLiveRow) const;
    void paintHits(QPainter &painter, const Theme &theme, const LogRow &row, int left, int y) const;
    int paintChip(QPainter &painter, const Theme &theme, const QString &text, int x, int y) const;
    Place placeAt(QPoint point) const;
    int textLeft() const;
    int visibleRows() const;

    LogIndex m_index;
    LogClock m_clock;
    mutable LogRows m_rows;
    LogSearch m_search;
    QTimer m_paintTimer, m_scrollTimer;
    QString m_emptyText;
    bool m_isLive = false, m_isFollowing = true, m_isAdjusting = false, m_isSelecting = false;
    qint64 m_linesAtUnfollow = 0;
    qint64 m_currentHit = -1;
    Place m_anchor, m_caret;
    QPoint m_dragPoint;
    mutable int m_widestColumns = 0;
    int m_rowHeight = 22, m_ascent = 12;
    double m_cell = 7;
    int m_gutter = 48, m_timeWidth = 0;
};

}  // namespace trainyard
