// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/commandpalette.h"

#include "ui/common/fuzzymatch.h"
#include "ui/common/keytable.h"
#include "ui/common/paintedlist.h"
#include "ui/common/placeholder.h"
#include "ui/common/searchfield.h"
#include "ui/theme/theme.h"
#include "ui/theme/variants.h"

#include <QKeyEvent>
#include <QListView>
#include <QPainter>
#include <QScreen>
#include <QShortcut>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qsizetype kMaxRows = 50, kMaxUntypedRecent = 6;
constexpr int kWidth = 680, kMostRows = 10;
constexpr int kEmptyRows = 4;  // the room for what is said when nothing is found

}  // namespace

CommandPalette::CommandPalette(const QList<PaletteSource> &sources, const QStringList &recent, QWidget *parent)
    : Dialog(parent), m_sources(sources), m_texts(sources.size()), m_recent(recent),
      m_field(new SearchField(QStringLiteral("paletteField"), tr("Find an action, page, run, machine, checkpoint or offer"), this)),
      m_view(new QListView(this)), m_model(new PaletteModel(this))
{
    setObjectName(QStringLiteral("commandPalette"));
    setWindowTitle(tr("Command palette"));
    setWindowFlag(Qt::FramelessWindowHint);
    setAttribute(Qt::WA_DeleteOnClose);
    m_view->setObjectName(QStringLiteral("paletteView"));
    m_view->setAccessibleName(tr("Found"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(new PaletteDelegate(m_model, m_view));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setUniformItemSizes(true);
    m_view->setMouseTracking(true);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setFocusPolicy(Qt::NoFocus);  // the keys go to the field
    setPlainRows(m_view);
    m_placeholder = new Placeholder(QStringLiteral("search"), m_view);
    m_placeholder->setSentence(tr("Nothing is called that."));
    m_placeholder->setDetail(tr("A few letters of the name are enough, in their order."));
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(1, dp(12), 1, dp(8));
    column->setSpacing(dp(8));
    auto *const top = new QHBoxLayout;
    top->setContentsMargins(dp(12), 0, dp(12), 0);
    top->addWidget(m_field);
    column->addLayout(top);
    column->addWidget(m_view, 1);
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::find);
    connect(m_view, &QListView::clicked, this, [this](const QModelIndex &index) { choose(index.row()); });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex &index) {
        if (index.isValid())
            tellPaintedFocus(m_view, index.row());
    });
    connect(new QShortcut(keyFor(KeyFor::Palette), this), &QShortcut::activated, this, &QDialog::reject);
    find();
    m_field->setFocus();
}

void CommandPalette::reload()
{
    m_texts = QList<std::optional<QStringList>>(m_sources.size());
    m_recentFound.reset();
    const int before = m_view->currentIndex().row();
    const QString id = before < 0 ? QString() : m_model->rows()[before].action.id;
    find();
    const QList<PaletteRow> &rows = m_model->rows();
    const auto again = std::find_if(rows.cbegin(), rows.cend(), [&id](const PaletteRow &row) { return row.action.id == id; });
    if (again != rows.cend())
        m_view->setCurrentIndex(m_model->index(int(again - rows.cbegin())));
}

void CommandPalette::find()
{
    const QString text = m_field->text().simplified();
    QList<PaletteRow> rows;
    for (const Found &found : text.isEmpty() ? untyped() : typed(text))
        rows << rowOf(found);
    m_model->setRows(rows);
    // Without typed text, the first available entry is selected.
    const auto first = std::find_if(rows.cbegin(), rows.cend(),
                                    [&](const PaletteRow &row) { return !text.isEmpty() || row.reason.isEmpty(); });
    if (!rows.isEmpty())
        m_view->setCurrentIndex(m_model->index(first == rows.cend() ? 0 : int(first - rows.cbegin())));
    m_view->scrollToTop();
    fitHeight();
}

const QStringList &CommandPalette::textsOf(qsizetype source)
{
    std::optional<QStringList> &texts = m_texts[source];
    if (!texts)
        texts = m_sources[source].texts();
    return *texts;
}

PaletteRow CommandPalette::rowOf(const Found &found) const
{
    PaletteRow row{m_sources[found.source].at(found.index), {}, {}};
    row.reason = row.action.reason();
    for (const int mark : found.marks) {
        if (mark < row.action.title.size())
            row.marks << mark;
    }
    return row;
}

const QList<CommandPalette::Found> &CommandPalette::recentOnes()
{
    if (m_recentFound)
        return *m_recentFound;
    m_recentFound.emplace();
    for (const QString &id : std::as_const(m_recent)) {
        for (qsizetype s = 0; s < m_sources.size(); ++s) {
            if (!id.startsWith(m_sources[s].prefix))
                continue;
            textsOf(s);
            if (const qsizetype index = m_sources[s].indexOf(id); index >= 0)
                m_recentFound->append(Found{s, index, 0, {}});
            break;
        }
    }
    return *m_recentFound;
}

