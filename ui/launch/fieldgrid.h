// SPDX-License-Identifier: GPL-3.0-or-later
// Fields in columns of equal width, as many as fit. Each line is as high as its highest field, and the fields begin at its top. For widgets
// whose height depends on the width.
#pragma once

#include <QLayout>
#include <QList>
#include <QSet>

namespace trainyard {

class FieldGrid : public QLayout {
public:
    explicit FieldGrid(int mostColumns, QWidget *parent = nullptr);
    ~FieldGrid() override;

    void addWide(QWidget *widget);  // has a line of its own

    void addItem(QLayoutItem *item) override { m_items.append(item); }
    int count() const override { return int(m_items.size()); }
    QLayoutItem *itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem *takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return arrange({0, 0, width, 0}, false); }
    QSize sizeHint() const override;     // all columns
    QSize minimumSize() const override;  // one column
    void setGeometry(const QRect &rect) override;

private:
    int columnsIn(int width) const;
    int arrange(const QRect &rect, bool isApplied) const;  // returns the height

    int m_mostColumns;
    QList<QLayoutItem *> m_items;
    QSet<const QLayoutItem *> m_wide;
};

}  // namespace trainyard
