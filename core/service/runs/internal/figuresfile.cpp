// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/figuresfile.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include <cmath>
#include <limits>

namespace trainyard {

namespace {

constexpr int kFiguresVersion = 1;
constexpr qint64 kMostFigures = 1 << 20;  // bytes of the file
const QString kVersion = QStringLiteral("version"), kBytes = QStringLiteral("bytes"), kExpression = QStringLiteral("expression"),
              kParameters = QStringLiteral("parameters"), kSeries = QStringLiteral("series"), kBusy = QStringLiteral("busy"),
              kUseful = QStringLiteral("useful"), kStep = QStringLiteral("step"), kTotal = QStringLiteral("total_steps"),
              kLoss = QStringLiteral("loss"), kLosses = QStringLiteral("losses"), kGlance = QStringLiteral("glance");

// JSON has no NaN and no infinity.
QJsonValue jsonOf(const std::optional<double> &value)
{
    if (!value)
        return {};
    if (std::isfinite(*value))
        return *value;
    return std::isnan(*value) ? QStringLiteral("nan") : *value > 0 ? QStringLiteral("inf") : QStringLiteral("-inf");
}

std::optional<double> numberIn(const QJsonValue &value)
{
    if (value.isDouble())
        return value.toDouble();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const QString word = value.toString();
    return word == QLatin1String("nan")    ? std::optional(std::numeric_limits<double>::quiet_NaN())
           : word == QLatin1String("inf")  ? std::optional(kInfinity)
           : word == QLatin1String("-inf") ? std::optional(-kInfinity)
                                           : std::nullopt;
}

QJsonObject jsonOf(const RunGlance &glance)
{
    QJsonArray losses;
    for (const QPointF &point : glance.losses)
        losses << QJsonArray{point.x(), point.y()};
    return {{kStep, jsonOf(glance.step)}, {kTotal, jsonOf(glance.totalSteps)}, {kLoss, jsonOf(glance.loss)}, {kLosses, losses}};
}

RunGlance glanceIn(const QJsonObject &object)
{
    RunGlance glance;
    glance.state = ProgressState::Finished;
    glance.step = numberIn(object.value(kStep));
    glance.totalSteps = numberIn(object.value(kTotal));
    glance.loss = numberIn(object.value(kLoss));
    for (const QJsonValue &point : object.value(kLosses).toArray())
        glance.losses << QPointF(point.toArray().at(0).toDouble(), point.toArray().at(1).toDouble());
    return glance;
}

QString fileIn(const QString &folder) { return folder + QStringLiteral("/figures.json"); }

}  // namespace

std::optional<RunFigures> loadFigures(const QString &folder, qint64 bytes, const QString &expression)
{
    QFile file(fileIn(folder));
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QJsonObject object = QJsonDocument::fromJson(file.read(kMostFigures)).object();
    if (object.value(kVersion).toInt() != kFiguresVersion || qint64(object.value(kBytes).toDouble(-1)) != bytes
        || object.value(kExpression).toString() != expression)
        return std::nullopt;
    RunFigures figures;
    if (object.value(kGlance).isObject())
        figures.glance = glanceIn(object.value(kGlance).toObject());
    figures.hasTask = object.value(kParameters).isObject();
    const QJsonObject parameters = object.value(kParameters).toObject();
    for (auto parameter = parameters.begin(); parameter != parameters.end(); ++parameter)
        figures.parameters.insert(parameter.key(), parameter->toString());
    if (object.value(kSeries).isObject()) {
        figures.series.emplace();
        const QJsonObject all = object.value(kSeries).toObject();
        for (auto one = all.begin(); one != all.end(); ++one) {
            const QJsonArray values = one->toArray();
            figures.series->insert(one.key(), {numberIn(values.at(0)), numberIn(values.at(1)), numberIn(values.at(2))});
        }
    }
    if (object.contains(kBusy))
        figures.busyPercent.emplace(numberIn(object.value(kBusy)));
    if (object.contains(kUseful))
        figures.usefulPercent.emplace(numberIn(object.value(kUseful)));
    return figures;
}

// Without it, the figures are only read again: a full disk is no error here.
void saveFigures(const QString &folder, qint64 bytes, const QString &expression, const RunFigures &figures)
{
    if (!QFileInfo(folder).isDir())
        return;
    QJsonObject object{{kVersion, kFiguresVersion}, {kBytes, double(bytes)}, {kExpression, expression}};
    if (figures.glance)
        object.insert(kGlance, jsonOf(*figures.glance));
    if (figures.hasTask) {
        QJsonObject parameters;
        for (auto parameter = figures.parameters.begin(); parameter != figures.parameters.end(); ++parameter)
            parameters.insert(parameter.key(), *parameter);
        object.insert(kParameters, parameters);
    }
    if (figures.series) {
        QJsonObject all;
        for (auto one = figures.series->begin(); one != figures.series->end(); ++one)
            all.insert(one.key(), QJsonArray{jsonOf(one->last), jsonOf(one->lowest), jsonOf(one->highest)});
        object.insert(kSeries, all);
    }
    if (figures.busyPercent)
        object.insert(kBusy, jsonOf(*figures.busyPercent));
    if (figures.usefulPercent)
        object.insert(kUseful, jsonOf(*figures.usefulPercent));
    QSaveFile file(fileIn(folder));
    if (file.open(QIODevice::WriteOnly)) {
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        file.write(QJsonDocument(object).toJson(QJsonDocument::Compact));
        file.commit();
    }
}

}  // namespace trainyard
