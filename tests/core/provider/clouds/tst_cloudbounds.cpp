// SPDX-License-Identifier: GPL-3.0-or-later
// What every cloud is asked at most: for an account's check, counted in requests at its stand-in, and for a list that does not end.
#include "tests/support/cloudplace.h"

#include <QHostAddress>
#include <QPointer>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <future>
#include <utility>

using namespace trainyard;

namespace {

using namespace std::chrono_literals;
constexpr int kPatience = 60'000;  // ms; other tests run at the same time

// A gate before a cloud. Requests wait at it until as many stand there as the round trip has, and then pass together: requests that are sent
// one after the other never get through. It counts, and measures no time.
class Gate : public QObject {
public:
    Gate(quint16 port, const QList<int> &rounds) : m_port(port), m_rounds(rounds)
    {
        connect(&m_server, &QTcpServer::newConnection, this, [this] {
            while (auto *const in = m_server.nextPendingConnection()) {
                auto *const out = new QTcpSocket(in);
                out->connectToHost(QHostAddress::LocalHost, m_port);
                connect(in, &QTcpSocket::readyRead, out, [this, in, out, received = QByteArray()]() mutable {
                    received += in->readAll();
                    if (!isWhole(received))
                        return;
                    m_waiting << Waiting{out, std::exchange(received, QByteArray())};
                    letPass();
                });
                connect(out, &QTcpSocket::readyRead, in, [in, out] { in->write(out->readAll()); });
                connect(out, &QTcpSocket::disconnected, in, [in] { in->disconnectFromHost(); });
                connect(in, &QTcpSocket::disconnected, in, &QObject::deleteLater);
            }
        });
        m_isOpen = m_server.listen(QHostAddress::LocalHost);
    }
    bool isOpen() const { return m_isOpen; }
    quint16 port() const { return m_server.serverPort(); }
    qsizetype passedRounds() const { return m_passed; }
    int passed() const { return m_requests; }

private:
    struct Waiting {
        QPointer<QTcpSocket> out;
        QByteArray bytes;
    };

    static bool isWhole(const QByteArray &request)
    {
        static const QRegularExpression length(QStringLiteral("\r\nContent-Length: ([0-9]+)"), QRegularExpression::CaseInsensitiveOption);
        const qsizetype end = request.indexOf("\r\n\r\n");
        const auto match = length.match(QString::fromLatin1(request.left(end)));
        return end >= 0 && request.size() >= end + 4 + (match.hasMatch() ? match.captured(1).toInt() : 0);
    }
    void letPass()
    {
        // What comes after the last round is one round trip too many each.
        const int needed = m_passed < m_rounds.size() ? m_rounds[m_passed] : 1;
        if (m_waiting.size() < needed)
            return;
        const QList<Waiting> all = std::exchange(m_waiting, {});
        for (const Waiting &one : all) {
            if (one.out)
                one.out->write(one.bytes);
        }
        m_requests += int(all.size());
        ++m_passed;
    }

    QTcpServer m_server;
    const quint16 m_port;
    const QList<int> m_rounds;
    QList<Waiting> m_waiting;
    qsizetype m_passed = 0;
    int m_requests = 0;
    bool m_isOpen = false;
};

const QRegularExpression &addressForm()
{
    static const QRegularExpression form(QStringLiteral("127\\.0\\.0\\.1:([0-9]+)"));
    return form;
}

quint16 portOf(const CloudCredentials &credentials)
{
    for (const QString &value : credentials.settings) {
        if (const auto match = addressForm().match(value); match.hasMatch())
            return match.captured(1).toUShort();
    }
    return 0;
}

// The same account through it.
CloudCredentials through(const Gate &gate, CloudCredentials credentials)
{
    for (QString &value : credentials.settings)
        value.replace(addressForm(), QStringLiteral("127.0.0.1:%1").arg(gate.port()));
    return credentials;
}

}  // namespace

