// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/accountsdialog.h"

#include "core/base/format.h"
#include "core/base/seentext.h"
#include "core/base/sentences.h"
#include "ui/common/buttons.h"
#include "ui/common/confirmdialog.h"
#include "ui/common/keytable.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/plaintip.h"
#include "ui/common/readingtable.h"
#include "ui/rent/rentwords.h"

#include <QAbstractTableModel>
#include <QPushButton>
#include <QShortcut>
#include <QStringList>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kAccountsWidth = 820, kAccountsHeight = 420;  // design pixels
const QString kNotKnown = QStringLiteral("–");

QString keysText(const AccountRecord &account)
{
    switch (account.source) {
    case CredentialSource::Keyring: return AccountsDialog::tr("keyring");
    case CredentialSource::Environment: return AccountsDialog::tr("environment variables");
    case CredentialSource::File: return AccountsDialog::tr("encrypted file");
    //: a profile of the cloud's command line
    case CredentialSource::Profile: return AccountsDialog::tr("profile %1").arg(account.profile);
    }
    Q_UNREACHABLE();
}

}  // namespace

class AccountsModel : public QAbstractTableModel {
public:
    enum Column { NameColumn, CloudColumn, KeysColumn, WhoColumn, CheckedColumn, ColumnCount };
    struct Row {
        AccountRecord account;
        QString who, checked, found;  // `found`: all that the check says
    };
    using QAbstractTableModel::QAbstractTableModel;

    const QList<Row> &all() const { return m_rows; }
    void setAccounts(const QList<AccountRecord> &accounts)
    {
        QList<Row> rows;
        for (const AccountRecord &account : accounts) {
            const auto known = find(account.name);
            rows << (known == m_rows.end() ? Row{account, {}, {}, {}} : Row{account, known->who, known->checked, known->found});
        }
        beginResetModel();
        m_rows = rows;
        endResetModel();
    }
    void set(const QString &name, const QString &who, const QString &checked, const QString &found)
    {
        const auto row = find(name);
        if (row == m_rows.end())
            return;
        row->who = who;
        row->checked = checked;
        row->found = found;
        const int at = int(row - m_rows.begin());
        Q_EMIT dataChanged(index(at, WhoColumn), index(at, CheckedColumn));
    }
    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_rows.size()); }
    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override
    {
        if (!index.isValid() || index.row() >= m_rows.size())
            return {};
        const Row &row = m_rows[index.row()];
        if (role == Qt::AccessibleDescriptionRole)
            return row.found;
        if (role == Qt::ToolTipRole)
            return plainTip(index.column() == CheckedColumn && !row.found.isEmpty() ? row.found : data(index, Qt::DisplayRole).toString());
        if (role != Qt::DisplayRole)
            return {};
        const auto kind = cloudKind(row.account.providerKind);
        const QString cloud = kind ? kind->name : row.account.providerKind;
        switch (index.column()) {
        case NameColumn: return row.account.name;
        case CloudColumn: {
            //: a cloud, a region
            const QString where = row.account.region.isEmpty() ? cloud : AccountsDialog::tr("%1, %2").arg(cloud, row.account.region);
            return isStandIn(row.account) ? AccountsDialog::tr("%1 (simulated)").arg(where) : where;
        }
        case KeysColumn: return keysText(row.account);
        case WhoColumn: return row.who.isEmpty() ? kNotKnown : row.who;
        case CheckedColumn: return row.checked.isEmpty() ? kNotKnown : row.checked;
        default: return {};
        }
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override
    {
        if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
            return role == Qt::TextAlignmentRole ? QVariant(int(Qt::AlignLeft | Qt::AlignVCenter)) : QVariant();
        switch (section) {
        case NameColumn: return AccountsDialog::tr("Account");
        case CloudColumn: return AccountsDialog::tr("Cloud");
        case KeysColumn: return AccountsDialog::tr("Keys in");
        case WhoColumn: return AccountsDialog::tr("Signed in as");
        case CheckedColumn: return AccountsDialog::tr("Last check");
        default: return {};
        }
    }

private:
    QList<Row>::iterator find(const QString &name)
    {
        return std::find_if(m_rows.begin(), m_rows.end(), [&name](const Row &row) { return row.account.name == name; });
    }
    QList<Row> m_rows;
};

