// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/checkrow.h"

#include "ui/common/accessiblerole.h"
#include "ui/common/buttons.h"
#include "ui/common/enterkey.h"
#include "ui/common/iconlabel.h"
#include "ui/common/label.h"
#include "ui/common/plaintip.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

namespace {

struct CheckLook {
    QString icon;
    Tone tone;
};

CheckLook checkLookOf(LaunchCheck::State state)
{
    switch (state) {
    case LaunchCheck::State::Ok: return {QStringLiteral("check"), Tone::Ok};
    case LaunchCheck::State::Warning: return {QStringLiteral("triangle"), Tone::Warning};
    case LaunchCheck::State::Problem: return {QStringLiteral("cross"), Tone::Bad};
    case LaunchCheck::State::Unknown: return {QStringLiteral("question"), Tone::Stale};
    case LaunchCheck::State::Asking: return {QStringLiteral("clock"), Tone::Info};
    }
    Q_UNREACHABLE();
}

}  // namespace

CheckRow::CheckRow(int subject, QWidget *parent)
    : QWidget(parent), m_sign(new IconLabel(16)), m_what(makeProse({}, TextRole::Body, Ink::Text1)),
      m_mend(makeButton(QStringLiteral("launchCheckMend%1").arg(subject), {}, ButtonVariant::Link))
{
    setObjectName(QStringLiteral("launchCheck%1").arg(subject));
    m_what->setObjectName(QStringLiteral("launchCheckWhat%1").arg(subject));
    setAccessibleRole(this, QAccessible::ListItem);
    setFocusPolicy(Qt::ClickFocus);
    setSmall(m_mend);
    m_mend->setFocusPolicy(Qt::NoFocus);  // Enter in the row presses it
    auto *const texts = new QVBoxLayout;
    texts->setSpacing(dp(2));
    texts->addWidget(m_what);
    texts->addWidget(m_mend, 0, Qt::AlignLeft);
    auto *const row = new QHBoxLayout(this);
    row->setContentsMargins(dp(4), dp(3), dp(4), dp(3));
    row->setSpacing(dp(8));
    row->addWidget(m_sign, 0, Qt::AlignTop);
    row->addLayout(texts, 1);
    connect(m_mend, &QPushButton::clicked, this, [this] { Q_EMIT remedyRequested(LaunchCheck(m_check)); });
}

void CheckRow::setCheck(const LaunchCheck &check)
{
    m_check = check;
    QString mend;
    switch (check.remedy) {
    case LaunchCheck::Remedy::None: break;
    case LaunchCheck::Remedy::AskAgain: mend = tr("Ask again"); break;
    case LaunchCheck::Remedy::UseImage: mend = tr("Use %1").arg(check.value); break;
    case LaunchCheck::Remedy::ShowEstimate: mend = tr("Estimate the cost"); break;
    case LaunchCheck::Remedy::ShowBudgets: mend = tr("Budgets…"); break;
    case LaunchCheck::Remedy::ChooseFolder: mend = tr("Choose the folder…"); break;
    case LaunchCheck::Remedy::AddCheckpoints: mend = tr("Add checkpoints in /checkpoints"); break;
    }
    m_mend->setText(mend);
    m_mend->setVisible(!mend.isEmpty());
    setToolTip(plainTip(check.reasons));
    showState();
}

void CheckRow::setWaiting(std::chrono::seconds waiting)
{
    if (m_waiting == waiting)
        return;
    m_waiting = waiting;
    if (m_check.state == LaunchCheck::State::Asking)
        showState();
}

void CheckRow::showState()
{
    const CheckLook look = checkLookOf(m_check.state);
    m_sign->setIcon(look.icon, inkOf(look.tone));
    m_sign->setFixedHeight(std::max(dp(16), lineHeight(TextRole::Body)));
    const bool isWaiting = m_check.state == LaunchCheck::State::Asking && m_waiting.count() > 0;
    m_what->setText(isWaiting ? tr("%1 %2 s", "what is going on, and for how long").arg(m_check.sentence).arg(m_waiting.count())
                              : m_check.sentence);
    QString name;
    switch (m_check.state) {
    case LaunchCheck::State::Ok: name = tr("Fine: %1"); break;
    case LaunchCheck::State::Warning: name = tr("Warning: %1"); break;
    case LaunchCheck::State::Problem: name = tr("Problem: %1"); break;
    case LaunchCheck::State::Unknown: name = tr("Unknown: %1"); break;
    case LaunchCheck::State::Asking: name = tr("Waiting: %1"); break;
    }
    // Without the seconds, which no screen reader should count.
    setAccessibleName(name.arg(m_check.sentence));
    setAccessibleDescription(m_mend->isHidden() ? m_check.reasons : tr("Enter: %1").arg(m_mend->text()));
}

void CheckRow::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)
        Q_EMIT moveRequested(event->key() == Qt::Key_Up ? -1 : 1);
    else if (isEnter(*event) && !m_mend->isHidden())
        m_mend->click();
    else
        return QWidget::keyPressEvent(event);
    event->accept();
}

void CheckRow::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    update();
}

void CheckRow::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    update();
}

void CheckRow::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        showState();
}

void CheckRow::paintEvent(QPaintEvent *)
{
    if (!hasFocus())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(themeOf(this).accent, 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), dp(4), dp(4));
}

}  // namespace trainyard

#include "moc_checkrow.cpp"