class TestCloudBounds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anAccountIsCheckedInTwoRoundTrips_data()
    {
        QTest::addColumn<QList<int>>("rounds");  // requests that are on their way at the same time
        QTest::addColumn<int>("elsewhere");      // round trips after those, which go where an answer says, past the gate
        QTest::addColumn<int>("again");          // requests of a second check, which may have a token
        QTest::newRow("aws") << QList<int>{1, 11} << 0 << 12;
        QTest::newRow("alibaba") << QList<int>{1, 2} << 0 << 3;
        QTest::newRow("tencent") << QList<int>{1, 2} << 0 << 3;
        QTest::newRow("azure") << QList<int>{1, 3} << 0 << 3;
        QTest::newRow("gcp") << QList<int>{1, 2} << 0 << 2;  // its stand-in gives every list in pages of two
        QTest::newRow("openstack") << QList<int>{1} << 1 << 1;
        QTest::newRow("runpod") << QList<int>{2} << 0 << 2;
        QTest::newRow("lambda") << QList<int>{1} << 0 << 1;
        QTest::newRow("vast") << QList<int>{2} << 0 << 2;
    }
    void anAccountIsCheckedInTwoRoundTrips()
    {
        QFETCH(QList<int>, rounds);
        QFETCH(int, elsewhere);
        QFETCH(int, again);
        QVERIFY(rounds.size() + elsewhere <= 2);
        QString problem;
        const QString kind = QString::fromUtf8(QTest::currentDataTag());
        const auto cloud = openCloudPlace(kind, problem);
        QVERIFY2(cloud, qPrintable(problem));
        const Gate gate(portOf(cloud->credentials()), rounds);
        QVERIFY(gate.isOpen());
        CloudLimits limits = quickCloudLimits();
        limits.answer = std::chrono::milliseconds(kPatience);
        limits.tries = 1;  // what waits in vain is not sent again
        const auto before = cloud->requests();
        const auto far = providerFor(kind, through(gate, cloud->credentials()), limits);
        auto checked = std::async(std::launch::async, [&far] { return far->check({}, {}); });
        QTRY_VERIFY_WITH_TIMEOUT(checked.wait_for(0s) == std::future_status::ready, 2 * kPatience);
        const auto report = checked.get();
        QVERIFY2(report, qPrintable(report ? QString() : report.error().what + report.error().detail));
        QCOMPARE(gate.passedRounds(), rounds.size());
        QCOMPARE(cloud->requests() - before, qsizetype(gate.passed() + elsewhere));

        const auto near = providerFor(kind, cloud->credentials(), quickCloudLimits());
        QVERIFY(near->check({}, {}));
        const auto asked = cloud->requests();
        QVERIFY(near->check({}, {}));
        QCOMPARE(cloud->requests() - asked, qsizetype(again));
    }

    void aListWithoutEndIsNotReadFurther_data()
    {
        QTest::addColumn<bool>("isCloud");
        for (const QString &kind : cloudPlaces() + QStringList{QStringLiteral("vast")})
            QTest::newRow(qPrintable(kind)) << true;
    }
    void aListWithoutEndIsNotReadFurther()
    {
        QString problem;
        const QString kind = QString::fromUtf8(QTest::currentDataTag());
        const auto cloud = openCloudPlace(kind, problem);
        QVERIFY2(cloud, qPrintable(problem));
        InstanceFilter filter;
        filter.region = requestFor(kind).region;
        QVERIFY(providerFor(kind, cloud->credentials(), quickCloudLimits())->list(filter, {}));
        const auto isRefused = [&](const CloudLimits &limits) {
            const auto listed = providerFor(kind, cloud->credentials(), limits)->list(filter, {});
            return !listed && listed.error().code == ErrorCode::Corrupt
                   && listed.error().what.contains(QLatin1String("a list that does not end"));
        };
        CloudLimits limits = quickCloudLimits();
        limits.listBytes = 8;
        QVERIFY(isRefused(limits));
        limits = quickCloudLimits();
        limits.listPages = 0;
        QVERIFY(isRefused(limits));
    }
};

QTEST_GUILESS_MAIN(TestCloudBounds)
#include "tst_cloudbounds.moc"
