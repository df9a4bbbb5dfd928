// SPDX-License-Identifier: GPL-3.0-or-later
// Items beside each other, wrapped into further lines where they do not fit. Items that want to expand share the rest of their line; in a
// line without such items, those after addStretch() are at the right end. Use it where the height may depend on the width.
#pragma once

#include <QLayout>
#include <QList>

namespace trainyard {

class FlowLayout : public QLayout {
public:
    explicit FlowLayout(QWidget *parent = nullptr);
    ~FlowLayout() override;

    void addStretch() { m_stretchAt = m_items.size(); }  // call once

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
    int arrange(const QRect &rect, bool isApplied) const;  // returns the height

    QList<QLayoutItem *> m_items;
    qsizetype m_stretchAt = -1;
};

}  // namespace trainyard
