// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/refreshbar.h"

#include "core/base/format.h"
#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/common/stackedbar.h"
#include "ui/theme/stylepaint.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

namespace trainyard {

RefreshBar::RefreshBar(QWidget *parent)
    : QWidget(parent), m_text(new ElidedLabel(TextRole::Body, Ink::Text1, Qt::ElideRight, this)), m_bar(new StackedBar(this)),
      m_cancel(makeButton(QStringLiteral("refreshCancel"), tr("Stop"), ButtonVariant::Normal, {}, this))
{
    setObjectName(QStringLiteral("refreshBar"));
    m_text->setObjectName(QStringLiteral("refreshText"));
    m_bar->setObjectName(QStringLiteral("refreshProgress"));
    m_bar->setMaximumWidth(dp(220));
    setSmall(m_cancel);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(dp(14), dp(6), dp(8), dp(6));
    row->setSpacing(dp(12));
    row->addWidget(m_text, 1);
    row->addWidget(m_bar);
    row->addWidget(m_cancel);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, &RefreshBar::showText);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        m_cancel->setEnabled(false);
        Q_EMIT cancelRequested();
    });
    hide();
}

void RefreshBar::start()
{
    m_view = {};
    m_cancel->setEnabled(true);
    m_since.start();
    m_clock.start();
    m_bar->setParts({}, {});
    showText();
    show();
}

void RefreshBar::setProgress(const RefreshView &view)
{
    m_view = view;
    const double part = view.total > 0 ? std::clamp(static_cast<double>(view.bytes) / static_cast<double>(view.total), 0.0, 1.0) : 0;
    const double share = view.lists > 0 ? (view.ended + part) / view.lists : 0;
    const QString spoken = tr("%1 of %2 price lists").arg(view.ended).arg(view.lists);
    m_bar->setParts({{share, 0, spoken, false}}, spoken);
    showText();
}

void RefreshBar::stop()
{
    m_clock.stop();
    hide();
}

void RefreshBar::showText()
{
    const QString elapsed = formatElapsed(m_since.elapsed());
    if (m_view.list.isEmpty()) {
        m_text->setText(tr("Fetching prices… %1").arg(elapsed));
        return;
    }
    const QString amount = m_view.total > 0 ? formatBytesOf(m_view.bytes, m_view.total) : formatBytes(m_view.bytes);
    m_text->setText(tr("Fetching %1, list %2 of %3, %4, %5").arg(m_view.list).arg(m_view.ended + 1).arg(m_view.lists).arg(amount, elapsed));
}

void RefreshBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme theme = themeOf(this);
    paintBox(&painter, rect(), dp(8), theme.info.tint, mixed(theme.info.tint, theme.info.ink, theme.isHighContrast ? 1.0 : 0.55));
}

}  // namespace trainyard

#include "moc_refreshbar.cpp"
