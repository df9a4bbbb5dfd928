// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/openstackserver.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QJsonDocument>
#include <QStandardPaths>

namespace trainyard {

namespace {

constexpr int kStartMs = 1'200'000;  // a minute on an idle computer; five services and their databases under load
constexpr int kClientMs = 300'000;   // two seconds, likewise
const QString kProgram = QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/support/openstack/openstack-server");

}  // namespace

QString OpenStackServer::missingPart()
{
    for (const char *name : {"keystone-wsgi-public", "placement-api", "openstack"}) {
        if (QStandardPaths::findExecutable(QLatin1String(name)).isEmpty())
            return QStringLiteral("No OpenStack to try: ./test --all installs one (%1 is missing).").arg(QLatin1String(name));
    }
    for (const char *name : {"nova", "neutron", "glance"}) {
        if (!QFile::exists(QStringLiteral("/usr/lib/python3/dist-packages/") + QLatin1String(name)))
            return QStringLiteral("No OpenStack to try: ./test --all installs one (python3-%1 is missing).").arg(QLatin1String(name));
    }
    return {};
}

OpenStackServer::~OpenStackServer()
{
    // It ends with its input, and everything that it started with it.
    m_process.closeWriteChannel();
    if (!m_process.waitForFinished(20'000)) {
        m_process.kill();
        m_process.waitForFinished(5'000);
    }
}

QProcessEnvironment OpenStackServer::plainEnvironment()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QStringList names = environment.keys();
    for (const QString &name : names) {
        if (name.startsWith(QLatin1String("OS_")) || name.endsWith(QLatin1String("_proxy"), Qt::CaseInsensitive))
            environment.remove(name);
    }
    return environment;
}

bool OpenStackServer::start()
{
    m_process.setProcessEnvironment(plainEnvironment());
    m_process.start(QStringLiteral("/usr/bin/python3"), {kProgram, m_folder.path()});
    const QDeadlineTimer deadline(kStartMs);
    while (!m_process.canReadLine() && !deadline.hasExpired()) {
        if (!m_process.waitForReadyRead(1'000) && m_process.state() == QProcess::NotRunning)
            break;
    }
    m_ready = QJsonDocument::fromJson(m_process.readLine()).object();
    if (!m_ready.isEmpty())
        return true;
    m_error = QStringLiteral("OpenStack did not start: ") + QString::fromUtf8(m_process.readAllStandardError());
    // What is needed to find out why, before the folder goes.
    for (const char *name : {"keystone", "placement", "glance", "neutron", "nova", "nova-db", "keystone-db"}) {
        QFile log(file(QLatin1String(name) + QStringLiteral(".out")));
        if (log.open(QIODevice::ReadOnly)) {
            log.seek(qMax<qint64>(0, log.size() - 1500));
            m_error += QStringLiteral("\n== ") + QLatin1String(name) + u'\n' + QString::fromUtf8(log.readAll());
        }
    }
    return false;
}

bool OpenStackServer::setConsole(const QByteArray &content) const
{
    QFile console(file(QStringLiteral("console")));
    return console.open(QIODevice::WriteOnly) && console.write(content) == content.size();
}

OpenStackServer::Answer OpenStackServer::client(const QStringList &words, const QString &user) const
{
    const bool isAdmin = user == QLatin1String("admin");
    QProcessEnvironment environment = plainEnvironment();
    const auto set = [&environment](const char *name, const QString &value) { environment.insert(QLatin1String(name), value); };
    set("HOME", m_folder.path());
    set("OS_AUTH_URL", authUrl());
    set("OS_IDENTITY_API_VERSION", QStringLiteral("3"));
    set("OS_USERNAME", user);
    set("OS_PASSWORD", isAdmin ? QStringLiteral("adminpw") : user + QStringLiteral("-pw"));
    set("OS_PROJECT_NAME", isAdmin ? QStringLiteral("admin") : kProject);
    set("OS_USER_DOMAIN_NAME", QStringLiteral("Default"));
    set("OS_PROJECT_DOMAIN_NAME", QStringLiteral("Default"));
    set("OS_REGION_NAME", kRegion);
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral("openstack"), words);
    Answer answer;
    if (process.waitForFinished(kClientMs))
        answer.status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2;
    answer.out = process.readAllStandardOutput();
    answer.err = process.readAllStandardError();
    return answer;
}

}  // namespace trainyard
