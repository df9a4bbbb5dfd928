// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transfers/placedialog.h"

#include "core/base/seentext.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/icons.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/placeholder.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

enum Role { NameRole = Qt::UserRole + 1, IsFolderRole };

// False for names that no honest machine sends: such a name could lead elsewhere.
bool isHonest(const QString &name)
{
    return !name.isEmpty() && name != QLatin1String(".") && name != QLatin1String("..") && !name.contains(u'/');
}

}  // namespace

PlaceDialog::PlaceDialog(const QString &machineName, Wanted wanted, QWidget *parent)
    : Dialog(parent), m_wanted(wanted), m_edit(new QLineEdit(this)),
      m_up(makeIconButton(QStringLiteral("placeUpButton"), QStringLiteral("chevron-up"), tr("Parent folder"), this)),
      m_model(new QStandardItemModel(this)), m_view(new QListView(this)), m_messages(new MessageBar(this)),
      m_choose(makeButton(QStringLiteral("choosePlaceButton"), tr("Choose"), ButtonVariant::Primary, {}, this)),
      m_cancel(makeButton(QStringLiteral("cancelPlaceButton"), tr("Cancel"), ButtonVariant::Normal, {}, this))
{
    setObjectName(QStringLiteral("placeDialog"));
    setModal(true);
    const QString question = wanted == Wanted::Folder ? tr("Choose a folder on %1").arg(machineName)
                                                      : tr("Choose a file or folder on %1").arg(machineName);
    setWindowTitle(question);
    auto *title = makeProse(question, TextRole::PageTitle, Ink::Text1, this);
    m_edit->setObjectName(QStringLiteral("placePathEdit"));
    m_edit->setAccessibleName(tr("Folder"));
    m_edit->setFont(textFont(TextRole::Code));
    m_up->setAutoRaise(false);
    m_view->setObjectName(QStringLiteral("placeView"));
    m_view->setAccessibleName(tr("Files of this folder"));
    m_view->setModel(m_model);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setUniformItemSizes(true);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setTextElideMode(Qt::ElideMiddle);
    m_view->setIconSize(QSize(dp(16), dp(16)));
    m_view->setSpacing(dp(2));
    m_view->installEventFilter(this);
    m_placeholder = new Placeholder(QStringLiteral("folder"), m_view);
    m_placeholder->setSentence(tr("Asking the machine…"));

    auto *where = new QHBoxLayout;
    where->setSpacing(dp(8));
    where->addWidget(m_up);
    where->addWidget(m_edit, 1);
    auto *card = new Card(this);
    auto *inside = new QVBoxLayout(card);
    inside->setContentsMargins(1, 1, 1, 1);
    inside->addWidget(m_view);
    QVBoxLayout *const column = makeBody(560, 520);
    column->addWidget(title);
    column->addWidget(m_messages);
    column->addLayout(where);
    column->addWidget(card, 1);
    setFooter({m_cancel, m_choose});
    m_choose->setAutoDefault(false);
    m_cancel->setAutoDefault(false);

    connect(m_up, &QToolButton::clicked, this, &PlaceDialog::goUp);
    connect(m_edit, &QLineEdit::returnPressed, this, [this] { enter(m_edit->text().trimmed()); });
    connect(m_view, &QListView::activated, this, &PlaceDialog::goInto);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &PlaceDialog::showChoice);
    connect(m_cancel, &QPushButton::clicked, this, &PlaceDialog::reject);
    connect(m_choose, &QPushButton::clicked, this, [this] {
        Q_EMIT chosen(choice());
        accept();
    });
    m_view->setFocus();
    showChoice();
}

void PlaceDialog::enter(const QString &path)
{
    m_messages->clear();
    m_edit->setText(path);
    m_isAsking = true;
    showChoice();
    Q_EMIT folderRequested(path.isEmpty() ? QStringLiteral(".") : path);
}

void PlaceDialog::showFolder(const QString &path, const QList<RemoteFile> &files)
{
    m_isAsking = false;
    m_path = path;
    m_edit->setText(path);
    QList<RemoteFile> shown = files;
    std::sort(shown.begin(), shown.end(), [](const RemoteFile &a, const RemoteFile &b) {
        if (a.isDirectory() != b.isDirectory())
            return a.isDirectory();
        return a.name.localeAwareCompare(b.name) < 0;
    });
    m_model->clear();
    for (const RemoteFile &file : std::as_const(shown)) {
        // A link may lead to a folder; the machine tells when it is opened.
        const bool isWanted = file.isDirectory() || file.isLink() || (m_wanted == Wanted::FileOrFolder && file.isRegular());
        if (!isHonest(file.name) || !isWanted)
            continue;
        auto *item = new QStandardItem(icon(file.isRegular() ? QStringLiteral("file") : QStringLiteral("folder")), seenText(file.name));
        item->setData(file.name, NameRole);
        item->setData(!file.isRegular(), IsFolderRole);
        item->setSizeHint(QSize(0, dp(28)));
        m_model->appendRow(item);
    }
    m_placeholder->setSentence(m_wanted == Wanted::Folder ? tr("No folders here.") : tr("This folder is empty."));
    m_placeholder->setDetail(tr("You can still choose this folder."));
    setDisabledReason(m_up, path == QLatin1String("/") ? tr("There is no parent folder.") : QString());
    showChoice();
}

void PlaceDialog::showError(const Error &error)
{
    m_isAsking = false;
    if (m_path.isEmpty()) {
        m_placeholder->setSentence(tr("This folder cannot be shown."));
    } else {
        // The field names what is shown and would be chosen; undo brings back what was entered.
        m_edit->selectAll();
        m_edit->insert(m_path);
    }
    showChoice();
    if (!error.isCancelled())
        m_messages->post({QStringLiteral("folder"), Tone::Bad, error.what, {}, error.detail, {}});
}

QString PlaceDialog::below(const QString &name) const { return m_path.endsWith(u'/') ? m_path + name : m_path + u'/' + name; }

void PlaceDialog::goUp()
{
    if (m_path.isEmpty() || m_path == QLatin1String("/"))
        return;
    const QString above = m_path.left(m_path.lastIndexOf(u'/'));
    enter(above.isEmpty() ? QStringLiteral("/") : above);
}

void PlaceDialog::goInto(const QModelIndex &index)
{
    const QString path = below(index.data(NameRole).toString());
    if (index.data(IsFolderRole).toBool()) {
        enter(path);
        return;
    }
    Q_EMIT chosen(path);
    accept();
}

QString PlaceDialog::choice() const
{
    const QModelIndexList chosen = m_view->selectionModel()->selectedIndexes();
    return chosen.isEmpty() ? m_path : below(chosen.first().data(NameRole).toString());
}

void PlaceDialog::showChoice()
{
    m_choose->setText(m_view->selectionModel()->hasSelection() ? tr("Choose") : tr("Choose this folder"));
    setDisabledReason(m_choose, m_isAsking         ? tr("The machine has not answered yet.")
                                : m_path.isEmpty() ? tr("This folder cannot be shown.")
                                                   : QString());
}

bool PlaceDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Backspace || (key->key() == Qt::Key_Up && key->modifiers() == Qt::AltModifier)) {
            goUp();
            return true;
        }
        if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && m_view->currentIndex().isValid()) {
            goInto(m_view->currentIndex());
            return true;
        }
    }
    return Dialog::eventFilter(watched, event);
}

}  // namespace trainyard

#include "moc_placedialog.cpp"
