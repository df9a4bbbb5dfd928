// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/machines/importhostsdialog.h"

#include "core/base/seentext.h"
#include "core/base/sentences.h"
#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/plaintip.h"
#include "ui/common/readingtable.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kAliasRole = Qt::UserRole + 1;
constexpr qsizetype kMostLeftOut = 8;  // named; the rest is counted
constexpr int kHostsWidth = 720;       // design pixels
constexpr int kRowsInFull = 8;         // more than these scroll within the table

// Space ticks the row, whichever of its cells is the current one.
class TickTable : public QTableView {
protected:
    void keyPressEvent(QKeyEvent *event) override
    {
        const QModelIndex tick = currentIndex().siblingAtColumn(0);
        if (event->key() != Qt::Key_Space || !tick.isValid() || !(tick.flags() & Qt::ItemIsUserCheckable)) {
            QTableView::keyPressEvent(event);
            return;
        }
        const bool isTicked = tick.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        model()->setData(tick, isTicked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    }
};

QString listed(QStringList names)
{
    const qsizetype more = names.size() - kMostLeftOut;
    names = names.mid(0, kMostLeftOut);
    for (QString &name : names)
        name = seenText(name);
    const QString text = names.join(ImportHostsDialog::tr(", ", "between names"));
    return more > 0 ? ImportHostsDialog::tr("%1 and %n more", nullptr, int(more)).arg(text) : text;
}

QString leftOut(const ConfiguredHosts &found)
{
    QStringList sentences;
    if (!found.patterns.isEmpty())
        sentences << ImportHostsDialog::tr("Left out, because they name no single host: %1.").arg(listed(found.patterns));
    if (!found.matches.isEmpty())
        sentences << ImportHostsDialog::tr("Match blocks are left out, because they name conditions instead of a host: %1.")
                         .arg(listed(found.matches));
    return joinedSentences(sentences);
}

}  // namespace

ImportHostsDialog::ImportHostsDialog(const ConfiguredHosts &found, const QList<Machine> &known, QWidget *parent)
    : Dialog(parent), m_rows(new QStandardItemModel(this)), m_messages(new MessageBar),
      m_add(makeButton(QStringLiteral("importHostsAdd"), QString(), ButtonVariant::Primary))
{
    setObjectName(QStringLiteral("importHostsDialog"));
    setWindowTitle(tr("Add machines from ~/.ssh/config"));
    setModal(true);
    setAttribute(Qt::WA_DeleteOnClose);
    m_rows->setHorizontalHeaderLabels({tr("Host"), tr("Address"), tr("User"), tr("Reached through")});
    for (const ConfiguredHost &host : found.hosts)
        addRow(host, known);

    auto *const view = new TickTable;
    makeReadingTable(view, QStringLiteral("importHostsView"), tr("Hosts of ~/.ssh/config"));
    view->setModel(m_rows);
    view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    view->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    view->setTextElideMode(Qt::ElideMiddle);
    view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    if (!hasRoomForColumns(this, kHostsWidth)) {
        for (const int column : {0, 3})
            view->horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
        const int rowHeight = view->verticalHeader()->defaultSectionSize();
        view->setMinimumHeight(view->horizontalHeader()->sizeHint().height() + rowHeight * std::min(m_rows->rowCount(), kRowsInFull));
    }
    view->setVisible(m_rows->rowCount() > 0);
    if (m_rows->rowCount() > 0)
        view->setCurrentIndex(m_rows->index(0, 0));

    QPushButton *const cancel = makeButton(QStringLiteral("importHostsCancel"), tr("Cancel"));
    auto *const left = makeProse(leftOut(found), TextRole::Small, Ink::Text3);
    left->setObjectName(QStringLiteral("importHostsLeftOut"));
    left->setVisible(!left->text().isEmpty());
    QVBoxLayout *const column = makeBody(kHostsWidth, m_rows->rowCount() > 0 ? 520 : 0);
    column->addWidget(new Label(windowTitle(), TextRole::PageTitle));
    column->addWidget(makeProse(
        m_rows->rowCount() > 0
            ? tr("Only the names are stored: address, user, key and jump hosts stay in your SSH configuration and are read again for each "
                 "connection. Nothing has been connected to yet. Machines you add are tried one after the other; one that has a question, "
                 "such as a new host key, waits on its card until you choose “Log in”.")
            : tr("No host was found. ~/.ssh/config names none, or there is no such file. Add a machine by its ssh command instead."),
        TextRole::Body, Ink::Text2));
    column->addWidget(m_messages);
    column->addWidget(view, 1);
    column->addWidget(left);
    setFooter({cancel, m_add});
    m_add->setVisible(m_rows->rowCount() > 0);
    connect(m_rows, &QStandardItemModel::itemChanged, this, &ImportHostsDialog::showCount);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_add, &QPushButton::clicked, this, [this] { Q_EMIT submitted(chosen()); });
    showCount();
    if (m_rows->rowCount() > 0)
        view->setFocus();
    else
        cancel->setFocus();
}

