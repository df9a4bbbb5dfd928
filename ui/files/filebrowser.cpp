// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/filebrowser.h"

#include "core/base/bytename.h"
#include "core/base/format.h"
#include "core/service/runs/whendone.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/flowlayout.h"
#include "ui/common/focusforward.h"
#include "ui/common/icons.h"
#include "ui/common/keytable.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/placeholder.h"
#include "ui/common/searchfield.h"
#include "ui/files/foldermodel.h"
#include "ui/files/foldertable.h"
#include "ui/files/pathbar.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSet>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtConcurrentRun>

#include <algorithm>
#include <numeric>
#include <utility>

namespace trainyard {

namespace {

constexpr qsizetype kSortedAtOnce = 2000;  // takes a millisecond; more is sorted on a worker
constexpr int kFilterWidth = 240;          // of the design; the path takes the rest
constexpr qsizetype kMostBefore = 100;     // folders in the history
const QString kListFailed = QStringLiteral("files");

QByteArray parentOf(const QByteArray &folder)
{
    const qsizetype slash = folder.lastIndexOf('/');
    return slash > 0 ? folder.left(slash) : QByteArrayLiteral("/");
}

}  // namespace

FileBrowser::FileBrowser(QWidget *parent)
    : QWidget(parent), m_model(new FolderModel(this)), m_table(new FolderTable(m_model)), m_path(new PathBar),
      m_filter(new SearchField(QStringLiteral("filesFilter"), tr("Filter by name"))),
      m_back(makeIconButton(QStringLiteral("filesBack"), QStringLiteral("arrow-left"), tr("Back"))),
      m_forward(makeIconButton(QStringLiteral("filesForward"), QStringLiteral("chevron-right"), tr("Forward"))),
      m_up(makeIconButton(QStringLiteral("filesUp"), QStringLiteral("chevron-up"), tr("Parent folder"))),
      m_placesButton(makeIconButton(QStringLiteral("filesPlaces"), QStringLiteral("home"), tr("Places"))),
      m_hidden(makeIconButton(QStringLiteral("filesHidden"), QStringLiteral("eye"), tr("Show hidden files"))),
      m_new(makeIconButton(QStringLiteral("filesNewFolder"), QStringLiteral("plus"), tr("New folder…"))),
      m_upload(makeIconButton(QStringLiteral("filesUpload"), QStringLiteral("upload"), tr("Upload…"))),
      m_download(makeIconButton(QStringLiteral("filesDownload"), QStringLiteral("download"), tr("Download to…"))),
      m_refresh(makeIconButton(QStringLiteral("filesRefresh"), QStringLiteral("refresh"), tr("Refresh"))),
      m_stop(makeButton(QStringLiteral("filesStop"), tr("Cancel"), ButtonVariant::Link)),
      m_transfers(makeButton(QStringLiteral("filesTransfers"), {}, ButtonVariant::Link)), m_status(new Label(TextRole::Small, Ink::Text2)),
      m_stale(new Label(TextRole::Small, Ink::Warning)), m_messages(new MessageBar),
      m_placeholder(new Placeholder(QStringLiteral("folder"), m_table))
{
    setObjectName(QStringLiteral("fileBrowser"));
    m_status->setObjectName(QStringLiteral("filesStatus"));
    m_stale->setObjectName(QStringLiteral("filesStale"));
    m_hidden->setCheckable(true);
    m_placesButton->setPopupMode(QToolButton::InstantPopup);
    m_placesButton->setMenu(new QMenu(m_placesButton));
    m_upload->setPopupMode(QToolButton::InstantPopup);
    auto *const uploads = new QMenu(m_upload);
    uploads->addAction(icon(QStringLiteral("file")), tr("Upload files…"), this, [this] { Q_EMIT uploadChoiceRequested(false); });
    uploads->addAction(icon(QStringLiteral("folder")), tr("Upload a folder…"), this, [this] { Q_EMIT uploadChoiceRequested(true); });
    m_upload->setMenu(uploads);
    build();
    connectAll();
    setPlaces({});
    reset();
}

void FileBrowser::build()
{
    const auto group = [](const QList<QWidget *> &widgets) {
        auto *const part = new QWidget;
        auto *const row = new QHBoxLayout(part);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(dp(4));
        for (QWidget *const widget : widgets)
            row->addWidget(widget);
        return part;
    };
    auto *const bar = new FlowLayout;
    bar->setSpacing(dp(8));
    bar->addWidget(group({m_back, m_forward, m_up, m_placesButton}));
    bar->addWidget(m_path);
    m_filter->setMaximumWidth(dp(kFilterWidth));
    m_filter->setMinimumWidth(std::min(dp(kFilterWidth), m_filter->sizeHint().width()));
    bar->addWidget(m_filter);
    bar->addWidget(group({m_hidden, m_new, m_upload, m_download, m_refresh}));
    auto *const card = new Card;
    auto *const inside = new QVBoxLayout(card);
    inside->setContentsMargins(1, 1, 1, 1);
    inside->addWidget(m_table);
    auto *const foot = new FlowLayout;
    foot->setSpacing(dp(12));
    foot->addWidget(m_status);
    foot->addWidget(m_stop);
    foot->addWidget(m_stale);
    foot->addStretch();
    foot->addWidget(m_transfers);
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(8));
    column->addLayout(bar);
    column->addWidget(m_messages);
    column->addWidget(card, 1);
    column->addLayout(foot);
    m_table->setMinimumHeight(dp(160));
    forwardFocus(this, m_table);
}

