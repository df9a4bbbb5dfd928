// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/slurmserver.h"

#include <QElapsedTimer>
#include <QFile>
#include <QStandardPaths>
#include <QTcpServer>

#include <unistd.h>

namespace trainyard {

namespace {

constexpr int kStart = 180'000;  // ms
constexpr int kCommand = 60'000;
constexpr int kEnd = 30'000;

}  // namespace

SlurmServer::~SlurmServer()
{
    m_server.closeWriteChannel();
    if (m_server.state() != QProcess::NotRunning && !m_server.waitForFinished(kEnd))
        m_server.kill();
}

QString SlurmServer::missing()
{
    if (::geteuid() != 0)
        return QStringLiteral("needs root: slurmd starts its jobs as their users");
    for (const char *program : {"slurmctld", "slurmd", "munged"}) {
        if (QStandardPaths::findExecutable(QLatin1String(program), {QStringLiteral("/usr/sbin"), QStringLiteral("/usr/bin")}).isEmpty())
            return QStringLiteral("no Slurm: apt-get install slurmctld slurmd slurm-client munge");
    }
    return {};
}

bool SlurmServer::start()
{
    QStringList words{m_folder.path()};
    {
        QTcpServer ports[3];
        for (QTcpServer &port : ports) {
            if (!port.listen(QHostAddress::LocalHost))
                return false;
            words << QString::number(port.serverPort());
        }
    }
    m_server.setStandardErrorFile(file(QStringLiteral("errors")));
    m_server.start(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/support/slurm-server"), words);
    QByteArray said;
    QElapsedTimer timer;
    timer.start();
    while (!said.contains("ready") && timer.elapsed() < kStart && m_server.state() != QProcess::NotRunning) {
        m_server.waitForReadyRead(100);
        said += m_server.readAllStandardOutput();
    }
    return said.contains("ready");
}

QByteArray SlurmServer::problem() const
{
    QFile errors(file(QStringLiteral("errors")));
    return errors.open(QIODevice::ReadOnly) ? errors.readAll().right(2000) : QByteArray("slurm-server did not start");
}

qint64 SlurmServer::process(const QString &name) const
{
    QFile number(file(name + QStringLiteral("-process")));
    return number.open(QIODevice::ReadOnly) ? number.readAll().trimmed().toLongLong() : 0;
}

QByteArray SlurmServer::run(const QStringList &words) const
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("SLURM_CONF"), configuration());
    process.setProcessEnvironment(environment);
    process.start(words.first(), words.mid(1));
    if (!process.waitForFinished(kCommand) || process.exitCode() != 0)
        qWarning("%s: %s", qPrintable(words.join(u' ')), process.readAllStandardError().constData());
    return process.readAllStandardOutput().trimmed();
}

}  // namespace trainyard
