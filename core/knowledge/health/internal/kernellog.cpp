// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/health/internal/kernellog.h"

#include "core/knowledge/health/plaintext.h"

#include <QRegularExpression>
#include <QStringList>

namespace trainyard {

namespace {

std::optional<double> secondsOf(const QString &line)
{
    static const QRegularExpression form(QStringLiteral("^(?:<[0-9]+>)?\\[ *([0-9]{1,10}\\.[0-9]{1,9})\\]"));
    const auto match = form.match(line);
    return match.hasMatch() ? std::optional(match.captured(1).toDouble()) : std::nullopt;
}

}  // namespace

KernelLog parseKernelLog(const QString &text)
{
    static const QRegularExpression xid(QStringLiteral("NVRM: Xid \\((?:PCI:)?([0-9A-Fa-f:.]{4,20})\\): ([0-9]{1,4})(?![0-9])"));
    // "nvidia-nvswitch3: SXid (PCI:0000:04:00.0): 22013, Non-fatal, Link 44 Minion Link DLREQ interrupt"; its further lines repeat the
    // number.
    static const QRegularExpression sxid(
        QStringLiteral("nvidia-nvswitch([0-9]{1,3}): SXid \\((?:PCI:)?[0-9A-Fa-f:.]{4,20}\\): ([0-9]{1,6}), (Fatal|Non-fatal)\\b"));
    // Some drivers write it in several lines, with the address in the first and the fault in the last.
    static const QRegularExpression named(QStringLiteral("NVRM: The NVIDIA GPU ([0-9A-Fa-f:.]{4,20})"));
    static const QRegularExpression fallen(QStringLiteral("NVRM: +fallen off the bus"));
    static const QRegularExpression lost(QStringLiteral("NVRM: GPU ([0-9A-Fa-f:.]{4,20}): GPU has fallen off the bus"));
    // "NVRM: API mismatch: the client has the version 535.183.01, but", "NVRM: this kernel module has the version 535.171.04."
    static const QRegularExpression client(
        QStringLiteral("NVRM: .*the client (?:'[^']{0,60}' )?(?:\\([^)]{0,30}\\) )?has the version ([0-9]+(?:\\.[0-9]+)+)"));
    static const QRegularExpression module(QStringLiteral("NVRM: .*kernel module has the version ([0-9]+(?:\\.[0-9]+)+)"));
    KernelLog log;
    qint64 found = 0, carried = 0;
    QString lastNamed;
    const QStringList lines = text.split(u'\n', Qt::SkipEmptyParts);
    for (const QString &line : lines) {
        const qsizetype equals = line.indexOf(u'=');
        const QString key = line.left(equals), value = equals < 0 ? QString() : line.mid(equals + 1);
        if (key == QLatin1String("source")) {
            log.source = value.left(20);
        } else if (key == QLatin1String("lines")) {
            log.isReadable = wholeNumber(value).value_or(0) > 0;
        } else if (key == QLatin1String("found")) {
            found = wholeNumber(value).value_or(0);
        } else if (key == QLatin1String("problem")) {
            log.problem = value.left(300);
        } else if (key == QLatin1String("first")) {
            log.firstSeconds = secondsOf(value);
        } else if (key == QLatin1String("log")) {
            ++carried;
            if (const auto match = client.match(value); match.hasMatch())
                log.library = match.captured(1);
            if (const auto match = module.match(value); match.hasMatch())
                log.module = match.captured(1);
            if (const auto match = xid.match(value); match.hasMatch())
                log.xids << XidEvent{match.captured(2).toInt(), match.captured(1), secondsOf(value), value.left(300)};
            else if (const auto reported = sxid.match(value); reported.hasMatch())
                log.sxids << SxidEvent{reported.captured(2).toInt(), reported.captured(1).toInt(),
                                       reported.captured(3) == QLatin1String("Fatal"), secondsOf(value), value.left(300)};
            else if (const auto gone = lost.match(value); gone.hasMatch())
                log.xids << XidEvent{79, gone.captured(1), secondsOf(value), value.left(300)};
            else if (const auto first = named.match(value); first.hasMatch())
                lastNamed = first.captured(1);
            else if (fallen.match(value).hasMatch())
                log.xids << XidEvent{79, lastNamed, secondsOf(value), value.left(300)};
            else if (value.contains(QLatin1String("Out of memory: Kill")))
                log.killed << value.left(300);
        }
    }
    log.left = qMax<qint64>(0, found - carried);
    return log;
}

}  // namespace trainyard
