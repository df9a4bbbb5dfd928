// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/rentprinter.h"

#include "core/base/format.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>

namespace trainyard {

namespace {

struct PrinterWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RentCommands)
};

}  // namespace

RentReport RentPrinter::report()
{
    return [this](const RentStep &step) {
        const std::lock_guard lock(m_guard);
        m_steps << step;
    };
}

void RentPrinter::flush()
{
    QList<RentStep> steps;
    {
        const std::lock_guard lock(m_guard);
        steps.swap(m_steps);
    }
    for (const RentStep &step : std::as_const(steps))
        print(step);
}

void RentPrinter::print(const RentStep &step)
{
    if (m_console.isJson) {
        // What a stage waits for is said once, not at every look.
        const QString words = rentStageName(step.stage) + step.place + step.evidence;
        if (!step.isDone && words == m_last)
            return;
        m_last = words;
        m_console.print(QJsonObject{{QStringLiteral("stage"), rentStageName(step.stage)},
                                    {QStringLiteral("done"), step.isDone},
                                    {QStringLiteral("refused"), step.isRefused},
                                    {QStringLiteral("place"), step.place},
                                    {QStringLiteral("evidence"), step.evidence},
                                    {QStringLiteral("took_ms"), qint64(step.took.count())},
                                    {QStringLiteral("elapsed_ms"), qint64(step.sinceRequest.count())}},
                        true);
        return;
    }
    const QString line = formatElapsed(step.sinceRequest.count()) + QStringLiteral("  ") + rentStageTitle(step.stage);
    if (step.isRefused) {
        m_console.showStep({});
        m_console.print(formatElapsed(step.sinceRequest.count()) + QStringLiteral("  ")
                        + PrinterWords::tr("None at %1: %2", "a place, the reason").arg(step.place, step.evidence));
        return;
    }
    if (!step.isDone) {
        m_console.showStep(step.evidence.isEmpty() ? line + QStringLiteral(" …") : line + QStringLiteral(" … ") + step.evidence);
        return;
    }
    m_console.showStep({});
    m_console.print(
        QStringLiteral("%1  (%2)")
            .arg(step.evidence.isEmpty() ? line : line + QStringLiteral("  ") + step.evidence, formatDuration(step.took.count())));
}

int printLines(Console &console, const Result<QStringList> &lines)
{
    if (!lines)
        return console.fail(lines.error());
    if (console.isJson) {
        console.print(QJsonObject{{QStringLiteral("commands"), QJsonArray::fromStringList(*lines)}}, true);
        return 0;
    }
    for (const QString &line : *lines)
        console.print(line);
    return 0;
}

}  // namespace trainyard
