// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/health/internal/checklist.h"

#include "core/knowledge/health/plaintext.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::NetworkChecks)
};

QStringList addresses(const CheckPart &part)
{
    static const QRegularExpression form(QStringLiteral("^([0-9A-Fa-f.:]{3,45})(?:%\\S+)?\\s"));
    QStringList found;
    for (const QString &line : part.lines()) {
        if (const auto match = form.match(line + u' '); match.hasMatch() && !found.contains(match.captured(1)) && found.size() < 8)
            found << match.captured(1);
    }
    return found;
}

bool isLoopback(const QString &address) { return address.startsWith(QLatin1String("127.")) || address == QLatin1String("::1"); }

// The result of getent.
void checkName(Checklist &list, const char *id, const QString &name, HealthState whenMissing, const QString &why, const QString &remedy)
{
    const CheckPart part = list.answer.part(latin("name.") + name);
    if (part.status == CheckPart::kNotThere) {
        list.add(id, HealthSection::Network, HealthState::Unknown,
                 Words::tr("Whether %1 resolves could not be checked: getent is missing.").arg(name), why);
        return;
    }
    if (part.status == CheckPart::kMissing) {
        list.add(id, HealthSection::Network, HealthState::Unknown, list.whyNot(part, name), why);
        return;
    }
    if (part.status == CheckPart::kTimedOut) {
        HealthFinding &finding = list.add(id, HealthSection::Network, whenMissing,
                                          Words::tr("Resolving %1 took longer than 8 s.").arg(name), why);
        finding.remedy = remedy;
        finding.command = latin("cat /etc/resolv.conf");
        return;
    }
    const QStringList found = addresses(part);
    const bool isFound = part.status == 0 && !found.isEmpty();
    HealthFinding &finding = list.add(
        id, HealthSection::Network, isFound ? HealthState::Ok : whenMissing,
        isFound ? Words::tr("%1 resolves to %2.").arg(name, found.join(latin(", "))) : Words::tr("%1 does not resolve.").arg(name), why);
    if (!isFound) {
        finding.remedy = remedy;
        finding.command = latin("getent ahosts ") + name + latin("; cat /etc/resolv.conf");
    }
}

void checkOwnName(Checklist &list)
{
    const QString own = list.host.value("host");
    if (own.isEmpty())
        return;
    const QString why = Words::tr("Programs on several machines tell each other their names and addresses.");
    const QString remedy = Words::tr("Add the name with the machine's address to /etc/hosts.");
    const CheckPart part = list.answer.part(latin("name.") + own);
    const QStringList found = addresses(part);
    const bool isOnlyLoopback = !found.isEmpty() && std::all_of(found.begin(), found.end(), isLoopback);
    if (part.status == 0 && isOnlyLoopback) {
        // On a single machine that is sufficient.
        HealthFinding &finding = list.add("own-name", HealthSection::Network,
                                          list.request.nodes.isEmpty() ? HealthState::Ok : HealthState::Warning,
                                          Words::tr("Its own name %1 resolves to itself (%2): enough for one machine, not for several.")
                                              .arg(own, found.join(latin(", "))),
                                          why);
        if (!list.request.nodes.isEmpty()) {
            finding.remedy = remedy;
            finding.command = latin("hostname -I; cat /etc/hosts");
        }
        return;
    }
    checkName(list, "own-name", own, HealthState::Warning, why, remedy);
}

void checkPorts(Checklist &list)
{
    if (list.request.ports.isEmpty())
        return;
    const CheckPart part = list.answer.part(latin("ports"));
    const QString why = Words::tr("The processes of a distributed run meet at this port; another program there makes the start fail.");
    static const QRegularExpression form(QStringLiteral("^([0-9A-F]{4}) ([0-9]{1,10})$"));
    QHash<int, QString> taken;
    for (const QString &line : part.lines()) {
        if (const auto match = form.match(line); match.hasMatch())
            taken.insert(match.captured(1).toInt(nullptr, 16), match.captured(2));
    }
    for (const int port : list.request.ports) {
        // Without IPv6, awk reports that it cannot open the second table; the first one still counts.
        if (part.status != 0 && part.status != 2) {
            list.add("port", HealthSection::Network, HealthState::Unknown,
                     Words::tr("Whether port %1 is free could not be checked.").arg(port), why);
            continue;
        }
        const bool isTaken = taken.contains(port);
        HealthFinding &finding = list.add(
            "port", HealthSection::Network, isTaken ? HealthState::Warning : HealthState::Ok,
            isTaken ? Words::tr("Port %1 is in use by a program with the user ID %2.").arg(QString::number(port), taken.value(port))
                    : Words::tr("Port %1 is free.").arg(port),
            why);
        finding.numbers.insert(latin("port"), QString::number(port));
        if (isTaken) {
            finding.remedy = Words::tr("End that program, or choose another port (torchrun: --master-port).");
            finding.command = QStringLiteral("ss -ltnp 'sport = :%1'").arg(port);
        }
    }
}

}  // namespace

void checkNetwork(Checklist &list)
{
    const CheckPart resolver = list.answer.part(latin("resolver"));
    static const QRegularExpression server(QStringLiteral("^nameserver\\s+(\\S{3,60})"));
    QStringList servers;
    for (const QString &line : resolver.lines()) {
        if (const auto match = server.match(line); match.hasMatch() && servers.size() < 8)
            servers << match.captured(1);
    }
    const QString why = Words::tr("Without name resolution no packages, models or images can be downloaded.");
    list.add("resolver", HealthSection::Network,
             resolver.status != 0 ? HealthState::Unknown
             : servers.isEmpty()  ? HealthState::Warning
                                  : HealthState::Ok,
             resolver.status != 0 ? Words::tr("/etc/resolv.conf could not be read.")
             : servers.isEmpty()  ? Words::tr("No name server is set.")
                                  : Words::tr("Name servers: %1.").arg(servers.join(latin(", "))),
             why);
    const QStringList arguments = list.request.scriptArguments();
    for (const QString &argument : arguments) {
        if (argument.startsWith(QLatin1String("name=")))
            checkName(list, "dns", argument.mid(5), HealthState::Warning, why,
                      Words::tr("Check whether the machine can reach the internet and its name servers."));
    }
    checkOwnName(list);
    for (const QString &node : list.request.nodes) {
        checkName(list, "node", node, HealthState::Bad, Words::tr("The nodes of a distributed run reach each other by name."),
                  Words::tr("Add the node to /etc/hosts or the name server, or use its address."));
    }
    checkPorts(list);
}

}  // namespace trainyard