void FileBrowser::connectAll()
{
    m_table->installEventFilter(this);
    m_filter->installEventFilter(this);
    connect(m_back, &QToolButton::clicked, this, [this] { goBack(false); });
    connect(m_forward, &QToolButton::clicked, this, [this] { goBack(true); });
    connect(m_up, &QToolButton::clicked, this, &FileBrowser::goUp);
    connect(m_refresh, &QToolButton::clicked, this, [this] { refresh(); });
    connect(m_stop, &QPushButton::clicked, this, &FileBrowser::stopRequested);
    connect(m_transfers, &QPushButton::clicked, this, &FileBrowser::transfersRequested);
    connect(m_new, &QToolButton::clicked, this, &FileBrowser::newFolderRequested);
    connect(m_download, &QToolButton::clicked, this, [this] { Q_EMIT downloadRequested(selectedPaths()); });
    connect(m_hidden, &QToolButton::toggled, this, [this](bool isShown) {
        m_order.showsHidden = isShown;
        order();
    });
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_order.filter = text;
        order();
    });
    connect(m_table->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, [this](int column, Qt::SortOrder direction) {
        m_order.column = FolderColumn(column);
        m_order.isDescending = direction == Qt::DescendingOrder;
        order();
    });
    connect(m_table, &QTableView::doubleClicked, this, &FileBrowser::openCurrent);
    connect(m_table, &QWidget::customContextMenuRequested, this, &FileBrowser::showMenu);
    connect(m_table, &FolderTable::filesDropped, this, &FileBrowser::uploadRequested);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &FileBrowser::showState);
    connect(m_path, &PathBar::pathChosen, this, [this](const QByteArray &path) {
        m_table->setFocus();
        go(path);
    });
    connect(m_path, &PathBar::completionRequested, this, &FileBrowser::completionRequested);
    connect(m_path, &PathBar::left, this, [this] { m_table->setFocus(); });
    connect(m_messages, &MessageBar::actionTriggered, this, [this](const QString &id) {
        if (id == kListFailed)
            refresh();
    });
}

void FileBrowser::reset()
{
    m_folder.clear();
    m_wanted.clear();
    m_before.clear();
    m_after.clear();
    m_entries.clear();
    m_incoming.clear();
    m_ordered = {};
    m_read = {};
    m_isReading = m_isOutOfTouch = false;
    m_filter->clear();
    m_messages->clear();
    m_model->set({}, {}, {});
    m_path->setPath({});
    setTransfers({});
    showState();
}

