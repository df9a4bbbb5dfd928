// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/ec2standin.h"

#include "core/transport/http/httpclient.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace trainyard {

Ec2StandIn::~Ec2StandIn()
{
    m_process.terminate();
    if (!m_process.waitForFinished(5000)) {
        m_process.kill();
        m_process.waitForFinished(5000);
    }
}

bool Ec2StandIn::start()
{
    constexpr int kStartMs = 60'000;  // Python starts while other tests run
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.start(QStringLiteral("/usr/bin/python3"), {QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/support/ec2-server")});
    QByteArray said;
    while (m_process.state() != QProcess::NotRunning && !said.contains('\n') && m_process.waitForReadyRead(kStartMs))
        said += m_process.readAll();
    const int port = said.left(std::max<qsizetype>(0, said.indexOf('\n'))).trimmed().toInt();
    m_base = QStringLiteral("http://127.0.0.1:%1").arg(port);
    if (port <= 0)
        m_problem = QStringLiteral("No stand-in for EC2: sudo apt-get install python3; it said: ") + QString::fromUtf8(said.right(500));
    return port > 0;
}

QByteArray Ec2StandIn::ask(const QByteArray &body) const
{
    HttpRequest request;
    request.url = QUrl(m_base + QStringLiteral("/stand-in"));
    if (!body.isEmpty())
        request.body = body;
    BytesSink sink;
    HttpClient client("test");
    return client.get(request, sink) ? sink.bytes : QByteArray();
}

void Ec2StandIn::tell(const QJsonObject &words) const { ask(QJsonDocument(words).toJson(QJsonDocument::Compact)); }

void Ec2StandIn::fault(const QString &action, const QString &fault, int times) const
{
    tell({{QStringLiteral("action"), action}, {QStringLiteral("fault"), fault}, {QStringLiteral("times"), times}});
}

QJsonObject Ec2StandIn::seen() const { return QJsonDocument::fromJson(ask({})).object(); }

QStringList Ec2StandIn::calls() const
{
    QStringList all;
    for (const QJsonValue &one : seen().value(QLatin1String("calls")).toArray())
        all << one.toString();
    return all;
}

QList<qint64> Ec2StandIn::times() const
{
    QList<qint64> all;
    for (const QJsonValue &one : seen().value(QLatin1String("times")).toArray())
        all << one.toInteger();
    return all;
}

QJsonObject Ec2StandIn::instances() const
{
    return seen().value(QLatin1String("instances")).toObject().value(QLatin1String("us-east-1")).toObject();
}

CredentialLookup Ec2StandIn::credentials(bool isSession) const
{
    CloudCredentials keys;
    keys.keyId = isSession ? QStringLiteral("ASIAEXAMPLE") : QStringLiteral("AKIDEXAMPLE");
    keys.secret = isSession ? QByteArray("secret-of-a-session") : QByteArray("secret-of-the-stand-in");
    keys.sessionToken = isSession ? QByteArray("token-of-a-session") : QByteArray();
    keys.settings = {{QStringLiteral("endpoint"), m_base}, {QStringLiteral("region"), QStringLiteral("us-east-1")}};
    return [keys](const QString &, const QString &) -> Result<CloudCredentials> { return keys; };
}

}  // namespace trainyard
