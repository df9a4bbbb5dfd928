// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/watch/shownpage.h"

#include "ui/charts/chartstack.h"
#include "ui/common/badge.h"
#include "ui/run/continuationcard.h"

#include <QRegularExpression>
#include <QWidget>

#include <algorithm>

namespace trainyard {

namespace {

QString plain(QString text) { return text.replace(QChar(0x00a0), u' ').replace(QChar(0x202f), u' '); }

// "1 h 5 min", "35 s"
std::optional<double> seconds(const QString &text)
{
    static const QRegularExpression kPart(QStringLiteral("(\\d+) (d|h|min|s)\\b"));
    std::optional<double> sum;
    for (auto match = kPart.globalMatch(text); match.hasNext();) {
        const auto part = match.next();
        const double unit = part.captured(2) == u"d" ? 86400 : part.captured(2) == u"h" ? 3600 : part.captured(2) == u"min" ? 60 : 1;
        sum = sum.value_or(0) + part.captured(1).toDouble() * unit;
    }
    return sum;
}

}  // namespace

ShownPage ShownPage::of(const QWidget *window)
{
    ShownPage shown;
    const auto *const page = window->findChild<QWidget *>(QStringLiteral("runPage"));
    const auto *const facts = page ? page->findChild<FactsBar *>(QStringLiteral("runFacts")) : nullptr;
    if (!facts || !page->isVisible() || facts->facts().size() < 6)
        return shown;
    shown.isThere = true;
    shown.gpuBusy = facts->facts()[0];
    shown.advances = facts->facts()[1];
    shown.progress = facts->facts()[2];
    shown.remaining = facts->facts()[5];
    const auto badge = [page](const char *name) { return page->findChild<Badge *>(QLatin1String(name))->look(); };
    shown.link = plain(badge("runLink").text);
    shown.isLinkLive = shown.link.startsWith(QStringLiteral("Live"));
    shown.state = plain(badge("runState").text);
    shown.isStateStale = badge("runState").tone == Tone::Stale;
    auto *const charts = page->findChild<ChartStack *>(QStringLiteral("chartStack"));
    if (ChartPanel *const panel = charts->panel(ChartKind::GpuBusy))
        shown.gaps = panel->content().gaps;
    shown.alerts = int(std::count_if(charts->events().begin(), charts->events().end(),
                                     [](const ChartEvent &e) { return e.kind == ChartEventKind::Alert; }));
    const auto *const card = page->findChild<ContinuationCard *>(QStringLiteral("runContinuation"));
    if (card && card->isVisible())
        shown.continuation = card->findChild<Badge *>()->look().text;
    return shown;
}

std::optional<qint64> ShownPage::step() const
{
    bool isNumber = false;
    const qint64 step = QString(progress.value).remove(QRegularExpression(QStringLiteral("\\D"))).toLongLong(&isNumber);
    return isNumber ? std::optional(step) : std::nullopt;
}

std::optional<double> ShownPage::stepsPerSecond() const
{
    static const QRegularExpression kPace(QStringLiteral("([0-9. ]+) (steps/s|s/step)"));
    const auto found = kPace.match(plain(advances.value));
    if (!found.hasMatch())
        return std::nullopt;
    const double number = found.captured(1).remove(u' ').toDouble();
    return found.captured(2) == u"steps/s" ? number : number > 0 ? 1 / number : 0;
}

std::optional<ShownPage::Range> ShownPage::remainingSeconds() const
{
    const QStringList ends = plain(remaining.value).split(QStringLiteral(" to "));
    const auto least = seconds(ends.first()), most = seconds(ends.last());
    return least && most ? std::optional(Range{*least, *most}) : std::nullopt;
}

}  // namespace trainyard
