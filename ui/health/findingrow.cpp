// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/health/findingrow.h"

#include "ui/common/accessiblerole.h"
#include "ui/common/adviceview.h"
#include "ui/common/badge.h"
#include "ui/common/spokentext.h"
#include "ui/theme/stylepaint.h"

#include <QHBoxLayout>
#include <QPainter>

namespace trainyard {

namespace {

QString nameOf(const HealthFinding &finding) { return finding.id + (finding.gpu ? QString::number(*finding.gpu) : QString()); }

}  // namespace

FindingRow::FindingRow(const HealthFinding &finding, QWidget *parent)
    : QWidget(parent), m_finding(finding), m_advice(new AdviceView(QStringLiteral("copyMend_") + nameOf(finding), this))
{
    setObjectName(QStringLiteral("finding_") + nameOf(finding));
    setFocusPolicy(Qt::TabFocus);
    setAccessibleRole(this, QAccessible::Grouping);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(dp(40), dp(8), dp(12), dp(8));
    row->setSpacing(dp(12));
    row->addWidget(m_advice, 1, Qt::AlignTop);
    if (finding.isSimulated)
        row->addWidget(new Badge(simulatedBadge(), this), 0, Qt::AlignTop);
    // If all is well, the reason why it matters is omitted.
    if (finding.state == HealthState::Ok)
        m_advice->setAdvice({finding.what, {}, {}, {}, {}, Ink::Text2});
    else
        m_advice->setAdvice({finding.what, finding.why, finding.detail, finding.remedy, finding.command, Ink::Text1});
    if (finding.state == HealthState::Ok)
        setToolTip(finding.detail.toHtmlEscaped().replace(u'\n', QLatin1String("<br>")));
    QStringList spoken{healthStateWord(finding.state), finding.what};
    if (finding.state != HealthState::Ok)
        spoken << finding.why << finding.remedy << finding.command;
    setAccessibleName(spokenSentences(spoken));
}

void FindingRow::paintEvent(QPaintEvent *)
{
    QPainter p(this);
    const Theme t = themeOf(this);
    const BadgeLook look = badgeOf(m_finding.state);
    const int side = dp(16);
    paintIcon(&p, look.icon, QRectF(dp(12), m_advice->geometry().top() + (lineHeight(TextRole::Body) - side) / 2.0 + 0.5, side, side),
              t.tone(look.tone).ink);
    if (hasFocus())
        paintRowFocus(&p, rect(), dp(6), t);
}

}  // namespace trainyard

#include "moc_findingrow.cpp"
