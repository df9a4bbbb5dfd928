// SPDX-License-Identifier: GPL-3.0-or-later
// Shows a terminal and takes keys and mouse for it. Only rows that changed are painted, at most 60 times a second. Main thread.
//
// All keys go to the program but those of the window's terminal keys (ui/common/keytable.h): copy, paste, find, scroll, size of the text,
// tabs, and Shift+F6, which leaves the terminal. With Shift held, the mouse selects even where the program wants it.
#pragma once

#include "core/service/terminals/terminalsession.h"

#include <QAbstractScrollArea>
#include <QTimer>

#include <optional>
#include <vector>

class QPainter;

namespace trainyard {

struct Theme;

class TerminalView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit TerminalView(QWidget *parent = nullptr);

    void setSession(TerminalSession *session);  // which outlives the view or is replaced before
    TerminalSize terminalSize() const;          // that fits
    QString title() const { return m_title; }
    QString screenText() const;                 // what is shown, row by row, for screen readers
    int cursorOffset() const;                   // of the cursor in it
    QRect cellRect(TerminalPosition at) const;  // in the viewport
    QString selectedText() const;
    void copy() const;
    void paste(const QString &text);        // without a question
    void setNotice(const QString &notice);  // instead of the cursor, while nothing runs; empty: none
    void zoom(int steps);                   // 0: back to the usual size
    // The next line with the text above or below what was found before, or above the end; false: there is none.
    bool find(const QString &text, bool isUpwards);

Q_SIGNALS:
    void titleChanged(const QString &title);
    void pasteRequested(const QString &text);  // several lines: the user is asked first
    void pasteRefused();                       // the program does not read so much
    void findRequested();
    void againRequested();  // Enter after the end

protected:
    bool event(QEvent *event) override;
    bool focusNextPrevChild(bool isNext) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void scrollContentsBy(int x, int y) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void inputMethodEvent(QInputMethodEvent *event) override;
    QVariant inputMethodQuery(Qt::InputMethodQuery query) const override;

private:
    struct Place {
        qint64 line = 0;
        int column = 0;
        auto operator<=>(const Place &) const = default;
    };
    struct Selection {
        Place from, to;  // in order; `to` is behind the last cell
    };
    enum class Unit { Cell, Word, Line };

    void measure();
    void takeFrame();
    void updateRow(int row);
    void showScroll(qint64 first, qint64 top);
    Place placeAt(const QPoint &point, bool isNearest) const;
    TerminalPosition positionAt(const QPoint &point) const;
    void select(const Place &to);
    Selection widened(Place from, Place to) const;
    void setSelection(const std::optional<Selection> &selection);
    bool pressOwnKey(QKeyEvent *event);
    bool wantsMouse(const QMouseEvent *event) const;
    void sendMouse(QMouseEvent *event, bool isPressed);
    void follow();
    bool isOver() const { return !m_session || m_session->state().isOver(); }
    void paintRow(QPainter *painter, int row, const Theme &theme) const;
    void paintCells(QPainter *painter, const TerminalLine &line, int row, int from, int to, const Theme &theme, bool isSelected) const;
    void paintGlyphs(QPainter *painter, const TerminalLine &line, int row, int from, int to) const;
    void paintCursor(QPainter *painter, const Theme &theme) const;

    TerminalSession *m_session = nullptr;
    QTimer m_frame;  // runs until the next frame may be taken
    bool m_isFrameDue = false;
    QFont m_font;
    int m_cellWidth = 8, m_cellHeight = 16, m_ascent = 12, m_zoom = 0;

    // the last frame
    std::vector<TerminalLine> m_rows;
    qint64 m_firstShown = 0, m_firstLine = 0, m_topLine = 0;
    TerminalSize m_size;
    TerminalCursor m_cursor;
    TerminalModes m_modes;
    QString m_title, m_notice;

    bool m_isFollowing = true, m_isScrolling = false;
    std::optional<Selection> m_selection;
    Place m_anchor;
    Unit m_unit = Unit::Cell;
    bool m_isSelecting = false;
    QPoint m_lastClick;
    qint64 m_lastDoubleClick = 0;  // ms
    int m_wheelRest = 0;
    QString m_preedit;
};

void installTerminalAccessibility();

}  // namespace trainyard
