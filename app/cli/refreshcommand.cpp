// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/refreshcommand.h"

#include "app/cli/jsonvalues.h"
#include "core/service/prices/pricerefresher.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::OfferCommands)
};

// One line on the terminal that is redrawn repeatedly.
void drawProgress(const RefreshProgress &progress)
{
    const QLocale locale;
    QString line = QStringLiteral("%1/%2  %3").arg(progress.ended + 1).arg(progress.lists).arg(progress.list);
    if (progress.bytes > 0 && progress.total > 0)
        line += QStringLiteral("  %1 / %2").arg(locale.formattedDataSize(progress.bytes), locale.formattedDataSize(progress.total));
    else if (progress.bytes > 0)
        line += QStringLiteral("  ") + locale.formattedDataSize(progress.bytes);
    std::fprintf(stderr, "\r\033[K%s", qPrintable(line));
    std::fflush(stderr);
}

int statusOf(const QList<RefreshOutcome> &outcomes)
{
    int failed = 0, unreachable = 0;
    for (const RefreshOutcome &outcome : outcomes) {
        if (outcome.state.result == RefreshResult::Cancelled)
            return exitStatus(ErrorCode::Cancelled);
        failed += outcome.state.error ? 1 : 0;
        unreachable += outcome.state.error && exitStatus(outcome.state.error->code) == exitStatus(ErrorCode::Unreachable) ? 1 : 0;
    }
    if (failed == 0)
        return 0;
    return unreachable == outcomes.size() ? exitStatus(ErrorCode::Unreachable) : 1;
}

void printOutcomes(CommandContext &context, const QList<RefreshOutcome> &outcomes, bool isDryRun)
{
    if (context.console.isJson) {
        QJsonArray array;
        for (const RefreshOutcome &outcome : outcomes) {
            QJsonObject object = toJson(outcome.state);
            object[QStringLiteral("prices_changed")] = outcome.changed;
            object[QStringLiteral("needs_consent")] = outcome.needsConsent;
            array << object;
        }
        context.console.print(QJsonObject{{QStringLiteral("dry_run"), isDryRun}, {QStringLiteral("lists"), array}});
        return;
    }
    QList<QStringList> rows{{QStringLiteral("LIST"), QStringLiteral("RESULT"), QStringLiteral("OFFERS"), QStringLiteral("PRICES CHANGED")}};
    for (const RefreshOutcome &outcome : outcomes) {
        rows << QStringList{outcome.state.name, refreshResultText(outcome.state), QString::number(outcome.state.offers),
                            QString::number(outcome.changed)};
    }
    context.console.printTable(rows);
}

}  // namespace

QJsonObject toJson(const PriceListState &state)
{
    QJsonValue error;
    if (state.error) {
        error = QJsonObject{{QStringLiteral("code"), errorCodeName(state.error->code)},
                            {QStringLiteral("what"), state.error->what},
                            {QStringLiteral("detail"), state.error->detail}};
    }
    return {{QStringLiteral("name"), state.name},
            {QStringLiteral("result"), refreshResultName(state.result)},
            {QStringLiteral("offers"), state.offers},
            {QStringLiteral("tried"), timeOrNull(state.tried)},
            {QStringLiteral("checked"), timeOrNull(state.checked)},
            {QStringLiteral("changed"), timeOrNull(state.changed)},
            {QStringLiteral("notes"), QJsonArray::fromStringList(state.notes)},
            {QStringLiteral("error"), error}};
}

QString refreshResultText(const PriceListState &state)
{
    switch (state.result) {
    case RefreshResult::Never: return Words::tr("never fetched");
    case RefreshResult::Updated: return Words::tr("updated");
    case RefreshResult::NotModified: return Words::tr("unchanged");
    case RefreshResult::Failed: return Words::tr("failed");
    case RefreshResult::Cancelled: return Words::tr("cancelled");
    }
    Q_UNREACHABLE();
}

QString refreshUsage() { return QStringLiteral("offer refresh [--source NAME,…] [--dry-run] [--accept]"); }

int refreshOffers(CommandContext &context, const Command &self)
{
    const QString source = QStringLiteral("--source"), dryRun = QStringLiteral("--dry-run"), accept = QStringLiteral("--accept");
    const auto options = readOptions(context.arguments, {source}, {dryRun, accept}, {0, 0, Words::tr("Unexpected argument “%1”.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const Paths &paths = context.services.paths();
    const auto names = readList(*options, source);
    if (!names)
        return usageError(context, self, names.error().what);
    const auto feeds = names->isEmpty() ? Result<QList<PriceFeed>>(usualPriceFeeds(PriceLists(paths))) : priceFeedsNamed(*names);
    if (!feeds)
        return usageError(context, self, feeds.error().what);

    const bool hasTerminal = ::isatty(STDERR_FILENO) == 1 && !context.console.isJson;
    PriceRefresher::Reports reports;
    if (hasTerminal)
        reports.progressed = drawProgress;
    reports.ended = [&](const RefreshOutcome &outcome) {
        if (hasTerminal)
            std::fputs("\r\033[K", stderr);
        if (outcome.state.error)
            context.console.say(QStringLiteral("yard: ") + outcome.state.error->what);
        for (const QString &note : outcome.state.notes)
            context.console.say(QStringLiteral("yard: %1: %2").arg(outcome.state.name, note));
    };
    const RefreshOptions wanted{options->has(dryRun), options->has(accept)};
    PriceRefresher refresher(paths, context.services.database(), PriceEndpoints::of(paths));
    const auto outcomes = refresher.run(*feeds, wanted, context.console.stop(), reports);
    if (!outcomes)
        return context.console.fail(outcomes.error());
    printOutcomes(context, *outcomes, wanted.isDryRun);
    const int status = statusOf(*outcomes);
    if (status == exitStatus(ErrorCode::Cancelled))
        context.console.say(Words::tr("Cancelled. Sources that were not fetched completely are unchanged."));
    else if (std::any_of(outcomes->begin(), outcomes->end(), [](const RefreshOutcome &outcome) { return outcome.needsConsent; }))
        context.console.say(Words::tr("`yard offer refresh --accept` accepts prices that were rejected as implausible."));
    else if (wanted.isDryRun && !context.console.isJson)
        context.console.say(Words::tr("Dry run: nothing was saved."));
    return status;
}

}  // namespace trainyard
