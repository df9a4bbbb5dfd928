// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/rentchecks.h"

#include "core/base/format.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

struct CheckWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RentChecks)
};

// "…-cu124-…", "CUDA 12.4", "cuda_12_4"; "driver 550.54.15", "nvidia-driver-550.54". Names are written by strangers: what does not fit is not
// there.
std::optional<Version> cudaIn(const QString &name)
{
    static const QRegularExpression kDotted(QStringLiteral("\\bcuda[ _-]?(1[0-9])[._](\\d)\\b"), QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression kShort(QStringLiteral("(?:^|[^a-z])cu(1[0-9])(\\d)(?!\\d)"), QRegularExpression::CaseInsensitiveOption);
    for (const QRegularExpression &one : {kDotted, kShort}) {
        if (const auto match = one.match(name); match.hasMatch())
            return Version::parse(QString(match.captured(1) + u'.' + match.captured(2)));
    }
    return std::nullopt;
}

std::optional<Version> driverIn(const QString &name, const CompatFacts &facts)
{
    static const QRegularExpression kDriver(QStringLiteral("\\b(\\d{3}\\.\\d{2,3}(?:\\.\\d{2})?)\\b"));
    const auto match = kDriver.match(name);
    const auto driver = match.hasMatch() ? driverFromText(match.captured(1), facts) : Result<Version>(Error{});
    return driver ? std::optional(*driver) : std::nullopt;
}

}  // namespace

std::optional<ReadyTime> readyTime(const QList<Instance> &all, const QString &providerKind, const QString &type)
{
    const std::pair wanted(providerKind, type);
    QList<qint64> took;
    for (const Instance &one : all) {
        bool isNumber = false;
        const qint64 seconds = one.request.settings.value(QLatin1String(kReadyAfterSetting)).toLongLong(&isNumber);
        if (isNumber && seconds > 0 && std::pair(one.request.providerKind, one.request.type) == wanted)
            took << seconds;
    }
    if (took.isEmpty())
        return std::nullopt;
    std::sort(took.begin(), took.end());
    const qsizetype middle = took.size() / 2;
    const qint64 median = took.size() % 2 == 1 ? took[middle] : (took[middle - 1] + took[middle]) / 2;
    return ReadyTime{std::chrono::seconds(median), std::chrono::seconds(took.last()), int(took.size())};
}

std::optional<Money> mostCost(const QList<RentPlace> &places, const RentEnd &end, const std::optional<Money> &partsPerHour,
                              const QDateTime &now)
{
    std::optional<Money> most;
    for (const RentPlace &place : places) {
        const QDateTime latest = latestEnd(end, now, place.perHour);
        if (!place.perHour || !latest.isValid())
            return std::nullopt;
        const qint64 from = now.toSecsSinceEpoch(), to = latest.toSecsSinceEpoch();
        MeteredRental rental;
        rental.span = {from, to};
        rental.perHour = *place.perHour;
        rental.billing.step = place.billingStep;
        rental.billing.minimum = place.billingMinimum;
        auto cost = accrued(rental, to);
        if (cost && partsPerHour && partsPerHour->currency() == cost->currency()) {
            const auto parts = partsPerHour->times(to - from, 3600);
            cost = parts ? cost->plus(*parts) : parts;
        }
        if (!cost)
            return std::nullopt;
        if (!most || (most->currency() == cost->currency() && *most < *cost))
            most = *cost;
    }
    return most;
}

RentFinding budgetFinding(const QList<MonthBudget> &budgets, const Money &perHour, const std::optional<Money> &most)
{
    using State = RentFinding::State;
    RentFinding found{RentQuestion::Budget, State::Unknown, {}, {}, {}};
    const auto month = std::find_if(budgets.begin(), budgets.end(), [&perHour](const MonthBudget &one) {
        return one.budget.scope == BudgetScope::Month && one.budget.amount.currency() == perHour.currency();
    });
    if (month == budgets.end())
        return found;
    const auto left = month->budget.amount.minus(month->use.spent);
    //: money spent, money in all
    found.value = CheckWords::tr("%1 of %2").arg(formatAmount(month->use.spent), formatMoney(month->budget.amount));
    if (month->use.step == BudgetStep::Stop || !left || left->nanos() <= 0) {
        found.state = State::Refused;
        found.sentence = CheckWords::tr("This month's budget of %1 is used up: raise it first.").arg(formatMoney(month->budget.amount));
    } else if (!most) {
        found.state = State::Doubtful;
        found.sentence =
            CheckWords::tr("%1 of this month's budget is left, and this rental has no limit in time or money.").arg(formatMoney(*left));
    } else if (most->currency() == left->currency() && *left < *most) {
        found.state = State::Doubtful;
        found.sentence =
            CheckWords::tr("This can cost up to %1, and %2 of this month's budget is left.").arg(formatMoney(*most), formatMoney(*left));
    } else {
        found.state = State::Fine;
        found.sentence = CheckWords::tr("It fits into this month's budget");
    }
    return found;
}

RentFinding imageFinding(const CompatAdvisor &advisor, const QString &gpu, const ProviderImage *image, QDate today)
{
    using State = RentFinding::State;
    RentFinding found{RentQuestion::Image, State::Unknown, {}, {}, {}};
    if (gpu.isEmpty())
        return found;
    if (!image) {
        found.sentence = CheckWords::tr("its driver is seen when the GPUs answer");
        return found;
    }
    CompatQuestion question;
    question.gpus << advisor.kinds().find(gpu);
    CompatAdvisor::addProcessor({}, &question);
    question.month = today.toString(QStringLiteral("yyyy-MM"));
    question.driver = driverIn(image->name, advisor.facts());
    const auto cuda = cudaIn(image->name);
    if (cuda)
        question.cuda = *cuda;
    QStringList told;
    if (question.driver)
        told << CheckWords::tr("driver %1").arg(question.driver->text());
    if (cuda)
        told << CheckWords::tr("CUDA %1").arg(cuda->text());
    found.value = told.join(QStringLiteral(", "));
    if (!image->hasDriver && !question.driver) {
        found.state = State::Doubtful;
        found.sentence = CheckWords::tr("This image is not known to have an NVIDIA driver: without one, the GPUs do not answer");
        return found;
    }
    if (!cuda) {
        found.sentence = CheckWords::tr("its name does not say which CUDA it has");
        return found;
    }
    const CompatAnswer answer = CompatJudge(advisor.facts()).verdict(question);
    const QString why = answer.reasons.isEmpty() ? QString() : answer.reasons.first().sentence;
    switch (answer.verdict) {
    case CompatVerdict::Runs:
        found.state = State::Fine;
        //: a GPU
        found.sentence = CheckWords::tr("The image fits the %1").arg(gpu);
        break;
    case CompatVerdict::RunsWithLimits:
        found.state = State::Doubtful;
        found.sentence = why;
        break;
    case CompatVerdict::Unknown:
        // Without the driver's version only what the GPU itself needs is decided.
        found.sentence = answer.missing.isEmpty() ? why : answer.missing.first();
        break;
    case CompatVerdict::Fails:
    case CompatVerdict::Refused:
        found.state = State::Doubtful;
        found.sentence = why.isEmpty() ? verdictSentence(answer.verdict) : why;
        break;
    }
    return found;
}

}  // namespace trainyard
