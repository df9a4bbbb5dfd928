// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the command palette: where its entries come from, the list of results, and how a row is painted. Texts are painted literally,
// never as markup.
#pragma once

#include "ui/page/palettesource.h"

#include <QAbstractListModel>
#include <QPainter>
#include <QStringList>
#include <QStyledItemDelegate>

namespace trainyard {

struct PaletteRow {
    Action action;
    QString reason;    // as of now; empty: available
    QList<int> marks;  // letters of the title that matched the typed text
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
