// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/factspanel.h"

#include "ui/common/buttons.h"
#include "ui/common/icons.h"

#include <QHBoxLayout>
#include <QToolButton>

namespace trainyard {

namespace {

constexpr int kMostShare = 4;  // at most a quarter of the page

}  // namespace

FactsPanel::FactsPanel(QWidget *parent)
    : QWidget(parent), m_bar(new FactsBar),
      m_fold(makeIconButton(QStringLiteral("runFactsFold"), QStringLiteral("chevron-down"), tr("Show all facts of the run")))
{
    auto *const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(dp(6));
    row->addWidget(m_bar, 1);
    row->addWidget(m_fold, 0, Qt::AlignTop);
    m_fold->hide();
    connect(m_fold, &QToolButton::clicked, this, [this] {
        m_isUnfolded = !m_isUnfolded;
        fold();
    });
}

void FactsPanel::setFacts(const QList<Fact> &facts)
{
    m_bar->setFacts(facts);
    fold();
}

void FactsPanel::setPageHeight(int pixels)
{
    m_pageHeight = pixels;
    fold();
}

void FactsPanel::fold()
{
    const bool isTooHigh = m_pageHeight > 0 && m_bar->unfoldedHeight(width()) * kMostShare > m_pageHeight;
    const bool isFolded = isTooHigh && !m_isUnfolded;
    m_bar->setFolded(isFolded);
    m_fold->setVisible(isTooHigh);
    const QString name = isFolded ? tr("Show all facts of the run") : tr("Show the facts in one line");
    if (name == m_fold->accessibleName())
        return;
    m_fold->setIcon(icon(isFolded ? QStringLiteral("chevron-down") : QStringLiteral("chevron-up")));
    m_fold->setToolTip(name);
    m_fold->setAccessibleName(name);
}

void FactsPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fold();
}

}  // namespace trainyard

#include "moc_factspanel.cpp"
