// SPDX-License-Identifier: GPL-3.0-or-later
// Items beside each other, in further lines where there is no room for all. Those that want to expand share what is left
// of their line; where none does, what follows addStretch() lies at the right end. Ask for it in places whose height may
// follow from their width.
#pragma once

#include <QLayout>
#include <QList>

namespace trainyard {

class FlowLayout : public QLayout {
public:
    explicit FlowLayout(QWidget *parent = nullptr);
    ~FlowLayout() override;

    void addStretch() { m_stretchAt = m_items.size(); }  // once

    void addItem(QLayoutItem *item) override { m_items.append(item); }
    int count() const override { return int(m_items.size()); }
    QLayoutItem *itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem *takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;     // all in one line
    QSize minimumSize() const override;  // the widest item, and one line
    void setGeometry(const QRect &rect) override;

private:
    int arrange(const QRect &rect, bool isApplied) const;  // gives the height

    QList<QLayoutItem *> m_items;
    qsizetype m_stretchAt = -1;
};

}  // namespace trainyard
