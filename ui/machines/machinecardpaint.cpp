// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/machines/machinecardpaint.h"

#include "core/base/format.h"
#include "core/service/machines/gputrouble.h"
#include "ui/common/badge.h"
#include "ui/common/icons.h"
#include "ui/theme/stylepaint.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::MachineCard)
};

// Vertical layout of a card, from the top; every length follows the font.
struct Plan {
    int margin = dp(14);
    int title = lineHeight(TextRole::Section);
    int second = lineHeight(TextRole::Small);
    int third = lineHeight(TextRole::Small);
    int cells = std::max(dp(22), lineHeight(TextRole::Label) + dp(4));
    int memory = dp(3);
    int strip = dp(24);
    int meters = lineHeight(TextRole::Label) * 2 + dp(6);
    int foot = lineHeight(TextRole::Small) + dp(18);
    int giveBack = lineHeight(TextRole::Small) + dp(4) + dp(3) + dp(8);  // of rented machines
    int body() const { return cells + dp(4) + memory + dp(9) + strip + dp(11) + meters; }
    int head() const { return dp(12) + title + dp(1) + second + dp(9) + third + dp(8); }
    int total() const { return head() + body() + dp(14) + foot; }
};

void drawText(QPainter *p, const QRect &room, TextRole role, const QColor &colour, const QString &text,
              Qt::Alignment alignment = Qt::AlignLeft, Qt::TextElideMode mode = Qt::ElideRight)
{
    p->setFont(textFont(role));
    p->setPen(colour);
    p->drawText(room, int(alignment | Qt::AlignVCenter) | Qt::TextSingleLine, p->fontMetrics().elidedText(text, mode, room.width()));
}

int widthOf(TextRole role, const QString &text) { return QFontMetrics(textFont(role)).horizontalAdvance(text) + 1; }

// Left and right text of one line; the right one has precedence.
void drawPair(QPainter *p, const QRect &line, TextRole role, const QColor &left, const QString &leftText, const QColor &right,
              const QString &rightText)
{
    const int rightWidth = std::min(widthOf(role, rightText), line.width() * 2 / 3);
    drawText(p, QRect(line.right() - rightWidth + 1, line.top(), rightWidth, line.height()), role, right, rightText, Qt::AlignRight);
    drawText(p, line.adjusted(0, 0, -rightWidth - dp(8), 0), role, left, leftText);
}

void hatch(QPainter *p, const QRect &rect, double radius, const Theme &t)
{
    paintBox(p, rect, radius, t.hover, QColor());
    p->save();
    p->setClipRect(rect);
    p->setRenderHint(QPainter::Antialiasing);
    p->setPen(QPen(t.line2, 1));
    const int step = dp(7);
    for (int x = rect.left() - rect.height(); x < rect.right(); x += step)
        p->drawLine(x, rect.bottom() + 1, x + rect.height(), rect.top());
    p->restore();
}

void meter(QPainter *p, const QRect &bar, double part, const QColor &track, const QColor &fill)
{
    const double radius = bar.height() / 2.0;
    paintBox(p, bar, radius, track, QColor());
    const int width = std::clamp(int(bar.width() * part + 0.5), 0, bar.width());
    if (width > 0)
        paintBox(p, QRect(bar.left(), bar.top(), width, bar.height()), std::min(radius, width / 2.0), fill, QColor());
}

void drawDot(QPainter *p, const QRectF &box, const MachineCard &card, bool isCurrent, const Theme &t)
{
    p->save();
    p->setRenderHint(QPainter::Antialiasing);
    const QColor ink = card.isKeyChanged()                     ? t.bad.ink
                       : card.machine.isSimulated && isCurrent ? t.simulated.ink
                       : isCurrent                             ? t.ok.ink
                                                               : t.stale.ink;
    if (isCurrent || card.isKeyChanged()) {
        p->setPen(Qt::NoPen);
        p->setBrush(ink);
        p->drawEllipse(box);
    } else {
        p->setPen(QPen(ink, 1.6));
        p->setBrush(Qt::NoBrush);
        p->drawEllipse(box.adjusted(0.8, 0.8, -0.8, -0.8));
    }
    p->restore();
}

QString gpuSummary(const MachineSample &sample)
{
    const QList<GpuSample> &gpus = sample.gpus;
    if (gpus.isEmpty())
        return gpuAbsenceText(sample.gpuAbsence);
    QString name = gpus.first().name;
    for (const GpuSample &gpu : gpus)
        if (gpu.name != name)
            name = Words::tr("different GPUs");
    if (name.startsWith(QLatin1String("NVIDIA ")))
        name.remove(0, 7);
    return QStringLiteral("%1 × %2").arg(gpus.size()).arg(name);
}

