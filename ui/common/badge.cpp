// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/badge.h"

#include "ui/common/accessiblerole.h"
#include "ui/common/icons.h"
#include "ui/theme/stylepaint.h"

#include <QCoreApplication>
#include <QPainter>

namespace trainyard {

BadgeLook badgeOf(RunState state)
{
    switch (state) {
    case RunState::Preparing: return {Tone::Info, QStringLiteral("clock"), QCoreApplication::translate("trainyard::Badge", "Preparing")};
    case RunState::Waiting: return {Tone::Info, QStringLiteral("clock"), QCoreApplication::translate("trainyard::Badge", "Waiting")};
    case RunState::Running: return {Tone::Ok, QStringLiteral("play"), QCoreApplication::translate("trainyard::Badge", "Running")};
    case RunState::Stopping: return {Tone::Warning, QStringLiteral("stop"), QCoreApplication::translate("trainyard::Badge", "Stopping")};
    case RunState::Finished: return {Tone::Stale, QStringLiteral("check"), QCoreApplication::translate("trainyard::Badge", "Finished")};
    case RunState::Failed: return {Tone::Bad, QStringLiteral("cross"), QCoreApplication::translate("trainyard::Badge", "Failed")};
    case RunState::Stopped: return {Tone::Stale, QStringLiteral("struck"), QCoreApplication::translate("trainyard::Badge", "Stopped")};
    case RunState::Unknown: break;
    }
    return {Tone::Stale, QStringLiteral("question"), QCoreApplication::translate("trainyard::Badge", "Unknown")};
}

BadgeLook outOfTouch(const BadgeLook &look) { return {Tone::Stale, QStringLiteral("question"), look.text}; }

QString lastContactText(const QString &state)
{
    return QCoreApplication::translate("trainyard::Badge", "%1 at last contact", "state of the run").arg(state);
}

BadgeLook badgeOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Complete: return {Tone::Ok, QStringLiteral("check"), QCoreApplication::translate("trainyard::Badge", "Complete")};
    case Verdict::Partial: return {Tone::Warning, QStringLiteral("half"), QCoreApplication::translate("trainyard::Badge", "Partial")};
    case Verdict::Corrupt: return {Tone::Bad, QStringLiteral("cross"), QCoreApplication::translate("trainyard::Badge", "Corrupt")};
    case Verdict::BeingWritten:
        return {Tone::Info, QStringLiteral("clock"), QCoreApplication::translate("trainyard::Badge", "Being written")};
    case Verdict::Unknown: break;
    }
    return {Tone::Stale, QStringLiteral("question"), QCoreApplication::translate("trainyard::Badge", "Not checked")};
}

BadgeLook badgeOf(CompatVerdict verdict)
{
    switch (verdict) {
    case CompatVerdict::Runs: return {Tone::Ok, QStringLiteral("check"), QCoreApplication::translate("trainyard::Badge", "Runs here")};
    case CompatVerdict::RunsWithLimits:
        return {Tone::Warning, QStringLiteral("half"), QCoreApplication::translate("trainyard::Badge", "Runs with limits")};
    case CompatVerdict::Fails:
        return {Tone::Bad, QStringLiteral("cross"), QCoreApplication::translate("trainyard::Badge", "Starts, cannot use the GPU")};
    case CompatVerdict::Refused:
        return {Tone::Bad, QStringLiteral("cross"), QCoreApplication::translate("trainyard::Badge", "Does not start here")};
    case CompatVerdict::Unknown: break;
    }
    return {Tone::Stale, QStringLiteral("question"), QCoreApplication::translate("trainyard::Badge", "Unknown")};
}

BadgeLook badgeOf(HealthState state)
{
    switch (state) {
    case HealthState::Ok: return {Tone::Ok, QStringLiteral("check"), QCoreApplication::translate("trainyard::Badge", "Passed")};
    case HealthState::Warning:
        return {Tone::Warning, QStringLiteral("triangle"), QCoreApplication::translate("trainyard::Badge", "Warning")};
    case HealthState::Bad: return {Tone::Bad, QStringLiteral("cross"), QCoreApplication::translate("trainyard::Badge", "Failed")};
    case HealthState::Unknown: break;
    }
    return {Tone::Stale, QStringLiteral("question"), QCoreApplication::translate("trainyard::Badge", "Unknown")};
}

BadgeLook simulatedBadge()
{
    return {Tone::Simulated, QStringLiteral("flask"), QCoreApplication::translate("trainyard::Badge", "Simulated")};
}

QSize badgeSize(const BadgeLook &look)
{
    const QFontMetrics metrics(textFont(TextRole::Small));
    const int iconPart = look.icon.isEmpty() ? 0 : dp(12) + (look.text.isEmpty() ? 0 : dp(4));
    return {dp(7) * 2 + iconPart + metrics.horizontalAdvance(look.text), std::max(dp(20), metrics.height() + dp(2))};
}

QRect paintBadge(QPainter *painter, const QRect &room, const BadgeLook &look, const Theme &theme)
{
    QSize size = badgeSize(look);
    size.setWidth(std::min(size.width(), room.width()));
    const QRect box(QPoint(room.left(), room.center().y() - size.height() / 2), size);
    const TonePair &pair = theme.tone(look.tone);
    painter->save();
    paintBox(painter, box, dp(4), pair.tint, theme.isHighContrast ? pair.ink : QColor());
    int x = box.left() + dp(7);
    if (!look.icon.isEmpty()) {
        paintIcon(painter, look.icon, QRectF(x, box.center().y() - dp(12) / 2.0 + 0.5, dp(12), dp(12)), pair.ink);
        x += dp(12) + dp(4);
    }
    painter->setFont(textFont(TextRole::Small));
    painter->setPen(pair.ink);
    const QRect text(x, box.top(), box.right() - dp(6) - x + 1, box.height());
    painter->drawText(text, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                      painter->fontMetrics().elidedText(look.text, Qt::ElideRight, text.width() + 1));
    painter->restore();
    return box;
}

Badge::Badge(QWidget *parent) : QWidget(parent)
{
    setAccessibleRole(this, QAccessible::StaticText);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

Badge::Badge(const BadgeLook &look, QWidget *parent) : Badge(parent) { setLook(look); }

void Badge::setLook(const BadgeLook &look)
{
    if (look == m_look)
        return;
    m_look = look;
    setAccessibleName(look.text);
    updateGeometry();
    update();
}

QSize Badge::sizeHint() const { return m_look.text.isEmpty() ? QSize(0, 0) : badgeSize(m_look); }

void Badge::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (!m_look.text.isEmpty())
        paintBadge(&painter, rect(), m_look, themeOf(this));
}

}  // namespace trainyard

#include "moc_badge.cpp"
