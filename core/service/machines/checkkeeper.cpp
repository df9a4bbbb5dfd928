// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/checkkeeper.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace trainyard {

namespace {

const QString kImage = QStringLiteral("image"), kNodes = QStringLiteral("nodes"), kPorts = QStringLiteral("ports"),
              kClock = QStringLiteral("clock"), kBefore = QStringLiteral("before"), kAfter = QStringLiteral("after"),
              kAnswer = QStringLiteral("answer");

// 64-bit numbers as text: JSON numbers are doubles.
QJsonObject toJson(const ClockReading &reading)
{
    return {{kBefore, QString::number(reading.before)},
            {kAfter, QString::number(reading.after)},
            {kAnswer, QString::fromLatin1(reading.answer.toBase64())}};
}

ClockReading readingOf(const QJsonObject &json)
{
    return {json[kBefore].toString().toLongLong(), json[kAfter].toString().toLongLong(),
            QByteArray::fromBase64(json[kAnswer].toString().toLatin1())};
}

}  // namespace

Result<CheckRecord> keepCheck(StateDatabase &store, MachineId machineId, const AskedCheck &asked)
{
    QJsonArray ports;
    for (const int port : asked.request.ports)
        ports << port;
    QJsonObject question{{kImage, asked.request.image}, {kNodes, QJsonArray::fromStringList(asked.request.nodes)}, {kPorts, ports}};
    if (asked.clock)
        question[kClock] = toJson(*asked.clock);
    CheckRecord record;
    record.machineId = machineId;
    record.taken = asked.began;
    record.durationMs = asked.duration.count();
    record.question = QJsonDocument(question).toJson(QJsonDocument::Compact);
    record.answer = asked.answer;
    return store.checks.add(record);
}

Result<AskedCheck> askedCheck(const CheckRecord &record)
{
    const QJsonDocument question = QJsonDocument::fromJson(record.question);
    if (!question.isObject() || record.answer.isEmpty()) {
        return Error{ErrorCode::Corrupt,
                     QCoreApplication::translate("trainyard::CheckKeeper",
                                                 "The saved results of this check cannot be read: check the machine again."),
                     {}};
    }
    AskedCheck asked;
    asked.request.image = question[kImage].toString();
    for (const QJsonValue &node : question[kNodes].toArray())
        asked.request.nodes << node.toString();
    asked.request.ports.clear();
    for (const QJsonValue &port : question[kPorts].toArray())
        asked.request.ports << port.toInt();
    if (question[kClock].isObject())
        asked.clock = readingOf(question[kClock].toObject());
    asked.answer = record.answer;
    asked.began = record.taken;
    asked.duration = std::chrono::milliseconds(record.durationMs);
    return asked;
}

}  // namespace trainyard