QString gpuHeat(const QList<GpuSample> &gpus)
{
    std::optional<double> watts, hottest;
    for (const GpuSample &gpu : gpus) {
        if (gpu.powerWatts)
            watts = watts.value_or(0) + *gpu.powerWatts;
        if (gpu.temperatureC)
            hottest = std::max(hottest.value_or(*gpu.temperatureC), *gpu.temperatureC);
    }
    QStringList parts;
    if (watts)
        parts.append(formatNumber(*watts, 0) + QStringLiteral("\u00A0W"));
    if (hottest)
        parts.append((gpus.size() > 1 ? Words::tr("max %1\u00A0°C") : QStringLiteral("%1\u00A0°C")).arg(formatNumber(*hottest, 0)));
    //: between two facts of one line
    return parts.join(Words::tr(" · "));
}

void drawGpuCells(QPainter *p, const QRect &line, int memoryHeight, const QList<GpuSample> &gpus, const Theme &t)
{
    const int count = int(gpus.size()), gap = dp(count > 8 ? 2 : 6);
    // A single GPU is not drawn as wide as eight.
    const int slots = std::max(count, 4);
    for (int i = 0; i < count; ++i) {
        const int room = line.width() - (slots - 1) * gap;
        const int left = line.left() + room * i / slots + i * gap, right = line.left() + room * (i + 1) / slots + i * gap;
        const QRect cell(left, line.top(), right - left, line.height());
        const GpuSample &gpu = gpus[i];
        if (gpu.busyPercent) {
            paintBox(p, cell, dp(3), t.heatFill(*gpu.busyPercent), t.isHighContrast ? t.line : QColor());
            const QString number = QString::number(qRound(*gpu.busyPercent));
            if (cell.width() >= widthOf(TextRole::Label, number))
                drawText(p, cell, TextRole::Label, t.heatText(*gpu.busyPercent), number, Qt::AlignHCenter);
        } else {
            hatch(p, cell, dp(3), t);
        }
        const QRect bar(cell.left(), cell.bottom() + 1 + dp(4), cell.width(), memoryHeight);
        if (gpu.memoryUsedMiB && gpu.memoryTotalMiB && *gpu.memoryTotalMiB > 0)
            meter(p, bar, *gpu.memoryUsedMiB / *gpu.memoryTotalMiB, t.hover, t.stale.ink);
    }
}

void drawStrip(QPainter *p, const QRect &line, const BusyStrip::Cells &cells, const Theme &t)
{
    const int count = BusyStrip::kCells;
    const auto x = [&line](int i) { return line.left() + line.width() * i / BusyStrip::kCells; };
    for (int i = 0; i < count;) {
        int end = i + 1;
        if (cells[size_t(i)]) {
            // A 1 px gap keeps minutes countable if there is space for it.
            const int width = std::max(1, x(end) - x(i) - (line.width() >= 4 * count ? 1 : 0));
            p->fillRect(QRect(x(i), line.top(), width, line.height()), t.heatFill(double(*cells[size_t(i)])));
        } else {
            while (end < count && !cells[size_t(end)])
                ++end;
            hatch(p, QRect(x(i), line.top(), x(end) - x(i) - 1, line.height()), 0, t);
        }
        i = end;
    }
}

struct MeterFact {
    QString label, value;
    double part = 0;
    bool isKnown = false, isTight = false;
};

QList<MeterFact> meterFacts(const MachineSample &s)
{
    MeterFact cpu{Words::tr("CPU"), unknownWord()};
    if (s.cpuPercent) {
        cpu.value = s.cpuCount ? Words::tr("%1 of %2").arg(formatPercent(*s.cpuPercent)).arg(*s.cpuCount) : formatPercent(*s.cpuPercent);
        cpu.part = *s.cpuPercent / 100;
        cpu.isKnown = true;
    }
    MeterFact memory{Words::tr("Memory"), unknownWord()};
    if (s.memoryTotalBytes && s.memoryAvailableBytes && *s.memoryTotalBytes > 0) {
        const qint64 used = *s.memoryTotalBytes - *s.memoryAvailableBytes;
        memory.value = formatBytesOf(used, *s.memoryTotalBytes);
        memory.part = double(used) / double(*s.memoryTotalBytes);
        memory.isKnown = true;
    }
    MeterFact disk{Words::tr("Disk"), unknownWord()};
    if (s.diskTotalBytes && s.diskUsedBytes && *s.diskTotalBytes > 0) {
        disk.value = formatBytesOf(*s.diskUsedBytes, *s.diskTotalBytes);
        disk.part = double(*s.diskUsedBytes) / double(*s.diskTotalBytes);
        disk.isKnown = true;
        // A checkpoint that does not fit ends a run: warn while there is still time to free space.
        disk.isTight = disk.part >= 0.9;
    }
    return {cpu, memory, disk};
}

