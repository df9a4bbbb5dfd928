// SPDX-License-Identifier: GPL-3.0-or-later
// What every cloud is asked at most: for an account's check, counted in requests at its stand-in, and for a list that does not end.
#include "tests/support/cloudplace.h"

#include <QElapsedTimer>
#include <QHostAddress>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <future>
#include <limits>

using namespace trainyard;

namespace {

using namespace std::chrono_literals;
constexpr auto kHold = 300ms;  // longer than all that this computer does for a check

// A long way to a cloud: what is sent there waits on it, several requests at a time.
class LongWay : public QObject {
public:
    explicit LongWay(quint16 port) : m_port(port)
    {
        connect(&m_server, &QTcpServer::newConnection, this, [this] {
            while (auto *const in = m_server.nextPendingConnection()) {
                auto *const out = new QTcpSocket(in);
                out->connectToHost(QHostAddress::LocalHost, m_port);
                connect(in, &QTcpSocket::readyRead, out,
                        [in, out] { QTimer::singleShot(kHold, out, [out, bytes = in->readAll()] { out->write(bytes); }); });
                connect(out, &QTcpSocket::readyRead, in, [in, out] { in->write(out->readAll()); });
                connect(out, &QTcpSocket::disconnected, in, [in] { in->disconnectFromHost(); });
                connect(in, &QTcpSocket::disconnected, in, &QObject::deleteLater);
            }
        });
        m_isOpen = m_server.listen(QHostAddress::LocalHost);
    }
    bool isOpen() const { return m_isOpen; }
    quint16 port() const { return m_server.serverPort(); }

private:
    QTcpServer m_server;
    quint16 m_port;
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

// The same account by that way.
CloudCredentials by(const LongWay &way, CloudCredentials credentials)
{
    for (QString &value : credentials.settings)
        value.replace(addressForm(), QStringLiteral("127.0.0.1:%1").arg(way.port()));
    return credentials;
}

}  // namespace

class TestCloudBounds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anAccountIsCheckedWithSoManyRequestsInTwoRoundTrips_data()
    {
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("again");
        QTest::addColumn<int>("roundTrips");
        const auto row = [](const char *kind, int first, int again, int roundTrips) {
            QTest::newRow(kind) << first << again << roundTrips;
        };
        row("aws", 12, 12, 2);
        row("alibaba", 3, 3, 2);
        row("tencent", 3, 3, 2);
        row("azure", 4, 3, 2);
        row("gcp", 4, 3, 3);        // its stand-in gives every list in pages of two; the real one needs two round trips
        row("openstack", 2, 1, 1);  // the second one goes where the catalogue in the answer to the first says, which is not held
        row("runpod", 2, 2, 1);
        row("lambda", 1, 1, 1);
        row("vast", 2, 2, 1);
    }
    void anAccountIsCheckedWithSoManyRequestsInTwoRoundTrips()
    {
        QFETCH(int, first);
        QFETCH(int, again);
        QFETCH(int, roundTrips);
        QString problem;
        const QString kind = QString::fromUtf8(QTest::currentDataTag());
        const auto cloud = openCloudPlace(kind, problem);
        QVERIFY2(cloud, qPrintable(problem));
        const auto provider = providerFor(kind, cloud->credentials(), quickCloudLimits());
        const auto report = provider->check({}, {});
        QVERIFY2(report, qPrintable(report ? QString() : report.error().what + report.error().detail));
        const auto asked = cloud->requests();
        QVERIFY(provider->check({}, {}));
        QCOMPARE(asked, first);
        QCOMPARE(cloud->requests() - asked, again);

        const LongWay way(portOf(cloud->credentials()));
        QVERIFY(way.isOpen());
        qint64 shortest = std::numeric_limits<qint64>::max();
        for (int i = 0; i < 3; ++i) {
            const auto far = providerFor(kind, by(way, cloud->credentials()), quickCloudLimits());
            QElapsedTimer clock;
            clock.start();
            auto checked = std::async(std::launch::async, [&far] { return far->check({}, {}); });
            QTRY_VERIFY_WITH_TIMEOUT(checked.wait_for(0s) == std::future_status::ready, 30000);
            shortest = std::min(shortest, clock.elapsed());
            const auto now = checked.get();
            QVERIFY2(now, qPrintable(now ? QString() : now.error().what + now.error().detail));
        }
        QCOMPARE(shortest / kHold.count(), roundTrips);
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