void FileBrowser::setPlaces(const QList<Place> &places)
{
    QMenu *const menu = m_placesButton->menu();
    menu->clear();
    QList<Place> all{{tr("Home"), QByteArrayLiteral("~")}};
    all += places;
    for (const Place &place : std::as_const(all)) {
        QAction *const action = menu->addAction(icon(place.path == "~" ? QStringLiteral("home") : QStringLiteral("folder")), place.text,
                                                this, [this, path = place.path] { go(path); });
        action->setToolTip(shownBytes(place.path));
        if (place.path == "~") {
            action->setShortcut(keyFor(KeyFor::FilesHome));
            action->setShortcutContext(Qt::WidgetShortcut);  // shown only: the table handles the key
        }
    }
}

void FileBrowser::go(const QByteArray &path) { request(path, Way::Go); }

void FileBrowser::refresh(bool isQuiet)
{
    request(m_wanted.isEmpty() ? QByteArray(m_folder) : QByteArray(m_wanted), m_wanted.isEmpty() ? Way::Again : m_way, isQuiet);
}

void FileBrowser::request(const QByteArray &path, Way way, bool isQuiet)
{
    if (path.isEmpty())
        return;
    m_wanted = path;
    m_way = way;
    m_isQuiet = isQuiet;
    m_incoming.clear();
    m_isReading = true;
    m_isTaken = false;
    if (!isQuiet)
        m_messages->withdraw(kListFailed);
    showState();
    Q_EMIT folderRequested(path, isQuiet);
}

// The machine has begun to answer: from here on, this folder is the one that is shown.
void FileBrowser::take(const QByteArray &folder)
{
    if (std::exchange(m_isTaken, true) || folder == m_folder)
        return;
    const QByteArray last = std::exchange(m_folder, folder);
    if (!last.isEmpty() && m_way != Way::Again) {
        QList<QByteArray> &left = m_way == Way::Back ? m_after : m_before;
        left << last;
        if (m_way == Way::Go)
            m_after.clear();
        else if (QList<QByteArray> &used = m_way == Way::Back ? m_before : m_after; !used.isEmpty())
            used.removeLast();
        if (m_before.size() > kMostBefore)
            m_before.removeFirst();
    }
    // Coming up, the folder that was left is selected.
    m_toSelect = !last.isEmpty() && parentOf(last) == folder && last != "/" ? last.mid(last.lastIndexOf('/') + 1) : QByteArray();
    m_entries.clear();
    m_ordered = {};
    m_read = {};
    {
        const QSignalBlocker quiet(m_filter);
        m_filter->clear();
        m_order.filter.clear();
    }
    m_model->set({}, {}, {});
    m_table->scrollToTop();
    m_path->setPath(folder);
}

void FileBrowser::add(const QByteArray &folder, const QList<FolderEntry> &entries)
{
    take(folder);
    m_incoming += entries;
    if (!m_read.isValid()) {
        m_entries = m_incoming;
        order();
    }
    showState();
}

void FileBrowser::finish(const QByteArray &folder, const QByteArray &selected, const QDateTime &now)
{
    take(folder);
    if (!selected.isEmpty())
        m_toSelect = selected;
    m_entries = std::exchange(m_incoming, {});
    m_read = now;
    m_wanted.clear();
    m_isReading = false;
    m_isOutOfTouch = false;
    m_messages->withdraw(kListFailed);
    order();
    showState();
}

void FileBrowser::fail(const Error &error)
{
    m_isReading = false;
    m_incoming.clear();
    if (!error.isCancelled())
        m_messages->post({kListFailed, Tone::Warning, error.what, {}, error.detail, tr("Retry")});
    else
        m_wanted.clear();
    // What was typed or clicked leads nowhere: the next refresh is for the folder that is shown.
    const bool mayComeBack = error.code == ErrorCode::ConnectionLost || error.code == ErrorCode::Unreachable
                             || error.code == ErrorCode::TimedOut;
    if (!m_folder.isEmpty() && !mayComeBack)
        m_wanted.clear();
    m_path->setPath(m_folder);
    showState();
}