void drawMeters(QPainter *p, const QRect &room, const MachineSample &sample, const Theme &t)
{
    const QList<MeterFact> facts = meterFacts(sample);
    const int gap = dp(14), label = lineHeight(TextRole::Label);
    const int width = (room.width() - gap * (int(facts.size()) - 1)) / int(facts.size());
    for (int i = 0; i < facts.size(); ++i) {
        const MeterFact &fact = facts[i];
        const int left = room.left() + i * (width + gap);
        drawText(p, QRect(left, room.top(), width, label), TextRole::Label, t.text3, fact.label);
        const QColor ink = fact.isTight ? t.warning.ink : (fact.isKnown ? t.text2 : t.text3);
        QRect value(left, room.top() + label, width, label);
        if (fact.isTight) {
            paintIcon(p, QStringLiteral("triangle"), QRectF(left, value.center().y() - dp(6), dp(12), dp(12)), ink);
            value.setLeft(left + dp(15));
        }
        drawText(p, value, TextRole::Label, ink, fact.value);
        meter(p, QRect(left, room.top() + label * 2 + dp(3), width, dp(3)), fact.isKnown ? fact.part : 0, t.hover,
              fact.isTight ? t.warning.ink : t.stale.ink);
    }
}

void drawBody(QPainter *p, const QRect &room, const Plan &plan, const MachineSample &s, const MachineCard &card, const Theme &t)
{
    int y = room.top();
    if (s.gpus.isEmpty()) {
        // The strip shows the CPUs instead, and the network replaces the cells.
        const int half = (room.width() - dp(14)) / 2;
        const auto fact = [&](int left, const QString &label, const std::optional<double> &rate) {
            drawText(p, QRect(left, y, half, lineHeight(TextRole::Label)), TextRole::Label, t.text3, label);
            drawText(p, QRect(left, y + lineHeight(TextRole::Label), half, lineHeight(TextRole::Small)), TextRole::Small, t.text1,
                     rate ? formatByteRate(*rate) : unknownWord());
        };
        fact(room.left(), Words::tr("Received"), s.netReceivedPerSecond);
        fact(room.left() + half + dp(14), Words::tr("Sent"), s.netSentPerSecond);
    } else {
        drawGpuCells(p, QRect(room.left(), y, room.width(), plan.cells), plan.memory, s.gpus, t);
    }
    y += plan.cells + dp(4) + plan.memory + dp(9);
    drawStrip(p, QRect(room.left(), y, room.width(), plan.strip), card.strip, t);
    y += plan.strip + dp(11);
    drawMeters(p, QRect(room.left(), y, room.width(), plan.meters), s, t);
}

// How much of the time, or of the money, is used.
double usedPart(const MachineCard &card, const QDateTime &now)
{
    double part = 0;
    if (card.dueBack.isValid() && card.rentedSince < card.dueBack)
        part = double(card.rentedSince.secsTo(now)) / double(card.rentedSince.secsTo(card.dueBack));
    if (card.end.spent && card.end.spent->nanos() > 0 && card.end.spent->currency() == card.cost.currency())
        part = std::max(part, double(card.cost.nanos()) / double(card.end.spent->nanos()));
    return std::clamp(part, 0.0, 1.0);
}

