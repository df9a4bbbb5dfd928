// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/fieldvalues.h"

#include "core/base/duration.h"

#include <QRegularExpression>

#include <limits>

namespace trainyard {
namespace {

constexpr int kRefusedCount = std::numeric_limits<int>::max();
constexpr std::chrono::seconds kRefusedTime{std::numeric_limits<int>::max()};  // longer than parseDuration() reads

qint64 secondsIn(QChar unit) { return unit == u'h' ? 3600 : unit == u'm' ? 60 : 1; }

}  // namespace

int countOf(const QString &text)
{
    if (text.isEmpty())
        return 0;
    bool isNumber = false;
    const int count = text.toInt(&isNumber);
    return isNumber && count >= 0 ? count : kRefusedCount;
}

std::chrono::seconds timeOf(const QString &text, QChar unit)
{
    if (const auto time = parseDuration(text))
        return *time;
    return parseDuration(QString(text + unit)).value_or(kRefusedTime);
}

QString timeText(std::chrono::seconds time, QChar unit)
{
    return time.count() % secondsIn(unit) == 0 ? QString::number(time.count() / secondsIn(unit)) : durationText(time);
}

QStringList namesIn(const QString &text)
{
    static const QRegularExpression between(QStringLiteral("[\\s,]+"));
    QStringList names = text.split(between, Qt::SkipEmptyParts);
    names.removeDuplicates();
    return names;
}

QString numberIn(QString text)
{
    static const QRegularExpression other(QStringLiteral("[^0-9.]"));
    return text.replace(u',', u'.').remove(other);
}

QString variableNamesIn(QString text)
{
    static const QRegularExpression other(QStringLiteral("[^A-Za-z0-9_\\s,]"));
    static const QRegularExpression digitFirst(QStringLiteral("(^|[\\s,])(?=[0-9])"));
    return text.replace(other, QStringLiteral("_")).replace(digitFirst, QStringLiteral("\\1_"));
}

QString absolutePathOf(const QString &text) { return text.startsWith(u'/') ? text : u'/' + text; }

}  // namespace trainyard
