// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/taskcompleter.h"

#include "ui/theme/theme.h"

#include <QListView>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kAboutRole = Qt::UserRole;
constexpr int kVisible = 9, kWidth = 660, kWordWidth = 130;  // of rows, and design pixels

// The word at the left, and what it is at the right, in one line.
class WordDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        return {dp(kWidth), lineHeight(TextRole::Body) + dp(8)};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme theme = themeOf(option.widget);
        const bool isChosen = option.state & QStyle::State_Selected;
        painter->save();
        if (isChosen)
            painter->fillRect(option.rect, theme.selected);
        const QString word = index.data().toString(), about = index.data(kAboutRole).toString();
        const QRect inside = option.rect.adjusted(dp(10), 0, -dp(10), 0);
        const QFont code = textFont(TextRole::Code);
        const QFontMetrics codeMetrics(code);
        const int wordWidth = about.isEmpty() ? inside.width()
                                              : std::max(dp(kWordWidth), std::min(codeMetrics.horizontalAdvance(word), inside.width() / 2));
        painter->setFont(code);
        painter->setPen(theme.text1);
        painter->drawText(QRect(inside.left(), inside.top(), wordWidth, inside.height()), Qt::AlignLeft | Qt::AlignVCenter,
                          codeMetrics.elidedText(word, Qt::ElideMiddle, wordWidth));
        const QFont small = textFont(TextRole::Small);
        const int left = wordWidth + dp(12);
        const QRect rest = inside.adjusted(left, 0, 0, 0);
        painter->setFont(small);
        painter->setPen(isChosen ? theme.text2 : theme.text3);
        painter->drawText(rest, Qt::AlignLeft | Qt::AlignVCenter, QFontMetrics(small).elidedText(about, Qt::ElideRight, rest.width()));
        painter->restore();
    }
};

}  // namespace

TaskCompleter::TaskCompleter(QWidget *editor) : QCompleter(editor), m_words(new QStandardItemModel(this))
{
    setModel(m_words);
    setWidget(editor);
    // What fits is chosen by the place in the file, not by the words alone.
    setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    setMaxVisibleItems(kVisible);
    auto *const list = new QListView;
    list->setObjectName(QStringLiteral("taskWords"));
    list->setAccessibleName(tr("Completions"));
    list->setFrameShape(QFrame::Box);
    list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list->setUniformItemSizes(true);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setPopup(list);
    list->setItemDelegate(new WordDelegate(list));
    connect(this, qOverload<const QModelIndex &>(&QCompleter::activated), this, [this](const QModelIndex &index) {
        if (index.row() >= 0 && index.row() < m_candidates.size())
            Q_EMIT taken(TaskCandidate(m_candidates[index.row()]));
    });
}

void TaskCompleter::offer(const QList<TaskCandidate> &candidates, const QRect &place)
{
    if (candidates.isEmpty()) {
        hide();
        return;
    }
    m_candidates = candidates;
    m_words->clear();
    for (const TaskCandidate &one : candidates) {
        auto *const item = new QStandardItem(one.word);
        item->setData(one.about, kAboutRole);
        item->setToolTip(one.about);
        item->setAccessibleText(one.about.isEmpty() ? one.word : tr("%1: %2", "a word, and what it is").arg(one.word, one.about));
        m_words->appendRow(item);
    }
    QRect at = place;
    at.setWidth(dp(kWidth));
    complete(at);
    popup()->setCurrentIndex(completionModel()->index(0, 0));
}

void TaskCompleter::hide() { popup()->hide(); }

bool TaskCompleter::isShown() const { return popup()->isVisible(); }

}  // namespace trainyard

#include "moc_taskcompleter.cpp"
