// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/rentedworld.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>

#include <unistd.h>

namespace trainyard {

namespace {

// Others that run at the same time have others.
QString someAddress()
{
    QRandomGenerator *const random = QRandomGenerator::system();
    return QStringLiteral("127.%1.%2.%3").arg(random->bounded(64, 250)).arg(random->bounded(1, 250)).arg(random->bounded(2, 250));
}

bool mayListen()
{
    QFile first(QStringLiteral("/proc/sys/net/ipv4/ip_unprivileged_port_start"));
    return ::geteuid() == 0 || (first.open(QIODevice::ReadOnly) && first.readAll().trimmed().toInt() <= 22);
}

bool write(const QString &path, const QByteArray &text)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size()
           && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

}  // namespace

QString RentedWorld::missingPart()
{
    const QString missing = SshdFixture::missingPart();
    return !missing.isEmpty() ? missing
           : mayListen()
               ? QString()
               : QStringLiteral("An SSH server at port 22 of a loopback address needs root: sysctl net.ipv4.ip_unprivileged_port_start=22");
}

RentedWorld::RentedWorld() : m_machine(std::nullopt), m_address(someAddress()) {}

bool RentedWorld::start()
{
    m_problem = missingPart();
    if (!m_problem.isEmpty())
        return false;
    SshdFixture &sshd = m_machine.sshd();
    sshd.addConfig(QStringLiteral("ListenAddress 127.0.0.1"));
    sshd.addConfig(QStringLiteral("ListenAddress %1:22").arg(m_address));
    // As nvidia-smi lists the one GPU of a g5.xlarge for the machine's facts; it does not know other questions.
    if (!write(m_programs.filePath(QStringLiteral("nvidia-smi")),
               "#!/bin/sh\ncase $* in\n"
               "*--query-gpu=index,uuid,memory*) echo '0, GPU-00000000-0000-0000-0000-000000000001, 23028, 550.54.15, NVIDIA A10G' ;;\n"
               "*) echo 'Invalid combination of input arguments.'; exit 2 ;;\nesac\n")) {
        m_problem = QStringLiteral("the stand-in for nvidia-smi cannot be written");
        return false;
    }
    sshd.setEnvironment(QStringLiteral("PATH"), m_programs.path() + QStringLiteral(":/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"));
    if (!m_machine.start()) {
        m_problem = m_machine.problem();
        return false;
    }
    if (!m_cloud.start()) {
        m_problem = m_cloud.problem();
        return false;
    }
    tellCloud();
    return true;
}

void RentedWorld::tellCloud()
{
    QFile half(m_machine.sshd().directory() + QStringLiteral("/host_key.pub"));
    const QByteArray key = half.open(QIODevice::ReadOnly) ? half.readAll().trimmed() : QByteArray();
    m_cloud.tell({{QStringLiteral("address"), m_address}, {QStringLiteral("host_key"), QString::fromLatin1(key)}});
}

bool RentedWorld::letIn(const QString &dataFolder)
{
    const QString keys = dataFolder + QStringLiteral("/keys");
    return QDir().mkpath(keys) && SshdFixture::makeKey(keys + QStringLiteral("/rented"))
           && m_machine.sshd().authorize(keys + QStringLiteral("/rented.pub"));
}

}  // namespace trainyard
