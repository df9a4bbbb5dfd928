// SPDX-License-Identifier: GPL-3.0-or-later
// The legend of a memory bar: one line per part with its colour and GiB.
#pragma once

#include "ui/offers/memorywords.h"

#include <QWidget>

class QGridLayout;

namespace trainyard {

class MemoryLegend : public QWidget {
    Q_OBJECT
public:
    explicit MemoryLegend(QWidget *parent = nullptr);

    void setGroups(const QList<MemoryGroup> &groups);

private:
    QGridLayout *m_lines;
};

}  // namespace trainyard