void ImportHostsDialog::addRow(const ConfiguredHost &host, const QList<Machine> &known)
{
    const bool isKnown = std::any_of(known.cbegin(), known.cend(), [&host](const Machine &machine) {
        return machine.name == host.alias || (machine.target.host == host.alias && machine.target.user.isEmpty());
    });
    const QString address = host.hostName.isEmpty() ? host.alias : host.hostName;
    QStringList jumps = host.jumps;
    for (QString &jump : jumps)
        jump = seenText(jump);
    const QString through = host.hasProxy ? tr("a ProxyCommand") : jumps.isEmpty() ? tr("directly") : jumps.join(QStringLiteral(", "));
    const QList<QStandardItem *> row{
        new QStandardItem(isKnown ? tr("%1 (already added)").arg(seenText(host.alias)) : seenText(host.alias)),
        new QStandardItem(host.port > 0 ? QStringLiteral("%1:%2").arg(seenText(address)).arg(host.port) : seenText(address)),
        new QStandardItem(host.user.isEmpty() ? tr("your own") : seenText(host.user)), new QStandardItem(through)};
    row[0]->setData(host.alias, kAliasRole);
    row[0]->setData(tr("%1, %2, user %3, %4").arg(row[0]->text(), row[1]->text(), row[2]->text(), through), Qt::AccessibleTextRole);
    for (QStandardItem *const item : row) {
        item->setEditable(false);
        item->setToolTip(plainTip(item->text()));
        item->setEnabled(!isKnown);
    }
    row[0]->setCheckable(!isKnown);
    if (!isKnown)
        row[0]->setCheckState(host.user == QLatin1String("git") ? Qt::Unchecked : Qt::Checked);
    m_rows->appendRow(row);
}

QList<Machine> ImportHostsDialog::chosen() const
{
    QList<Machine> machines;
    for (int row = 0; row < m_rows->rowCount(); ++row) {
        const QStandardItem *const item = m_rows->item(row);
        if (!item->isCheckable() || item->checkState() != Qt::Checked)
            continue;
        Machine machine;
        machine.name = item->data(kAliasRole).toString().left(64);
        machine.target.host = item->data(kAliasRole).toString();
        machines << machine;
    }
    return machines;
}

void ImportHostsDialog::showCount()
{
    const int count = int(chosen().size());
    m_add->setText(tr("Add %n machine(s)", nullptr, count));
    setDisabledReason(m_add, count > 0 ? QString() : tr("Tick a host first."));
}

void ImportHostsDialog::showError(const Error &error)
{
    m_messages->post({QStringLiteral("import"), Tone::Bad, error.what, error.detail, {}, {}});
}

}  // namespace trainyard

#include "moc_importhostsdialog.cpp"
