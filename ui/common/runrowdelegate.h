// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the rows of runs, so that all lists of them look the same: name, badges, bar, curve, tags. What a cell is and what it shows are
// roles of the model.
#pragma once

#include <QStyledItemDelegate>

class QPainter;

namespace trainyard {

struct Theme;
enum class TextRole;

enum class RunCell { Text, Name, State, Progress, Loss, Tags, TwoLines };

enum RunCellRole {
    RunCellKindRole = Qt::UserRole + 100,  // a RunCell, as int
    RunCellSecondLineRole,                 // text
    RunCellStateRole,                      // a RunState, as int
    RunCellOutOfTouchRole,                 // bool: the state is that of the last contact
    RunCellSimulatedRole,                  // bool
    RunCellProgressRole,                   // 0 to 1; invalid: unknown
    RunCellCurveRole,                      // QList<QPointF>
    RunCellTagsRole,                       // QStringList
    RunCellPinnedRole,                     // bool
    RunCellNestedRole,                     // bool: a part of the run above
    RunCellStalledRole,                    // text instead of the state: a running one makes no steps; empty: it does
};

class RunRowDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    // `margin`: left of the names, in design pixels.
    explicit RunRowDelegate(int margin, QObject *parent = nullptr);

    static int rowHeight();
    static int curveWidth();  // left of the loss
    // Of a column with a run's state and whether it is simulated: by its icon only in the narrow one.
    static int stateWidth(bool isNarrow);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    // Where the name goes; a list may paint something before it.
    virtual QRect nameRoom(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    static void drawText(QPainter *painter, const QRect &room, TextRole role, const QColor &color, const QString &text, int alignment);
    // Two lines, vertically centred in the row.
    static void drawLines(QPainter *painter, const QRect &room, const QString &first, const QString &second, const Theme &theme,
                          TextRole role);

private:
    static void paintTags(QPainter *painter, const QRect &cell, const QStringList &tags, const Theme &theme);

    int m_margin;
};

}  // namespace trainyard
