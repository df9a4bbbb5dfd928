// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a log file of any size: only the visible rows are read and painted, at most 30 times a second. Follows the end until the user
// scrolls up. Lines can be filtered by rank and level, wrapped, and searched. Main thread. Keyboard: arrows, PgUp, PgDn and Ctrl+Home move
// a line cursor (Shift selects), Ctrl+End follows, Ctrl+A, Ctrl+C, Ctrl+Shift+C (whole line), Ctrl+F (searchRequested), F3, Ctrl+G
// (jumpRequested), F8 (next error), Enter (earlier states of a bar), Shift+Enter (momentChosen), Ctrl+S (saveRequested), Alt+Z (wrap); Shift
// reverses F3 and F8. objectName: "logView".
#pragma once

#include "core/observe/metrics/logclock.h"
#include "ui/log/logfilter.h"
#include "ui/log/logindex.h"
#include "ui/log/logrows.h"
#include "ui/log/logsearch.h"

#include <QAbstractScrollArea>
#include <QSet>
#include <QTimer>

class QPainter;

namespace trainyard {

struct Theme;

struct LogLook {
    bool isWrapped = false;
    bool hasNumbers = true, hasTimes = true;
    bool isAsWritten = false;  // rank, time and level stay in the text instead of in columns

    bool operator==(const LogLook &) const = default;
};

class LogView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit LogView(QWidget *parent = nullptr);

    void setFile(const QString &fileName);
    void refresh();  // the file may have grown; can be called at any rate
    // The writer is still running: an unterminated last line is its progress bar, not a truncated end.
    void setLive(bool isLive);
    void setEmptyText(const QString &text);
    void setLook(const LogLook &look);
    const LogLook &look() const { return m_look; }
    void setChoice(const LogChoice &choice);

    bool isFollowing() const { return m_isFollowing; }
    void setFollowing(bool isFollowing);
    qint64 newLines() const;  // since following was switched off

    void find(const LogQuery &query);  // an empty or invalid one ends the search
    void findNext();
    void findPrevious();
    qint64 hitCount() const { return qint64(m_search.hits().size()); }
    qint64 currentHit() const { return m_currentHit; }  // from 0; -1 = none chosen

    // Lines are numbered as in the file, from 0; rows are the wanted lines.
    qint64 rowCount() const;
    qint64 lineOfRow(qint64 row) const;
    qint64 rowOfLine(qint64 line) const;

    QString selectedText() const;
    void copy() const;
    void copyLine() const;
    void selectAll();
    void goToLine(qint64 number);  // in the middle of the view, with the cursor
    void goToError(bool isForward);
    qint64 firstVisibleLine() const;
    qint64 cursorLine() const { return m_hasCursor ? m_caret.line : -1; }
    void toggleFold(qint64 line);  // earlier states of a progress bar
    LogRow rowAt(qint64 number) const { return m_rows.row(number); }
    QList<QRect> chipAreas() const;  // where a click unfolds bars, in the viewport
    // The line in words, for screen readers.
    QString spokenLine(qint64 number) const;

    // The times of the lines, since setFile().
    void addSizes(const QList<LogSize> &sizes);
    void noteSeen(qint64 bytes, qint64 ms);  // LogClock::seen()
    void showOffset(qint64 offset);          // the line that holds this byte
    void showMoment(qint64 ms);              // the last line written until then
    std::optional<LogMoment> timeOf(qint64 number) const;

    const LogIndex &index() const { return m_index; }
    const LogSearch &search() const { return m_search; }
    const LogFilter &filter() const { return m_filter; }

Q_SIGNALS:
    void followingChanged(bool isFollowing);
    void contentChanged();  // lines, bytes or new lines changed; at most 30 a second
    void searchChanged();   // hits or the current one changed
    void searchRequested();
    void jumpRequested();
    void saveRequested();
    void cursorMoved(qint64 line);
    void momentChosen(qint64 ms);  // the user asked for this moment in the charts

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void changeEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    struct Place {
        qint64 line = 0;
        qsizetype position = 0;
        auto operator<=>(const Place &) const = default;
    };
    // A row may take several screen lines: earlier states first, then its text, wrapped.
    struct Spot {
        qint64 row = 0;
        int part = 0;
        auto operator<=>(const Spot &) const = default;
    };
    // What is drawn on one screen line.
    struct Part {
        qint64 line = 0;
        LogRow row;
        int states = 0, number = 0;     // below `states`: an earlier state
        std::vector<qsizetype> begins;  // of the wrapped parts of the text
    };
    struct Chip {
        QRect area;
        qint64 line;
    };

    void measure();
    void updateBars();
    void scheduleUpdate();
    void applyGrowth();
    void showMarks();
    void showHit(qint64 hit);
    void setTop(Spot spot);
    Spot moved(Spot spot, qint64 parts) const;
    Spot endSpot() const;
    void scrollParts(qint64 parts);
    int heightOf(qint64 row) const;
    bool isFlat() const { return !m_look.isWrapped && m_unfolded.isEmpty(); }
    qsizetype textBegin(const LogRow &row) const { return m_look.isAsWritten ? 0 : row.lead.textBegin; }
    std::vector<qsizetype> piecesOf(const LogRow &row) const;
    Part partsOf(qint64 row) const;
    QString timeText(const LogRow &row) const;

    void moveCursor(qint64 rows, bool isSelecting);
    void setCursor(Place place, bool isSelecting);
    void paintRow(QPainter &painter, const Theme &theme, const Part &part, int y);
    void paintHead(QPainter &painter, const Theme &theme, const Part &part, const LogKind &kind, int y) const;
    void paintSpan(QPainter &painter, const Theme &theme, const AnsiText &content, qsizetype from, qsizetype to, int left, int y,
                   const QColor &plain, std::pair<qsizetype, qsizetype> inverted) const;
    std::pair<qsizetype, qsizetype> paintHits(QPainter &painter, const Theme &theme, const LogRow &row, qsizetype from, qsizetype to,
                                              int left, int y) const;
    int paintChip(QPainter &painter, const Theme &theme, const QString &text, int x, int y) const;
    Place placeAt(QPoint point) const;
    int textLeft() const;
    int visibleRows() const;

    LogIndex m_index;
    LogClock m_clock;
    LogFilter m_filter;
    mutable LogRows m_rows;
    LogSearch m_search;
    QTimer m_paintTimer, m_scrollTimer;
    QString m_emptyText;
    LogLook m_look;
    bool m_isLive = false, m_isFollowing = true, m_isAdjusting = false, m_isSelecting = false;
    bool m_hasCursor = false, m_hasOwnTimes = false;
    qint64 m_rowsAtUnfollow = 0;
    qint64 m_currentHit = -1;
    qint64 m_wantedLine = -1;  // scroll to it once the filter has reached it
    int m_topPart = 0;         // screen lines of the first row that are scrolled out
    int m_wheelRest = 0;
    Place m_anchor, m_caret;
    QPoint m_dragPoint;
    QSet<qint64> m_unfolded;
    QList<Chip> m_chips;
    int m_widestColumns = 0;
    int m_rowHeight = 22, m_ascent = 12;
    double m_cell = 7;
    // Positions of the columns in front of the text.
    int m_timeWidth = 0, m_numberWidth = 0, m_rankWidth = 0, m_levelWidth = 0, m_gutter = 48;
};

// Makes assistive technology read the line under the cursor; call once per program.
void installLogAccessibility();

}  // namespace trainyard