void FileBrowser::setOutOfTouch(bool isOutOfTouch)
{
    if (m_isOutOfTouch == isOutOfTouch)
        return;
    m_isOutOfTouch = isOutOfTouch;
    showState();
}

void FileBrowser::setTransfers(const QString &text)
{
    m_transfers->setText(text);
    m_transfers->setVisible(!text.isEmpty());
}

void FileBrowser::setCompletions(const QByteArray &folder, const QList<QByteArray> &names) { m_path->setCompletions(folder, names); }

QByteArray FileBrowser::below(const QByteArray &name) const { return m_folder.endsWith('/') ? m_folder + name : m_folder + '/' + name; }

QList<QByteArray> FileBrowser::selectedPaths() const
{
    QList<QByteArray> paths;
    const QItemSelection selection = m_table->selectionModel()->selection();
    for (const QItemSelectionRange &range : selection) {
        for (int row = range.top(); row <= range.bottom(); ++row) {
            if (const FolderEntry *const entry = m_model->entryAt(row))
                paths << below(entry->name);
        }
    }
    return paths;
}

void FileBrowser::order()
{
    if (m_isOrdering) {
        m_isOrderWanted = true;
        return;
    }
    if (m_entries.size() <= kSortedAtOnce) {
        showRows(orderedFolder(m_entries, m_order), m_entries);
        return;
    }
    m_isOrdering = true;
    whenDone(QtConcurrent::run([entries = m_entries, order = m_order] { return orderedFolder(entries, order); }), this,
             [this, entries = m_entries, folder = m_folder](const OrderedFolder &ordered) {
                 m_isOrdering = false;
                 if (folder == m_folder)
                     showRows(ordered, entries);
                 if (std::exchange(m_isOrderWanted, false) || folder != m_folder)
                     order();
             });
}

// The rows change, what is selected and where the table stands do not.
void FileBrowser::showRows(const OrderedFolder &ordered, const QList<FolderEntry> &entries)
{
    QSet<QByteArray> selected;
    const QItemSelection before = m_table->selectionModel()->selection();
    for (const QItemSelectionRange &range : before) {
        for (int row = range.top(); row <= range.bottom(); ++row)
            selected << m_model->entryAt(row)->name;
    }
    const FolderEntry *const there = m_model->entryAt(m_table->currentIndex().row());
    QByteArray current = there ? there->name : QByteArray();
    const bool isSought = !m_toSelect.isEmpty();
    if (isSought) {
        current = m_toSelect;
        selected = {current};
    }
    const int scrolled = m_table->verticalScrollBar()->value();
    m_ordered = ordered;
    m_model->set(entries, ordered.rows, QDateTime::currentDateTime());
    m_table->verticalScrollBar()->setValue(scrolled);
    QItemSelection again;
    int currentRow = -1, firstSelected = -1;
    for (int row = 0; row < ordered.rows.size() && (!selected.isEmpty() || !current.isEmpty()); ++row) {
        const QByteArray &name = m_model->entryAt(row)->name;
        // In as few ranges as possible: a selection of many is slow.
        const bool isSelected = selected.contains(name);
        if (isSelected && firstSelected < 0)
            firstSelected = row;
        if (firstSelected >= 0 && (!isSelected || row + 1 == ordered.rows.size())) {
            again.select(m_model->index(firstSelected, 0), m_model->index(isSelected ? row : row - 1, FolderModel::kColumns - 1));
            firstSelected = -1;
        }
        if (name == current)
            currentRow = row;
    }
    if (isSought && currentRow >= 0)
        m_toSelect.clear();
    if (currentRow < 0 && !ordered.rows.isEmpty())
        currentRow = 0;
    if (currentRow >= 0)
        m_table->selectionModel()->setCurrentIndex(m_model->index(currentRow, 0), QItemSelectionModel::NoUpdate);
    if (!again.isEmpty())
        m_table->selectionModel()->select(again, QItemSelectionModel::ClearAndSelect);
    if (isSought && currentRow >= 0)
        m_table->scrollTo(m_model->index(currentRow, 0), QAbstractItemView::PositionAtCenter);
    showState();
    Q_EMIT shown();
}