void drawGiveBack(QPainter *p, const QRect &room, const MachineCard &card, const QDateTime &now, const Theme &t)
{
    const bool isEndless = !card.end.isSet();
    const int side = dp(14), height = lineHeight(TextRole::Small);
    const QColor ink = isEndless ? t.warning.ink : t.text2;
    paintIcon(p, isEndless ? QStringLiteral("triangle") : QStringLiteral("clock"),
              QRectF(room.left(), room.top() + (height - side) / 2.0, side, side), isEndless ? t.warning.ink : t.text3);
    //: money so far, money at most
    const QString money = card.end.spent && card.end.spent->currency() == card.cost.currency()
                              ? Words::tr("%1 of %2").arg(formatAmount(card.cost), formatMoney(*card.end.spent))
                          : card.cost.nanos() == 0 ? QString()
                                                   : formatMoney(card.cost);
    drawPair(p, QRect(room.left() + side + dp(6), room.top(), room.width() - side - dp(6), height), TextRole::Small, ink,
             giveBackText(card, now), t.text2, money);
    if (!isEndless)
        meter(p, QRect(room.left(), room.top() + height + dp(4), room.width(), dp(3)), usedPart(card, now), t.hover, t.accent);
}

QString waitingText(const MachineCard &card)
{
    if (card.isStopped)
        return Words::tr("The sandbox is not running.");
    if (card.isKeyChanged())
        return card.error.what;
    if (card.isShutOut())
        return shutOutText(card, QDateTime::currentDateTimeUtc());
    if (card.sample)
        return Words::tr("Last values are from %1.").arg(card.lastHeard.toLocalTime().toString(QStringLiteral("HH:mm:ss")));
    if (card.link == LinkState::Unreachable)
        return Words::tr("No data received yet.");
    if (card.link == LinkState::Idle)
        return Words::tr("Not connected.");
    return Words::tr("Connecting…");
}

// Shorter pauses between two runs do not count as idle.
constexpr qint64 kIdleSeconds = 300;
constexpr qint64 kPriceIsOld = 20 * 60;  // seconds; three answers are missing

bool isPaidIdle(const MachineCard &card, const QDateTime &now)
{
    return card.runName.isEmpty() && card.perHour && card.idleSince.isValid() && card.idleSince.secsTo(now) >= kIdleSeconds;
}

void drawFoot(QPainter *p, const QRect &foot, const MachineCard &card, const QDateTime &now, const Theme &t, bool isHovered)
{
    p->fillRect(QRect(foot.left(), foot.top(), foot.width(), 1), t.line);
    const CardAction action = cardAction(card);
    const QString verb = cardActionText(action);
    const int side = dp(14);
    const auto mark = [&](const QString &name, const QColor &colour) {
        paintIcon(p, name, QRectF(foot.left(), foot.center().y() - side / 2 + 0.5, side, side), colour);
    };
    const QRect line = foot.adjusted(side + dp(6), 1, 0, 0);
    const bool isProblem = card.link == LinkState::Unreachable && !card.isStopped;
    QString right = verb;
    QColor rightInk = t.accent;
    if (card.isKeyChanged()) {
        mark(QStringLiteral("shield"), t.bad.ink);
        drawPair(p, line, TextRole::Small, t.bad.ink, Words::tr("The host key has changed"), rightInk, right);
        return;
    }
    if (isProblem) {
        mark(QStringLiteral("unlink"), t.stale.ink);
        const QString why = card.isShutOut() ? Words::tr("Your address has changed") : card.error.what;
        drawPair(p, line, TextRole::Small, t.text2, why.isEmpty() ? Words::tr("Unreachable") : why, rightInk, right);
        return;
    }
    if (card.isStopped) {
        mark(QStringLiteral("flask"), t.simulated.ink);
        drawPair(p, line, TextRole::Small, t.text2, Words::tr("Not running"), rightInk, right);
        return;
    }
    if (!card.runName.isEmpty()) {
        mark(QStringLiteral("play"), card.machine.isSimulated ? t.simulated.ink : t.ok.ink);
        const QString elapsed = card.runStarted.isValid() ? formatDuration(card.runStarted.msecsTo(now)) : QString();
        drawPair(p, line, TextRole::Small, isHovered ? t.accent : t.text1, card.runName, t.text3, elapsed);
        return;
    }
    if (isPaidIdle(card, now)) {
        mark(QStringLiteral("clock"), t.warning.ink);
        drawPair(p, line, TextRole::Small, t.warning.ink, idleText(card, now), rightInk, right);
        return;
    }
    const bool isReady = card.hasCurrentValues(now);
    if (isReady && !card.owners.isEmpty()) {
        mark(QStringLiteral("user"), t.text3);
        drawPair(p, line, TextRole::Small, t.text2, card.owners, rightInk, right);
        return;
    }
    mark(isReady ? QStringLiteral("check") : QStringLiteral("clock"), isReady ? t.text3 : t.stale.ink);
    drawPair(p, line, TextRole::Small, t.text2, isReady ? Words::tr("Connected, no run") : Words::tr("Waiting for values"), rightInk,
             right);
}

}  // namespace

