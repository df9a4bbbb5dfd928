// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/memorycard.h"

#include "ui/common/badge.h"
#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/common/stackedbar.h"
#include "ui/offers/memorylegend.h"
#include "ui/offers/memorywords.h"
#include "ui/offers/offerwords.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qint64 kMiB = 1024 * 1024;

// The number of GPUs that hold a part of the training: a slice counts as one.
int gpusOf(const OfferBook &book, size_t offer) { return std::max(1, book.offers().gpus()[offer] / kWholeGpu); }

}  // namespace

MemoryCard::MemoryCard(QWidget *parent)
    : Card(parent), m_verdict(new Badge(this)), m_about(new Label(TextRole::Small, Ink::Text2, this)),
      m_sum(new Label(TextRole::Strong, Ink::Text1, this)), m_bar(new StackedBar(this)), m_parts(new MemoryLegend(this)),
      m_change(makeButton(QStringLiteral("memoryChange"), {}, ButtonVariant::Link, {}, this))
{
    setObjectName(QStringLiteral("memoryCard"));
    setAccessibleName(tr("GPU memory"));
    m_verdict->setObjectName(QStringLiteral("memoryVerdict"));
    m_bar->setObjectName(QStringLiteral("memoryBar"));
    m_about->setWordWrap(true);
    m_sum->setWordWrap(true);
    auto *head = new QHBoxLayout;
    head->addWidget(new Label(tr("Does it fit?"), TextRole::Section, Ink::Text1, this), 1);
    head->addWidget(m_verdict);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(dp(15), dp(12), dp(15), dp(10));
    column->setSpacing(dp(8));
    column->addLayout(head);
    column->addWidget(m_about);
    column->addWidget(m_bar);
    column->addWidget(m_parts);
    column->addWidget(m_sum);
    column->addWidget(m_change, 0, Qt::AlignLeft);
    connect(m_change, &QPushButton::clicked, this, &MemoryCard::changeRequested);
    count();
}

void MemoryCard::setOffer(const OfferBookPtr &book, std::optional<size_t> offer)
{
    m_book = book;
    m_offer = offer;
    count();
}

void MemoryCard::setRequest(const MemoryRequest &request)
{
    m_request = request;
    count();
}

void MemoryCard::count()
{
    for (QWidget *widget : QList<QWidget *>{m_verdict, m_bar, m_parts, m_sum})
        widget->setVisible(m_request.has_value());
    if (!m_request) {
        m_about->setText(tr("How much GPU memory the training needs, and which GPUs it fits on."));
        m_change->setText(tr("Calculate…"));
        return;
    }
    m_change->setText(tr("Change, or see which GPUs it fits on…"));
    m_about->setText(requestText(*m_request));
    MemoryRequest asked = *m_request;
    if (m_book && m_offer)
        asked.gpus = gpusOf(*m_book, *m_offer);
    const auto need = memoryNeed(asked);
    if (!need) {
        m_about->setText(need.error().what);
        m_verdict->setLook({});
        return;
    }
    const qint32 mib = m_book && m_offer ? m_book->catalog.gpuMemoryMiB(*m_offer) : kUnknown;
    const qint64 room = mib == kUnknown ? 0 : mib * kMiB;
    m_verdict->setLook(room == 0             ? BadgeLook{Tone::Stale, QStringLiteral("question"), tr("Unknown")}
                       : need->bytes <= room ? BadgeLook{Tone::Ok, QStringLiteral("check"), tr("Fits")}
                                             : BadgeLook{Tone::Bad, QStringLiteral("cross"), tr("Too small")});
    showParts(*need, room);
    m_sum->setText(room == 0 ? tr("%1 GiB per GPU").arg(gibOfBytes(need->bytes))
                             : tr("%1 of %2 GiB per GPU").arg(gibOfBytes(need->bytes), gibText(mib)));
}

void MemoryCard::showParts(const MemoryNeed &need, qint64 room)
{
    QList<BarPart> bar;
    QStringList spoken;
    const QList<MemoryGroup> groups = groupsOf(need);
    for (const MemoryGroup &group : groups) {
        const QString gib = gibOfBytes(group.bytes);
        bar << BarPart{static_cast<double>(group.bytes) / static_cast<double>(std::max(room, need.bytes)), group.series,
                       tr("%1: %2 GiB").arg(group.title, gib), group.isMargin};
        spoken << bar.last().toolTip;
    }
    m_parts->setGroups(groups);
    m_bar->setParts(bar, spoken.join(QStringLiteral(", ")));
}

}  // namespace trainyard

#include "moc_memorycard.cpp"