void FileBrowser::showState()
{
    const QString noFolder = m_folder.isEmpty() ? tr("No folder has been read yet.") : QString();
    setDisabledReason(m_back, m_before.isEmpty() ? tr("There is no folder before this one.") : QString());
    setDisabledReason(m_forward, m_after.isEmpty() ? tr("There is no folder after this one.") : QString());
    setDisabledReason(m_up, !noFolder.isEmpty() ? noFolder : m_folder == "/" ? tr("There is no parent folder.") : QString());
    setDisabledReason(m_new, noFolder);
    setDisabledReason(m_upload, noFolder);
    const QItemSelection selection = m_table->selectionModel()->selection();
    const int selected = std::accumulate(selection.cbegin(), selection.cend(), 0,
                                         [](int sum, const QItemSelectionRange &range) { return sum + range.height(); });
    setDisabledReason(m_download, selected == 0 ? tr("Select files or folders first.") : QString());
    const bool isWaitedFor = m_isReading && !m_isQuiet;
    m_stop->setVisible(isWaitedFor);
    QStringList facts;
    if (isWaitedFor)
        facts << (m_incoming.isEmpty() ? tr("Reading…") : tr("Reading, %1 so far…").arg(formatCount(m_incoming.size())));
    else if (!m_folder.isEmpty())
        facts << (m_read.isValid() ? tr("%n entry(s)", nullptr, int(m_entries.size()))
                                   : tr("Not read to the end: %n entry(s)", nullptr, int(m_entries.size())));
    if (m_ordered.bytes > 0)
        facts << formatBytes(m_ordered.bytes);
    if (m_ordered.notShown > 0)
        facts << tr("%n hidden", nullptr, int(m_ordered.notShown));
    if (selected > 0)
        facts << tr("%n selected", nullptr, selected);
    m_status->setText(facts.join(tr(" · ", "between facts")));
    const QString read = m_read.isValid() ? formatMoment(m_read, QDateTime::currentDateTime()) : QString();
    m_stale->setText(read.isEmpty() ? tr("The machine does not answer") : tr("Last read %1, the machine does not answer").arg(read));
    m_stale->setVisible(m_isOutOfTouch);
    m_placeholder->setSentence(m_isReading                               ? tr("Asking the machine…")
                               : m_folder.isEmpty() || !m_read.isValid() ? tr("This folder cannot be shown.")
                               : !m_order.filter.isEmpty()               ? tr("No name matches this filter.")
                               : m_ordered.notShown > 0                  ? tr("All entries of this folder are hidden.")
                                                                         : tr("This folder is empty."));
    m_placeholder->setDetail(m_isReading || m_folder.isEmpty() || !m_order.filter.isEmpty() ? QString()
                                                                                            : tr("Drop files here to upload them."));
}

void FileBrowser::goUp()
{
    if (!m_folder.isEmpty() && m_folder != "/")
        go(parentOf(m_folder));
}

void FileBrowser::goBack(bool isForward)
{
    const QList<QByteArray> &folders = isForward ? m_after : m_before;
    if (!folders.isEmpty())
        request(QByteArray(folders.last()), isForward ? Way::Forward : Way::Back);
}

void FileBrowser::openCurrent()
{
    const FolderEntry *const entry = m_model->entryAt(m_table->currentIndex().row());
    if (entry)
        openEntry(below(entry->name), entry->isFolder());
}

void FileBrowser::openEntry(const QByteArray &path, bool isFolder)
{
    if (isFolder)
        go(path);
    else
        Q_EMIT openRequested(path);
}

}  // namespace trainyard

#include "moc_filebrowser.cpp"
