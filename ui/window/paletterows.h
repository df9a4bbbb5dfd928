// SPDX-License-Identifier: GPL-3.0-or-later
// What the command palette shows: where its entries come from, the list of those found, and how a row is painted. Texts are painted as
// they are, never as markup.
#pragma once

#include "ui/common/actionregistry.h"

#include <QAbstractListModel>
#include <QPainter>
#include <QStringList>
#include <QStyledItemDelegate>

namespace trainyard {

// One kind of thing that is found. Nothing of it is asked before the palette needs it, and only what is shown is made an action.
struct PaletteSource {
    QString prefix;                                       // all its ids begin with it
    qsizetype max = 50;                                   // so many at once
    bool isShownUntyped = false;                          // its first ones stand there before anything is typed
    std::function<QStringList()> texts;                   // to be searched: the title; behind a line break what else it is found by
    std::function<Action(qsizetype)> at;                  // by its place in texts()
    std::function<qsizetype(const QString &id)> indexOf;  // its place in texts(); -1: there is none now
};

// Of actions that are there anyway.
PaletteSource paletteSource(const QString &prefix, bool isShownUntyped, const std::function<QList<Action>()> &actions);

struct PaletteRow {
    Action action;
    QString reason;    // as of now; empty: it can be done
    QList<int> marks;  // letters of the title that were typed
};

class PaletteModel : public QAbstractListModel {
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;

    void setRows(const QList<PaletteRow> &rows);
    const QList<PaletteRow> &rows() const { return m_rows; }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    QList<PaletteRow> m_rows;
};

class PaletteDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    PaletteDelegate(const PaletteModel *model, QObject *parent);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    static int rowHeight();

private:
    const PaletteModel *m_model;
};

}  // namespace trainyard