// Recent entries, then the permanent ones.
QList<CommandPalette::Found> CommandPalette::untyped()
{
    QList<Found> all = recentOnes().first(std::min(recentOnes().size(), kMaxUntypedRecent));
    const QList<Found> recent = all;
    for (qsizetype s = 0; s < m_sources.size(); ++s) {
        if (!m_sources[s].isShownUntyped)
            continue;
        const qsizetype count = std::min(qsizetype(textsOf(s).size()), m_sources[s].max);
        for (qsizetype i = 0; i < count && all.size() < kMaxRows; ++i) {
            if (std::none_of(recent.cbegin(), recent.cend(), [&](const Found &one) { return one.source == s && one.index == i; }))
                all.append(Found{s, i, 0, {}});
        }
    }
    return all;
}

QList<CommandPalette::Found> CommandPalette::typed(const QString &text)
{
    QList<Found> all;
    for (qsizetype s = 0; s < m_sources.size(); ++s) {
        const QList<FuzzyHit> hits = fuzzyBest(text, textsOf(s), m_sources[s].max);
        for (const FuzzyHit &hit : hits)
            all.append(Found{s, hit.index, hit.match.score, hit.match.marks});
    }
    const QList<Found> &recent = recentOnes();
    const auto placeOf = [&recent](const Found &one) {
        return std::find_if(recent.cbegin(), recent.cend(),
                            [&one](const Found &other) { return other.source == one.source && other.index == one.index; })
               - recent.cbegin();
    };
    std::stable_sort(all.begin(), all.end(),
                     [&](const Found &a, const Found &b) { return a.score != b.score ? a.score > b.score : placeOf(a) < placeOf(b); });
    // Scattered letters are a weak match if another text has them together.
    const int best = all.isEmpty() ? 0 : all.first().score;
    all.removeIf([best](const Found &one) { return one.score < best * 2 / 3; });
    all.resize(std::min(all.size(), kMaxRows));
    return all;
}

void CommandPalette::step(int by, bool isAround)
{
    const int count = m_model->rowCount();
    if (count == 0)
        return;
    const int to = m_view->currentIndex().row() + by;
    m_view->setCurrentIndex(m_model->index(isAround ? (to + count) % count : std::clamp(to, 0, count - 1)));
}

void CommandPalette::choose(int row)
{
    if (row < 0 || row >= m_model->rowCount())
        return;
    const Action action = m_model->rows()[row].action;
    if (!action.run || !action.isEnabled())
        return;
    accept();
    Q_EMIT chosen(action);
}

bool CommandPalette::takeKey(int key)
{
    const int page = std::max(1, m_view->viewport()->height() / PaletteDelegate::rowHeight() - 1);
    switch (key) {
    case Qt::Key_Up: step(-1, true); return true;
    case Qt::Key_Down: step(1, true); return true;
    case Qt::Key_PageUp: step(-page, false); return true;
    case Qt::Key_PageDown: step(page, false); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: choose(m_view->currentIndex().row()); return true;
    case Qt::Key_Escape: reject(); return true;
    default: return false;
    }
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        const auto *const key = static_cast<QKeyEvent *>(event);
        if ((key->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier && takeKey(key->key()))
            return true;
    }
    return Dialog::eventFilter(watched, event);
}

bool CommandPalette::event(QEvent *event)
{
    // After the active window is determined.
    if (event->type() == QEvent::WindowDeactivate)
        QTimer::singleShot(0, this, [this] {
            if (isVisible() && !isActiveWindow())
                reject();
        });
    return Dialog::event(event);
}

// As high as its rows, below a field that stays where it is.
void CommandPalette::fitHeight()
{
    const QRect room = screen()->availableGeometry();
    const QWidget *const below = parentWidget() ? parentWidget()->window() : nullptr;
    const QSize most = below ? below->size().boundedTo(room.size()) : room.size();
    const QMargins edges = layout()->contentsMargins();
    const int found = m_model->rowCount();
    const int rows = found == 0 ? kEmptyRows : std::min(found, kMostRows);
    const int height = edges.top() + m_field->sizeHint().height() + layout()->spacing() + rows * PaletteDelegate::rowHeight()
                       + edges.bottom();
    setFixedSize(std::min(dp(kWidth), most.width() - dp(32)), std::min(height, most.height() - dp(64)));
}

void CommandPalette::showEvent(QShowEvent *event)
{
    fitHeight();
    if (const QWidget *const below = parentWidget() ? parentWidget()->window() : nullptr) {
        const QRect window = below->geometry();
        move(window.left() + (window.width() - width()) / 2, window.top() + std::clamp((window.height() - height()) / 2, 0, dp(56)));
    }
    Dialog::showEvent(event);
}

void CommandPalette::paintEvent(QPaintEvent *event)
{
    Dialog::paintEvent(event);
    // The desktop draws no frame around it.
    QPainter painter(this);
    painter.setPen(themeOf(this).control);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}  // namespace trainyard

#include "moc_commandpalette.cpp"