AccountsDialog::AccountsDialog(QWidget *parent)
    : Dialog(parent), m_model(new AccountsModel(this)), m_messages(new MessageBar(this)), m_table(new QTableView(this)),
      m_empty(makeProse(tr("There is no account yet. Add one to rent machines from a cloud."), TextRole::Body, Ink::Text2, this)),
      m_found(makeSelectableProse({}, TextRole::Small, Ink::Text2, this)),
      m_add(makeButton(QStringLiteral("accountsAdd"), tr("Add an account…"), ButtonVariant::Normal, QStringLiteral("plus"), this)),
      m_check(makeButton(QStringLiteral("accountsCheck"), tr("Check again"), ButtonVariant::Normal, QStringLiteral("refresh"), this)),
      m_remove(makeButton(QStringLiteral("accountsRemove"), tr("Remove…"), ButtonVariant::Normal, {}, this)),
      m_close(makeButton(QStringLiteral("accountsClose"), tr("Close"), ButtonVariant::Normal, {}, this))
{
    setObjectName(QStringLiteral("accountsDialog"));
    setModal(true);
    setWindowTitle(tr("Cloud accounts"));
    m_empty->setObjectName(QStringLiteral("accountsEmpty"));
    m_found->setObjectName(QStringLiteral("accountsFound"));
    makeReadingTable(m_table, QStringLiteral("accountsTable"), windowTitle());
    m_table->setModel(m_model);
    m_table->setTextElideMode(Qt::ElideMiddle);
    QVBoxLayout *const body = makeBody(kAccountsWidth, kAccountsHeight);
    body->addWidget(new Label(windowTitle(), TextRole::PageTitle, Ink::Text1, this));
    body->addWidget(makeProse(
        tr("Keys stay in the keyring, in environment variables or in a profile. Without a keyring they are in an encrypted file."),
        TextRole::Body, Ink::Text2, this));
    body->addWidget(m_messages);
    body->addWidget(m_empty);
    body->addWidget(m_table, 1);
    body->addWidget(m_found);
    setFooter({m_close}, {m_add, m_check, m_remove});
    connect(m_add, &QPushButton::clicked, this, &AccountsDialog::addRequested);
    connect(m_check, &QPushButton::clicked, this, [this] { Q_EMIT checkRequested(current()); });
    connect(m_remove, &QPushButton::clicked, this, &AccountsDialog::askToRemove);
    connect(m_close, &QPushButton::clicked, this, &QDialog::accept);
    auto *keys = new QShortcut(keyFor(KeyFor::RemoveMachine), m_table);
    keys->setContext(Qt::WidgetShortcut);
    connect(keys, &QShortcut::activated, this, &AccountsDialog::askToRemove);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &AccountsDialog::showButtons);
    onWidthChange(m_table, [this] { fitTable(); });
    setAccounts({});
    m_table->setFocus();
}

void AccountsDialog::setAccounts(const QList<AccountRecord> &accounts)
{
    const QString before = current();
    m_messages->clear();
    m_model->setAccounts(accounts);
    m_empty->setVisible(accounts.isEmpty());
    m_table->setVisible(!accounts.isEmpty());
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (row == 0 || m_model->all()[row].account.name == before)
            m_table->selectRow(row);
    }
    fitTable();
}

void AccountsDialog::setChecking(const QString &name)
{
    m_model->set(name, {}, tr("asking…"), {});
    fitTable();
}

void AccountsDialog::setReport(const QString &name, const Result<AccountReport> &report, const QDateTime &now)
{
    if (!report) {
        m_model->set(name, {}, tr("Failed at %1").arg(formatMoment(now, now)), seenText(report.error().what));
        fitTable();
        return;
    }
    QString who = seenText(report->identity);
    if (!report->scope.isEmpty() && !who.contains(report->scope))
        who = who.isEmpty() ? seenText(report->scope) : tr("%1, %2").arg(who, seenText(report->scope));
    const QString moment = tr("Checked at %1.").arg(formatMoment(now, now));
    if (report->missing.isEmpty())
        m_model->set(name, who, tr("Works"), moment);
    else
        m_model->set(name, who, tr("%n right(s) missing", nullptr, int(report->missing.size())),
                     //: names of rights
                     joinedSentences({tr("Missing rights: %1.").arg(seenText(report->missing.join(tr(", ", "between names")))), moment}));
    fitTable();
}

void AccountsDialog::showError(const Error &error)
{
    m_messages->post({QStringLiteral("accounts"), Tone::Bad, error.what, {}, error.detail, {}});
}

QString AccountsDialog::current() const
{
    const int row = m_table->currentIndex().row();
    return row >= 0 && row < m_model->rowCount() ? m_model->all()[row].account.name : QString();
}

void AccountsDialog::fitTable()
{
    fitReadingTable(m_table, AccountsModel::WhoColumn, {AccountsModel::KeysColumn});
    showButtons();
}

void AccountsDialog::showButtons()
{
    const QString why = current().isEmpty() ? tr("Choose an account first.") : QString();
    setDisabledReason(m_check, why);
    setDisabledReason(m_remove, why);
    QStringList found;
    if (!current().isEmpty())
        found << m_model->all()[m_table->currentIndex().row()].found << hiddenCells(m_table, m_table->currentIndex().row());
    found.removeAll(QString());
    m_found->setText(found.join(u'\n'));
    m_found->setVisible(!found.isEmpty());
}

void AccountsDialog::askToRemove()
{
    const QString name = current();
    if (name.isEmpty())
        return;
    const AccountRecord account = m_model->all()[m_table->currentIndex().row()].account;
    const QString keys = account.source == CredentialSource::Keyring ? tr("Its keys are deleted from the keyring.")
                         : account.source == CredentialSource::File  ? tr("Its keys are deleted from the encrypted file.")
                                                                     : tr("Its keys stay where they are: they are not Trainyard's.");
    const QString cloud = tr("Nothing at the cloud changes; what costs money there is no longer looked for.");
    auto *ask = new ConfirmDialog(QStringLiteral("removeAccount"),
                                  {tr("Remove the account “%1”?").arg(name), joinedSentences({keys, cloud}), tr("Keep it"), tr("Remove")},
                                  this);
    connect(ask, &QDialog::accepted, this, [this, name] { Q_EMIT removeRequested(name); });
    ask->open();
}

}  // namespace trainyard

#include "moc_accountsdialog.cpp"
