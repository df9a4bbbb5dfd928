// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/gpuholder.h"

#include <QHash>
#include <QRegularExpression>
#include <QSet>

namespace trainyard {

namespace {

// More than any machine has; bounds what a hostile one can send.
constexpr qsizetype kMaxHolders = 1000, kMaxMigDevices = 1000;
constexpr qsizetype kMaxCommand = 80;
constexpr qint64 kMaxMemoryMiB = 1 << 24;

QString visible(QString text)
{
    const auto isHidden = [](QChar c) { return c.category() == QChar::Other_Control || c.category() == QChar::Other_Format; };
    text.removeIf(isHidden);
    return text;
}

QString baseName(const QString &path) { return path.mid(path.lastIndexOf(u'/') + 1); }

}  // namespace

QString programOf(const QString &commandLine)
{
    const QStringList words = visible(commandLine).split(u' ', Qt::SkipEmptyParts);
    if (words.isEmpty())
        return {};
    QString program = baseName(words.first());
    // Only interpreters: the second word of another program may be anything.
    static const QRegularExpression interpreter(
        QStringLiteral("\\A(?:python[0-9.]*|bash|sh|dash|zsh|perl|ruby|node|julia|Rscript|torchrun|accelerate|deepspeed)\\z"));
    if (interpreter.match(program).hasMatch()) {
        for (qsizetype i = 1; i < words.size(); ++i) {
            const bool isModule = words[i] == QLatin1String("-m") && i + 1 < words.size();
            if (isModule)
                program += QStringLiteral(" -m ") + words[i + 1];
            else if (words[i] == QLatin1String("-u") || words[i] == QLatin1String("-O"))
                continue;
            else if (!words[i].startsWith(u'-') && !words[i].contains(u'='))
                program += u' ' + baseName(words[i]);
            break;
        }
    }
    return program.size() > kMaxCommand ? program.left(kMaxCommand - 1) + QChar(0x2026) : program;
}

QList<GpuHolder> parseGpuHolders(const QStringList &apps, const QStringList &processes)
{
    static const QRegularExpression app(
        QStringLiteral("\\A *((?:GPU|MIG|SIM)-[A-Za-z0-9/-]{1,90}) *, *([0-9]{1,10}|[^,]{0,40}) *, *([0-9]{1,10})?"));
    static const QRegularExpression process(
        QStringLiteral("\\A *([0-9]{1,10}) +([0-9]{1,10}) +([A-Za-z0-9_][A-Za-z0-9._@+$\\\\-]{0,63})(?: +(.*))?\\z"));
    QHash<qint64, GpuHolder> known;
    for (const QString &line : processes) {
        const auto match = process.match(line);
        const qint64 pid = match.captured(1).toLongLong();
        if (pid <= 0 || known.contains(pid))
            continue;
        GpuHolder holder;
        holder.user = match.captured(3);
        holder.command = programOf(match.captured(4));
        holder.running = std::chrono::seconds(match.captured(2).toLongLong());
        known.insert(pid, holder);
    }
    QList<GpuHolder> holders;
    QSet<QPair<QString, qint64>> seen;
    for (const QString &line : apps) {
        const auto match = app.match(line);
        if (!match.hasMatch() || holders.size() >= kMaxHolders)
            continue;
        const qint64 pid = match.captured(2).toLongLong();
        GpuHolder holder = pid > 0 ? known.value(pid) : GpuHolder();
        holder.device = match.captured(1);
        holder.pid = pid;
        if (const qint64 memory = match.captured(3).toLongLong(); memory > 0 && memory <= kMaxMemoryMiB)
            holder.memoryMiB = memory;
        if (pid > 0 && seen.contains({holder.device, pid}))
            continue;
        seen.insert({holder.device, pid});
        holders << holder;
    }
    return holders;
}

QList<MigDevice> parseMigDevices(const QStringList &list)
{
    static const QRegularExpression whole(QStringLiteral("\\AGPU ([0-9]{1,3}):"));
    static const QRegularExpression part(
        QStringLiteral("\\A\\s*MIG ([A-Za-z0-9.+]{1,30})\\s+Device\\s+([0-9]{1,3}): \\(UUID: (MIG-[A-Za-z0-9/-]{1,90})\\)"));
    QList<MigDevice> devices;
    int gpu = -1;
    for (const QString &line : list) {
        if (const auto match = whole.match(line); match.hasMatch())
            gpu = match.captured(1).toInt();
        else if (const auto slice = part.match(line); slice.hasMatch() && gpu >= 0 && devices.size() < kMaxMigDevices)
            devices << MigDevice{gpu, slice.captured(2).toInt(), slice.captured(1), slice.captured(3)};
    }
    return devices;
}

}  // namespace trainyard
