// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/trainingprinter.h"

#include "app/cli/follow.h"

#include <QFile>
#include <QJsonObject>

#include <cmath>

namespace trainyard {
namespace {

// JSON cannot represent values that are not numbers.
QJsonValue value(double number)
{
    if (std::isfinite(number))
        return number;
    return std::isnan(number) ? QStringLiteral("nan") : number > 0 ? QStringLiteral("inf") : QStringLiteral("-inf");
}

template <typename T>
QJsonValue known(const std::optional<T> &number)
{
    return number ? QJsonValue(double(*number)) : QJsonValue();
}

}  // namespace

TrainingPrinter::TrainingPrinter(Console &console, const QString &logFile, std::shared_ptr<const SeriesPattern> pattern)
    : m_console(console), m_logFile(logFile), m_events(logFile)
{
    m_log.setPattern(std::move(pattern));
}

void TrainingPrinter::print(const QList<TrainingRecord> &records)
{
    for (const TrainingRecord &record : records) {
        if (record.values.isEmpty() && !record.startedAgain.isEmpty())
            continue;  // the next record has the same step
        QJsonObject values;
        for (const TrainingValue &said : record.values)
            values[said.name] = value(said.value);
        m_console.print(QJsonObject{{QStringLiteral("step"), known(record.step)},
                                    {QStringLiteral("total_steps"), known(record.totalSteps)},
                                    {QStringLiteral("epoch"), known(record.epoch)},
                                    {QStringLiteral("total_epochs"), known(record.totalEpochs)},
                                    {QStringLiteral("rank"), known(record.rank)},
                                    {QStringLiteral("log_offset"), record.offset < 0 ? QJsonValue() : QJsonValue(record.offset)},
                                    {QStringLiteral("time_ms"), known(record.timeMs)},
                                    {QStringLiteral("values"), values}},
                        true);
    }
}

void TrainingPrinter::printNew()
{
    QFile file(m_logFile);
    if (file.open(QIODevice::ReadOnly) && file.seek(m_offset)) {
        while (m_console.isOutputOpen() && !m_console.stop().stop_requested()) {
            const QByteArray bytes = file.read(kPrintPiece);
            if (bytes.isEmpty())
                break;
            print(m_log.feed(bytes, m_offset));
            m_offset += bytes.size();
        }
    }
    m_events.read([this](const QList<TrainingRecord> &records) { print(records); },
                  [this] { return m_console.isOutputOpen() && !m_console.stop().stop_requested(); });
}

void TrainingPrinter::printRest() { print(m_log.flush()); }

}  // namespace trainyard
