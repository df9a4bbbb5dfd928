// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/fitnote.h"

#include "ui/common/badge.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/label.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

FitNote::FitNote(QWidget *parent)
    : QWidget(parent), m_badge(new Badge), m_why(new Label(TextRole::Small, Ink::Text2)),
      m_use(makeButton(QStringLiteral("launchFitUse"), {}, ButtonVariant::Link))
{
    setObjectName(QStringLiteral("launchFit"));
    m_why->setObjectName(QStringLiteral("launchFitWhy"));
    m_why->setWordWrap(true);
    setSmall(m_use);
    auto *const head = new QHBoxLayout;
    head->setSpacing(dp(8));
    head->addWidget(new Label(tr("This image"), TextRole::Small, Ink::Text3));
    head->addWidget(m_badge);
    head->addStretch(1);
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(0, dp(4), 0, 0);
    column->setSpacing(dp(6));
    column->addWidget(new Hairline);
    column->addLayout(head);
    column->addWidget(m_why);
    column->addWidget(m_use, 0, Qt::AlignLeft);
    connect(m_use, &QPushButton::clicked, this, [this] { Q_EMIT imageChosen(m_image); });
    setAnswer(std::nullopt);
}

void FitNote::setAnswer(const std::optional<CompatAnswer> &answer)
{
    setVisible(answer.has_value());
    if (!answer)
        return;
    m_badge->setLook(badgeOf(answer->verdict));
    // The deciding reason is visible, the others are in the tooltip.
    QStringList sentences;
    for (const CompatReason &reason : answer->reasons)
        sentences << reason.sentence;
    sentences << answer->missing;
    m_why->setText(sentences.value(0));
    m_why->setToolTip(QStringLiteral("<qt>")
                      + sentences.join(QStringLiteral("\n\n")).toHtmlEscaped().replace(u'\n', QLatin1String("<br>")));
    m_why->setVisible(!sentences.isEmpty());
    const auto image = std::find_if(answer->remedies.begin(), answer->remedies.end(),
                                    [](const CompatRemedy &remedy) { return remedy.kind == QLatin1String("image") && !remedy.isWithNext; });
    m_use->setVisible(image != answer->remedies.end());
    if (image == answer->remedies.end())
        return;
    m_image = image->value;
    m_use->setText(tr("Use %1").arg(m_image));
    m_use->setToolTip(image->sentence.toHtmlEscaped());
}

}  // namespace trainyard

#include "moc_fitnote.cpp"
