// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/foldertable.h"

#include "ui/common/readingtable.h"
#include "ui/files/foldermodel.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QHeaderView>
#include <QMimeData>
#include <QPainter>
#include <QPixmap>
#include <QStyledItemDelegate>
#include <QUrl>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kSizeWidth = 96, kModifiedWidth = 132, kKindWidth = 148, kNameLeast = 180;

// Icons are white on the accent fill of buttons and menus; the selection of a table is pale.
class PaleSelectionDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if (option->icon.isNull() || !(option->state & QStyle::State_Selected))
            return;
        const QPixmap picture = option->icon.pixmap(option->decorationSize, option->widget->devicePixelRatioF(), QIcon::Normal);
        QIcon same(picture);
        same.addPixmap(picture, QIcon::Selected);
        option->icon = same;
    }
};

}  // namespace

QStringList filesOf(const QMimeData *data)
{
    QStringList files;
    const QList<QUrl> urls = data ? data->urls() : QList<QUrl>();
    for (const QUrl &url : urls) {
        if (url.isLocalFile())
            files << url.toLocalFile();
    }
    return files;
}

FolderTable::FolderTable(FolderModel *model, QWidget *parent) : QTableView(parent), m_model(model)
{
    setModel(model);
    setItemDelegateForColumn(int(FolderColumn::Name), new PaleSelectionDelegate(this));
    makeReadingTable(this, QStringLiteral("filesTable"), tr("Files of this folder"));
    setSelectionMode(ExtendedSelection);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTextElideMode(Qt::ElideMiddle);
    setIconSize(QSize(dp(16), dp(16)));
    setContextMenuPolicy(Qt::CustomContextMenu);
    setAcceptDrops(true);
    verticalHeader()->setDefaultSectionSize(dp(30));
    horizontalHeader()->setSectionsClickable(true);
    horizontalHeader()->setSortIndicatorShown(true);
    horizontalHeader()->setSortIndicator(int(FolderColumn::Name), Qt::AscendingOrder);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setStretchLastSection(false);
}

void FolderTable::keyboardSearch(const QString &typed)
{
    const bool goesOn = m_sinceTyped.isValid() && m_sinceTyped.elapsed() < QApplication::keyboardInputInterval();
    m_typed = goesOn ? m_typed + typed : typed;
    m_sinceTyped.start();
    // The same letter again goes to the next name with it.
    const bool isRepeated = m_typed.size() > 1 && m_typed.count(m_typed.front()) == m_typed.size();
    const int from = std::max(0, currentIndex().row()) + (!goesOn || isRepeated ? 1 : 0);
    if (m_model->rowCount() == 0)
        return;
    const int row = m_model->rowBeginning(isRepeated ? m_typed.left(1) : m_typed, from % m_model->rowCount());
    if (row >= 0)
        setCurrentIndex(m_model->index(row, 0));
}

void FolderTable::dragEnterEvent(QDragEnterEvent *event)
{
    m_isDropTarget = !filesOf(event->mimeData()).isEmpty();
    if (m_isDropTarget) {
        event->setDropAction(Qt::CopyAction);
        event->accept();
    }
    viewport()->update();
}

void FolderTable::dragMoveEvent(QDragMoveEvent *event)
{
    if (!m_isDropTarget)
        return;
    event->setDropAction(Qt::CopyAction);
    event->accept();
}

void FolderTable::dragLeaveEvent(QDragLeaveEvent *event)
{
    m_isDropTarget = false;
    viewport()->update();
    event->accept();
}

void FolderTable::dropEvent(QDropEvent *event)
{
    m_isDropTarget = false;
    viewport()->update();
    const QStringList files = filesOf(event->mimeData());
    if (files.isEmpty())
        return;
    event->setDropAction(Qt::CopyAction);
    event->accept();
    Q_EMIT filesDropped(files);
}

void FolderTable::paintEvent(QPaintEvent *event)
{
    QTableView::paintEvent(event);
    if (!m_isDropTarget)
        return;
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(themeOf(this).accent, dp(2)));
    painter.drawRoundedRect(QRectF(viewport()->rect()).adjusted(dp(2), dp(2), -dp(2), -dp(2)), dp(6), dp(6));
}

void FolderTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    sizeColumns();
}

// The name needs the space most; the kind is also in its icon, and the date comes before the size.
void FolderTable::sizeColumns()
{
    int left = viewport()->width();
    const auto fit = [&](FolderColumn column, int width, int needed) {
        const bool isShown = left - dp(width) >= dp(needed);
        setColumnHidden(int(column), !isShown);
        if (!isShown)
            return;
        setColumnWidth(int(column), dp(width));
        left -= dp(width);
    };
    fit(FolderColumn::Size, kSizeWidth, kNameLeast);
    fit(FolderColumn::Modified, kModifiedWidth, kNameLeast);
    fit(FolderColumn::Kind, kKindWidth, kNameLeast + 60);
    setColumnWidth(int(FolderColumn::Name), std::max(left, dp(kNameLeast / 2)));
}

}  // namespace trainyard

#include "moc_foldertable.cpp"
