// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/health/internal/checklist.h"

#include "core/knowledge/health/plaintext.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ProcessChecks)
};

constexpr qint64 kUnownedMiB = 1024;  // less is the driver's own reserve; an H200 with ECC reserves 623

struct App {
    QString uuid;
    qint64 pid = 0;
    std::optional<qint64> usedMiB;
    QString name;
};

QList<App> apps(const QString &text)
{
    QList<App> found;
    const QStringList lines = text.split(u'\n', Qt::SkipEmptyParts);
    for (const QString &line : lines) {
        // A name may contain commas.
        const QStringList cells = line.split(QStringLiteral(", "));
        const auto pid = cells.size() < 4 ? std::nullopt : wholeNumber(cells[1]);
        if (!pid || *pid <= 0 || found.size() >= 256)
            continue;
        found << App{cells[0].trimmed().left(80), *pid, wholeNumber(cells[2]), cells.mid(3).join(QStringLiteral(", ")).left(120)};
    }
    return found;
}

struct Owner {
    bool isGone = false;
    QString user, run, command, state;
};

QHash<qint64, Owner> owners(const CheckPart &part)
{
    static const QRegularExpression form(
        QStringLiteral("^pid=([0-9]{1,10}) uid=([0-9]*) user=(\\S*) state=([A-Za-z]?) run=([A-Za-z0-9-]*) command=(.*)$"));
    static const QRegularExpression gone(QStringLiteral("^pid=([0-9]{1,10}) gone$"));
    QHash<qint64, Owner> found;
    const QStringList lines = part.lines();
    for (const QString &line : lines) {
        if (const auto match = form.match(line); match.hasMatch()) {
            const QString user = match.captured(3).isEmpty() ? match.captured(2) : match.captured(3);
            found.insert(match.captured(1).toLongLong(),
                         {false, user.left(40), match.captured(5).left(80), match.captured(6).left(120), match.captured(4)});
        } else if (const auto left = gone.match(line); left.hasMatch()) {
            Owner owner;
            owner.isGone = true;
            found.insert(left.captured(1).toLongLong(), owner);
        }
    }
    return found;
}

}  // namespace

void checkProcesses(Checklist &list)
{
    if (list.smi.cards.isEmpty())
        return;
    const QString why = Words::tr(
        "Memory that is already used by other processes makes the next job run out of memory, and slows it down.");
    const CheckPart part = list.answer.part(QStringLiteral("smi-apps"));
    if (part.status != 0) {
        list.add("gpu-processes", HealthSection::Processes, HealthState::Unknown,
                 list.whyNot(part, QStringLiteral("nvidia-smi --query-compute-apps")), why);
        return;
    }
    const QList<App> running = apps(part.text);
    const QHash<qint64, Owner> known = owners(list.answer.part(QStringLiteral("owners")));
    QHash<QString, qint64> named;
    for (const App &app : running) {
        const auto card = std::find_if(list.smi.cards.begin(), list.smi.cards.end(),
                                       [&app](const SmiCard &one) { return one.uuid == app.uuid; });
        const QString gpu = card == list.smi.cards.end() ? app.uuid : list.gpuName(*card);
        const QString memory = app.usedMiB ? Words::tr("%1 MiB").arg(*app.usedMiB) : Words::tr("an unknown amount of memory");
        named[app.uuid] += app.usedMiB.value_or(0);
        const bool isKnown = known.contains(app.pid);
        const Owner owner = known.value(app.pid);
        const QString command = owner.command.isEmpty() ? app.name : owner.command;
        QString what;
        HealthState state = HealthState::Warning;
        if (!isKnown || owner.isGone) {
            what = Words::tr("%1: process %2 (%3) uses %4; it is in another container or not visible to this user.")
                       .arg(gpu, QString::number(app.pid), app.name, memory);
        } else if (!owner.run.isEmpty()) {
            state = HealthState::Ok;
            what = Words::tr("%1: process %2 of the run %3 uses %4.").arg(gpu, QString::number(app.pid), owner.run, memory);
        } else {
            what = Words::tr("%1: process %2 of %3 (%4) uses %5.").arg(gpu, QString::number(app.pid), owner.user, command, memory);
        }
        HealthFinding &finding = list.add("gpu-processes", HealthSection::Processes, state, what, why);
        if (card != list.smi.cards.end()) {
            finding.gpu = card->index;
            finding.isSimulated = card->isSimulated();
        }
        finding.numbers.insert(QStringLiteral("pid"), QString::number(app.pid));
        if (app.usedMiB)
            finding.numbers.insert(QStringLiteral("used_mib"), QString::number(*app.usedMiB));
        if (state == HealthState::Warning && isKnown && !owner.isGone) {
            finding.remedy = owner.state == QLatin1String("D")
                                 ? Words::tr("It waits inside the kernel and cannot be killed; only a restart helps.")
                                 : Words::tr("If it is left over, end it; it may be another user's work.");
            finding.command = owner.state == QLatin1String("D") ? QStringLiteral("sudo reboot") : QStringLiteral("kill %1").arg(app.pid);
        }
    }
    bool isUnowned = false;
    for (const SmiCard &card : list.smi.cards) {
        const auto used = card.row ? card.row->memoryUsedMiB : std::nullopt;
        if (!used || named.contains(card.uuid) || *used < kUnownedMiB)
            continue;
        isUnowned = true;
        HealthFinding &finding = list.add("gpu-memory-held", HealthSection::Processes, HealthState::Warning,
                                          Words::tr("%1: %2 MiB are in use, but no process is listed.").arg(list.gpuName(card)).arg(*used),
                                          why);
        finding.gpu = card.index;
        finding.isSimulated = card.isSimulated();
        finding.remedy = Words::tr(
            "It may be a process of another container or user, or one that crashed. Check as root; a reset frees the memory.");
        finding.command = QStringLiteral("sudo fuser -v /dev/nvidia*");
        finding.numbers.insert(QStringLiteral("used_mib"), QString::number(*used));
    }
    if (running.isEmpty() && !isUnowned) {
        list.add("gpu-processes", HealthSection::Processes, HealthState::Ok, Words::tr("No process uses GPU memory."), why).isSimulated =
            list.smi.hasSimulated();
    }
}

}  // namespace trainyard
