// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/keysdialog.h"

#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/keytable.h"
#include "ui/common/label.h"
#include "ui/common/searchfield.h"

#include <QHeaderView>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTreeView>
#include <QVBoxLayout>

namespace trainyard {

KeysDialog::KeysDialog(QWidget *parent) : Dialog(parent)
{
    setObjectName(QStringLiteral("keysDialog"));
    setWindowTitle(tr("Keyboard shortcuts"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    auto *const model = new QStandardItemModel(0, 2, this);
    model->setHorizontalHeaderLabels({tr("Action"), tr("Keys")});
    const QList<KeyGroup> groups = keyGroups();
    for (const KeyGroup &group : groups) {
        auto *const head = new QStandardItem(group.title);
        head->setFont(textFont(TextRole::Strong));
        head->setFlags(Qt::ItemIsEnabled);
        for (const KeyLine &line : group.lines) {
            auto *const what = new QStandardItem(line.what);
            what->setData(line.what + QStringLiteral(": ") + line.keys, Qt::AccessibleTextRole);
            head->appendRow({what, new QStandardItem(line.keys)});
        }
        // The title spans both columns; a screen reader visits the cell below it all the same.
        auto *const below = new QStandardItem;
        below->setData(group.title, Qt::AccessibleTextRole);
        below->setFlags(Qt::ItemIsEnabled);
        model->appendRow({head, below});
    }
    auto *const shown = new QSortFilterProxyModel(this);
    shown->setSourceModel(model);
    shown->setRecursiveFilteringEnabled(true);
    shown->setFilterCaseSensitivity(Qt::CaseInsensitive);
    shown->setFilterKeyColumn(-1);

    auto *const filter = new SearchField(QStringLiteral("keysFilter"), tr("Filter by action or key"));
    auto *const view = new QTreeView;
    view->setObjectName(QStringLiteral("keysView"));
    view->setAccessibleName(windowTitle());
    view->setModel(shown);
    view->setFrameShape(QFrame::NoFrame);
    view->setRootIsDecorated(false);
    view->setItemsExpandable(false);
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view->header()->setSectionsClickable(false);
    view->header()->setStretchLastSection(false);
    view->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    view->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    for (int row = 0; row < shown->rowCount(); ++row)
        view->setFirstColumnSpanned(row, QModelIndex(), true);
    view->expandAll();
    auto *const card = new Card;
    auto *const inCard = new QVBoxLayout(card);
    inCard->setContentsMargins(1, 1, 1, 1);
    inCard->addWidget(view);
    QPushButton *const close = makeButton(QStringLiteral("keysClose"), tr("Close"));
    QVBoxLayout *const column = makeBody(640, 620);
    column->addWidget(new Label(windowTitle(), TextRole::PageTitle));
    column->addWidget(filter);
    column->addWidget(card, 1);
    setFooter({close});
    connect(filter, &QLineEdit::textChanged, this, [=](const QString &text) {
        shown->setFilterFixedString(text.trimmed());
        for (int row = 0; row < shown->rowCount(); ++row)
            view->setFirstColumnSpanned(row, QModelIndex(), true);
        view->expandAll();
    });
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    view->setFocus();
}

}  // namespace trainyard

#include "moc_keysdialog.cpp"
