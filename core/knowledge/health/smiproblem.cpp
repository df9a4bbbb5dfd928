// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/health/smiproblem.h"

#include "core/knowledge/health/plaintext.h"

#include <QRegularExpression>

namespace trainyard {

namespace {

std::optional<SmiTrouble> troubleOf(const QString &line)
{
    const auto says = [&line](const char *words) { return line.contains(QLatin1String(words), Qt::CaseInsensitive); };
    if (says("version mismatch"))
        return SmiTrouble::Mismatch;
    if (says("couldn't communicate with the NVIDIA driver") || says("Driver Not Loaded") || says("Failed to initialize NVML: N/A"))
        return SmiTrouble::NoDriver;
    if (says("couldn't find libnvidia-ml") || says("NVML Shared Library Not Found"))
        return SmiTrouble::NoLibrary;
    if (says("Insufficient Permissions") || says("No permission") || says("access blocked by the operating system"))
        return SmiTrouble::NoPermission;
    if (says("No devices were found"))
        return SmiTrouble::NoDevices;
    if (says("GPU is lost") || says("fallen off the bus"))
        return SmiTrouble::Lost;
    if (says("requires reset"))
        return SmiTrouble::NeedsReset;
    if (says("Failed to initialize NVML") || says("Unable to determine the device handle") || says("NVIDIA-SMI has failed"))
        return SmiTrouble::Other;
    return {};
}

}  // namespace

QList<SmiProblem> smiProblems(const CheckPart &part)
{
    // A shell that finds no program reports that in its status, whatever the language.
    if (part.status == CheckPart::kNotThere || part.status == CheckPart::kNoCommand)
        return {{SmiTrouble::NotThere, {}, {}, part.lines().value(0)}};
    if (part.status == CheckPart::kTimedOut)
        return {{SmiTrouble::Hangs, {}, {}, {}}};
    if (part.status == CheckPart::kGivenUp || part.status == CheckPart::kMissing)
        return {{SmiTrouble::NotTried, {}, {}, {}}};
    static const QRegularExpression bus(QStringLiteral("(?:^|[^0-9A-Fa-f])([0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\\.[0-9])"));
    static const QRegularExpression library(QStringLiteral("^NVML library version: *([0-9]+(?:\\.[0-9]+)+)"));
    QList<SmiProblem> found;
    const QStringList lines = part.lines();
    for (const QString &line : lines) {
        if (const auto match = library.match(line); match.hasMatch() && !found.isEmpty())
            found.last().libraryVersion = match.captured(1);
        // A value within the answer is judged by the code that reads it.
        const bool isSentence = line.startsWith(QLatin1String("Failed to")) || line.startsWith(QLatin1String("Unable to"))
                                || line.startsWith(QLatin1String("NVIDIA-SMI ")) || line.startsWith(QLatin1String("No devices"))
                                || line.startsWith(QLatin1String("GPU access")) || line.startsWith(QLatin1String("No permission"));
        if (!isSentence)
            continue;
        const auto trouble = troubleOf(line);
        if (!trouble)
            continue;
        const auto place = bus.match(line);
        found << SmiProblem{*trouble, place.hasMatch() ? place.captured(1) : QString(), {}, line.left(300)};
    }
    if (found.isEmpty() && part.status != 0)
        found << SmiProblem{SmiTrouble::NotUnderstood, {}, {}, shortened(part.text, 1)};
    return found;
}

SmiValue smiValue(const QString &text)
{
    QString bare = text.trimmed();
    if (bare.startsWith(u'[') && bare.endsWith(u']'))
        bare = bare.mid(1, bare.size() - 2);
    const auto is = [&bare](const char *words) { return bare.compare(QLatin1String(words), Qt::CaseInsensitive) == 0; };
    if (bare.isEmpty())
        return SmiValue::Absent;
    if (is("N/A") || is("Not Supported") || is("Not Available") || is("Function Not Found") || is("No data")
        || bare.startsWith(QLatin1String("Requested functionality has been deprecated")))
        return SmiValue::NotSupported;
    if (bare.contains(QLatin1String("GPU is lost"), Qt::CaseInsensitive))
        return SmiValue::Lost;
    if (bare.contains(QLatin1String("requires reset"), Qt::CaseInsensitive))
        return SmiValue::NeedsReset;
    if (is("Insufficient Permissions") || is("No Permission"))
        return SmiValue::NoPermission;
    if (is("Unknown Error") || is("ERR!") || is("ERR") || is("Error") || is("Unknown"))
        return SmiValue::Failed;
    return SmiValue::Told;
}

QString sameBusId(const QString &busId)
{
    const QString lower = busId.trimmed().toLower();
    const qsizetype colon = lower.indexOf(u':');
    if (colon < 4)
        return lower;
    QString domain = lower.left(colon);
    while (domain.size() > 4 && domain.startsWith(u'0'))
        domain.remove(0, 1);
    return domain + lower.mid(colon);
}

}  // namespace trainyard
