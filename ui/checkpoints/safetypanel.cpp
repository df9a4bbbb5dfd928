// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/safetypanel.h"

#include "core/base/shownpath.h"
#include "ui/checkpoints/safetybadge.h"
#include "ui/common/card.h"
#include "ui/common/iconlabel.h"
#include "ui/common/label.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace trainyard {
namespace {

constexpr qsizetype kMaxShownFindings = 200;  // most severe first: the rest adds nothing new

QString meaningOf(Safety safety)
{
    switch (safety) {
    case Safety::Safe: return SafetyPanel::tr("Loading it runs no code.");
    case Safety::Foreign:
        return SafetyPanel::tr("It contains other classes as data. Loading it imports them, so it is as safe as the packages they "
                               "come from. torch.load refuses them by default since 2.6.");
    case Safety::Dangerous:
        return SafetyPanel::tr("Loading it runs the code listed here, with the permissions of the user who loads it. Trainyard has "
                               "run none of it.");
    case Safety::Unknown: break;
    }
    return SafetyPanel::tr("Not all of it could be read, so what loading it does is unknown.");
}

QWidget *rowOf(const Finding &finding)
{
    auto *const row = new QWidget;
    auto *const layout = new QHBoxLayout(row);
    layout->setContentsMargins(dp(16), dp(8), dp(16), dp(8));
    layout->setSpacing(dp(8));
    const bool isNote = finding.severity == Safety::Safe;
    const BadgeLook look = badgeOf(finding.severity);
    auto *const sign = new IconLabel(isNote ? QStringLiteral("info") : look.icon, isNote ? Ink::Text3 : inkOf(look.tone), 16);
    layout->addWidget(sign, 0, Qt::AlignTop);
    auto *const texts = new QVBoxLayout;
    texts->setSpacing(dp(2));
    if (!finding.name.isEmpty())
        texts->addWidget(makeSelectableProse(shownPath(finding.name.left(300)), TextRole::Code, Ink::Text1));
    texts->addWidget(makeSelectableProse(finding.text, TextRole::Body, finding.name.isEmpty() ? Ink::Text1 : Ink::Text2));
    if (!finding.place.isEmpty())
        texts->addWidget(makeSelectableProse(shownPath(finding.place.left(300)), TextRole::Small, Ink::Text3));
    layout->addLayout(texts, 1);
    return row;
}

}  // namespace

SafetyPanel::SafetyPanel(QWidget *parent) : QScrollArea(parent)
{
    setObjectName(QStringLiteral("inspectorFindings"));
    setAccessibleName(tr("Safety"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAutoFillBackground(false);
    setInspection(nullptr);
}

void SafetyPanel::setInspection(const Inspection *inspection)
{
    auto *const body = new QWidget;
    auto *const column = new QVBoxLayout(body);
    column->setContentsMargins(0, dp(12), 0, dp(8));
    column->setSpacing(0);
    auto *const head = new QVBoxLayout;
    head->setContentsMargins(dp(16), 0, dp(16), dp(12));
    head->setSpacing(dp(8));
    if (inspection) {
        auto *const badge = new QHBoxLayout;
        badge->addWidget(new Badge(badgeOf(inspection->safety)));
        badge->addStretch(1);
        head->addLayout(badge);
        head->addWidget(makeSelectableProse(meaningOf(inspection->safety), TextRole::Body, Ink::Text2));
    } else {
        head->addWidget(
            makeSelectableProse(tr("It has not been inspected, so what loading it does is unknown."), TextRole::Body, Ink::Text3));
    }
    column->addLayout(head);
    if (inspection) {
        for (const Finding &finding : inspection->findings.mid(0, kMaxShownFindings)) {
            column->addWidget(new Hairline);
            column->addWidget(rowOf(finding));
        }
        if (inspection->findings.size() > kMaxShownFindings) {
            auto *const more = new Label(tr("and %n more", nullptr, int(inspection->findings.size() - kMaxShownFindings)), TextRole::Small,
                                         Ink::Text3);
            more->setContentsMargins(dp(16), 0, 0, 0);
            column->addWidget(more);
        }
    }
    column->addStretch(1);
    if (QWidget *const earlier = takeWidget())
        earlier->deleteLater();
    setWidget(body);
    body->setAutoFillBackground(false);
}

}  // namespace trainyard

#include "moc_safetypanel.cpp"