QString shutOutText(const MachineCard &card, const QDateTime &now)
{
    //: a moment, an address, an address
    return Words::tr("Your address has changed since %1: SSH is allowed from %2, and you are at %3 now. Let this one in?")
        .arg(formatMoment(card.letInSince, now), card.letInFrom, card.ownAddress);
}

QString idleText(const MachineCard &card, const QDateTime &now)
{
    //: a time, then money
    return Words::tr("Idle %1, %2").arg(formatDuration(card.idleSince.msecsTo(now)), formatMoney(card.idleCost));
}

bool needsAttention(const MachineCard &card, const QDateTime &now)
{
    if (card.isStopped)
        return false;
    return card.link == LinkState::Unreachable || isPaidIdle(card, now) || (card.perHour && !card.end.isSet());
}

CardAction cardAction(const MachineCard &card)
{
    if (card.isStopped)
        return CardAction::StartSandbox;
    if (card.link == LinkState::Unreachable) {
        // Only the user can resolve this; an automatic retry would fail the same way.
        if (card.isKeyChanged())
            return CardAction::CompareKeys;
        if (card.isShutOut())
            return CardAction::LetIn;
        const bool needsPerson = card.error.code == ErrorCode::HostKeyUnknown || card.error.code == ErrorCode::AuthenticationFailed;
        return needsPerson ? CardAction::LogIn : CardAction::Retry;
    }
    if (!card.runName.isEmpty())
        return CardAction::OpenRun;
    return card.link == LinkState::Live || card.link == LinkState::Stale ? CardAction::Launch : CardAction::None;
}

QString cardActionText(CardAction action)
{
    switch (action) {
    case CardAction::None: break;
    case CardAction::OpenRun: return Words::tr("Open run");
    case CardAction::Launch: return Words::tr("Launch here");
    case CardAction::Retry: return Words::tr("Try now");
    case CardAction::CompareKeys: return Words::tr("Compare keys…");
    case CardAction::LogIn: return Words::tr("Log in…");
    case CardAction::StartSandbox: return Words::tr("Start sandbox");
    case CardAction::LetIn: return Words::tr("Let me in…");
    }
    return {};
}

int machineCardHeight(bool hasRented) { return Plan().total() + (hasRented ? Plan().giveBack : 0); }

QString giveBackText(const MachineCard &card, const QDateTime &now)
{
    if (card.dueBack.isValid())
        return now < card.dueBack ? Words::tr("Given back in %1").arg(formatDuration(now.msecsTo(card.dueBack)))
                                  : Words::tr("Being given back");
    if (card.end.isAfterRuns)
        return Words::tr("Given back when its runs end");
    if (card.end.idle)
        return Words::tr("Given back when idle for %1").arg(formatDuration(std::chrono::milliseconds(*card.end.idle).count()));
    return Words::tr("Nothing gives it back");
}

QString pricePerHourText(const MachineCard &card, const QDateTime &now)
{
    if (!card.perHour)
        return {};
    const QString price = Words::tr("%1/h").arg(formatMoney(*card.perHour));
    // A price that moves is asked for every few minutes.
    const bool isOld = card.priceSeen.isValid() && card.priceSeen.secsTo(now) > kPriceIsOld;
    return isOld ? Words::tr("%1, %2", "a price per hour, its age").arg(price, formatAge(card.priceSeen, now)) : price;
}

int machineCardMinimumWidth() { return dp(300); }

QRect cardActionRect(const QRect &card, CardAction action)
{
    if (action == CardAction::None)
        return {};
    const Plan plan;
    const QRect foot(card.left(), card.bottom() - plan.foot + 1, card.width(), plan.foot);
    if (action == CardAction::OpenRun)
        return foot;
    const int width = widthOf(TextRole::Small, cardActionText(action)) + 2 * plan.margin;
    return foot.adjusted(foot.width() - width, 0, 0, 0);
}

