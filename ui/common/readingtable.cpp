// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/readingtable.h"

#include "ui/theme/theme.h"

#include <QAbstractItemModel>
#include <QCoreApplication>
#include <QHeaderView>
#include <QResizeEvent>
#include <QStringList>
#include <QTableView>

#include <algorithm>

namespace trainyard {
namespace {

constexpr int kLeastWideColumn = 80;  // design pixels

class WidthWatch : public QObject {
public:
    WidthWatch(QTableView *table, const std::function<void()> &fit) : QObject(table), m_fit(fit)
    {
        table->viewport()->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Resize) {
            const auto *const resize = static_cast<const QResizeEvent *>(event);
            if (resize->size().width() != resize->oldSize().width())
                m_fit();
        }
        return QObject::eventFilter(watched, event);
    }

private:
    const std::function<void()> m_fit;
};

}  // namespace

void makeReadingTable(QTableView *table, const QString &objectName, const QString &accessibleName)
{
    table->setObjectName(objectName);
    table->setAccessibleName(accessibleName);
    table->setFrameShape(QFrame::NoFrame);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setTabKeyNavigation(false);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);  // avoids measuring the heights of 60,000 rows
    table->verticalHeader()->setMinimumSectionSize(dp(20));
    table->horizontalHeader()->setSectionsClickable(false);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

void fitReadingTable(QTableView *table, int wide, const QList<int> &leastFirst)
{
    QHeaderView *const header = table->horizontalHeader();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(QHeaderView::Interactive);
    for (int column = 0; column < header->count(); ++column)
        header->showSection(column);
    table->resizeColumnsToContents();
    const int room = table->viewport()->width(), least = std::min(header->sectionSize(wide), dp(kLeastWideColumn));
    int needed = header->length() - header->sectionSize(wide) + least;
    for (const int column : leastFirst) {
        if (needed <= room)
            break;
        needed -= header->sectionSize(column);
        header->hideSection(column);
    }
    if (needed <= room)
        header->setSectionResizeMode(wide, QHeaderView::Stretch);
    else
        header->resizeSection(wide, least);
}

void onWidthChange(QTableView *table, const std::function<void()> &fit) { new WidthWatch(table, fit); }

QString hiddenCells(const QTableView *table, int row)
{
    const QAbstractItemModel *const model = table->model();
    if (row < 0 || row >= model->rowCount())
        return {};
    QStringList cells;
    for (int column = 0; column < model->columnCount(); ++column) {
        if (!table->isColumnHidden(column))
            continue;
        //: the heading of a column, what it says
        cells << QCoreApplication::translate("trainyard::ReadingTable", "%1: %2")
                     .arg(model->headerData(column, Qt::Horizontal).toString(), model->index(row, column).data().toString());
    }
    return cells.join(QCoreApplication::translate("trainyard::ReadingTable", " · ", "between facts"));
}

}  // namespace trainyard