void paintMachineCard(QPainter *p, const QRect &rect, const MachineCard &card, const QDateTime &now, const Theme &t,
                      const CardPaintState &state)
{
    const Plan plan;
    const bool isCurrent = card.hasCurrentValues(now) && !card.isStopped;
    const bool isSimulated = card.machine.isSimulated;
    p->save();
    p->setClipRect(rect.adjusted(-1, -1, 1, 1));
    QColor edge = isSimulated ? t.simulated.ink : (isCurrent || card.link == LinkState::Connecting ? t.line : t.line2);
    const bool isDashed = isSimulated || !isCurrent;
    if (card.isKeyChanged())
        edge = t.bad.ink;
    else if (state.isSelected && !isSimulated)
        edge = t.accent;
    paintBox(p, rect, dp(8), t.surface, state.isHovered && !isSimulated && !state.isSelected && !card.isKeyChanged() ? t.line2 : edge,
             isDashed && !card.isKeyChanged() ? Qt::DashLine : Qt::SolidLine);
    if (state.isSelected || state.hasFocus)
        paintRowFocus(p, rect, dp(8), t);

    const QRect inner = rect.adjusted(plan.margin, 0, -plan.margin, 0);
    int y = rect.top() + dp(12);
    const int dot = dp(9);
    drawDot(p, QRectF(inner.left(), y + (plan.title - dot) / 2.0, dot, dot), card, isCurrent, t);
    QRect title(inner.left() + dot + dp(8), y, inner.width() - dot - dp(8), plan.title);
    if (isSimulated) {
        const QSize size = badgeSize(simulatedBadge());
        paintBadge(p, QRect(inner.right() - size.width() + 1, y, size.width(), plan.title), simulatedBadge(), t);
        title.setWidth(title.width() - size.width() - dp(8));
    }
    if (card.perHour) {
        drawPair(p, title, TextRole::Section, t.text1, card.machine.name, t.text2, pricePerHourText(card, now));
    } else if (card.ownPerHour) {
        drawPair(p, title, TextRole::Section, t.text1, card.machine.name, t.text2,
                 Words::tr("%1/h own", "price an hour by the person's own figures").arg(formatMoney(*card.ownPerHour)));
    } else {
        drawText(p, title, TextRole::Section, t.text1, card.machine.name);
    }
    y += plan.title + dp(1);

    const QString age = isCurrent                                     ? formatAge(card.lastHeard, now)
                        : card.lastHeard.isValid() && !card.isStopped ? Words::tr("last contact %1").arg(formatAge(card.lastHeard, now))
                                                                      : QString();
    drawPair(p, QRect(inner.left(), y, inner.width(), plan.second), TextRole::Small, t.text3,
             isSimulated ? Words::tr("this computer") : card.machine.target.display(), isCurrent ? t.text3 : t.warning.ink, age);
    y += plan.second + dp(9);

    QRect line(inner.left(), y, inner.width(), plan.third);
    if (card.sample)
        drawPair(p, line, TextRole::Small, isCurrent ? t.text1 : t.text3,
                 isSimulated && !card.sample->gpus.isEmpty() ? Words::tr("%n simulated GPU(s)", nullptr, int(card.sample->gpus.size()))
                                                             : gpuSummary(*card.sample),
                 t.text2, isCurrent ? gpuHeat(card.sample->gpus) : QString());
    y += plan.third + dp(8);

    const QRect body(inner.left(), y, inner.width(), plan.body());
    if (isCurrent) {
        drawBody(p, body, plan, *card.sample, card, t);
    } else {
        const QRect hatched(body.left(), body.top(), body.width(), plan.cells + dp(4) + plan.memory + dp(9) + plan.strip);
        QRect words(body.left(), hatched.bottom() + dp(8), body.width(), body.bottom() - hatched.bottom() - dp(8));
        if (card.isKeyChanged() || card.isShutOut()) {
            paintBox(p, body, dp(4), card.isShutOut() ? t.warning.tint : t.bad.tint, QColor());
            words = body.adjusted(dp(10), dp(8), -dp(10), -dp(8));
        } else {
            hatch(p, hatched, dp(4), t);
        }
        p->setFont(textFont(TextRole::Small));
        p->setPen(card.isKeyChanged() ? t.bad.ink : card.isShutOut() ? t.text1 : t.text2);
        p->drawText(words, int(Qt::AlignTop | Qt::AlignLeft) | Qt::TextWordWrap, waitingText(card));
    }
    if (card.perHour && rect.height() > plan.total())
        drawGiveBack(p, QRect(inner.left(), rect.bottom() - plan.foot + 1 - plan.giveBack, inner.width(), plan.giveBack), card, now, t);
    drawFoot(p, QRect(inner.left(), rect.bottom() - plan.foot + 1, inner.width(), plan.foot - 1), card, now, t, state.isHovered);
    p->restore();
}

}  // namespace trainyard
