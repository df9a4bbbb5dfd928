// SPDX-License-Identifier: GPL-3.0-or-later
// What a person may ask for when renting, host keys on consoles, and profiles of the AWS command line.
#include "core/model/accountrecord.h"
#include "core/provider/credentials/apikeyfile.h"
#include "core/provider/credentials/awsprofile.h"
#include "core/provider/credentials/officialcredentials.h"
#include "core/service/clouds/consolekeys.h"
#include "core/service/clouds/rentorder.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

const QDateTime kNow = QDateTime::fromString(QStringLiteral("2026-11-27T08:00:00Z"), Qt::ISODate);
// Made for this test.
const QByteArray kKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAVMrTmnL3uiJDo58ltCdL56d3yH0spA8vr0SFshCT1z";

RentOrder wholeOrder()
{
    RentOrder order;
    RentPlace place;
    place.type = QStringLiteral("gpu.1x");
    place.region = QStringLiteral("eu-1");
    place.perHour = Money(2 * Money::kNanosPerUnit, Currency::USD);
    order.account = QStringLiteral("work");
    order.places << place;
    order.end = *parseRentEnd(QStringLiteral("8h"), kNow);
    order.ownAddress = QStringLiteral("203.0.113.7");
    return order;
}

}  // namespace

class TestRentOrder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anEndIsReadAndWritten_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("stored");
        QTest::newRow("duration") << "8h"
                                  << "2026-11-27T16:00:00Z";
        QTest::newRow("time") << "2026-11-28T08:00Z"
                              << "2026-11-28T08:00:00Z";
        QTest::newRow("money") << "40USD"
                               << "40.00USD";
        QTest::newRow("money with a blank") << "12.5 cny"
                                            << "12.50CNY";
        QTest::newRow("idle") << "idle=20m"
                              << "idle=20m";
        QTest::newRow("run") << "run"
                             << "run";
        QTest::newRow("several") << "8h, 40USD,idle=20m,run"
                                 << "2026-11-27T16:00:00Z,40.00USD,idle=20m,run";
    }
    void anEndIsReadAndWritten()
    {
        QFETCH(QString, text);
        QFETCH(QString, stored);
        const auto end = parseRentEnd(text, kNow);
        QVERIFY2(end, qPrintable(end ? QString() : end.error().what));
        QCOMPARE(end->text(), stored);
        QCOMPARE(storedRentEnd(stored), *end);
    }

    void whatIsNoEndIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text : {"", ",", "never", "0USD", "-3USD", "40", "40XXX", "idle=", "idle=5s", "2026-11-27T07:00Z",
                                 "2029-01-01T00:00Z", "0s", "8h,never", "run=3"})
            QTest::newRow(text) << QString::fromLatin1(text);
    }
    void whatIsNoEndIsRefused()
    {
        QFETCH(QString, text);
        const auto end = parseRentEnd(text, kNow);
        QVERIFY(!end);
        QCOMPARE(end.error().code, ErrorCode::InvalidInput);
        QVERIFY(!storedRentEnd(QStringLiteral("nonsense")).isSet());
    }

    void theLatestEndIsTheFirstOfTimeAndMoney()
    {
        const Money perHour(2 * Money::kNanosPerUnit, Currency::USD);
        QCOMPARE(latestEnd(*parseRentEnd(QStringLiteral("8h,10USD"), kNow), kNow, perHour), kNow.addSecs(5 * 3600));
        QCOMPARE(latestEnd(*parseRentEnd(QStringLiteral("2h,10USD"), kNow), kNow, perHour), kNow.addSecs(2 * 3600));
        QVERIFY(!latestEnd(*parseRentEnd(QStringLiteral("run"), kNow), kNow, perHour).isValid());
        QVERIFY(!latestEnd(*parseRentEnd(QStringLiteral("10CNY"), kNow), kNow, perHour).isValid());
        QVERIFY(latestEnd(*parseRentEnd(QStringLiteral("10USD"), kNow), kNow, Money(1, Currency::USD)) < kNow.addYears(2));
    }

    void anOrderIsWholeOrOneSentenceSaysWhatIsMissing()
    {
        QVERIFY(checkRentOrder(wholeOrder()));
        const auto refused = [](const std::function<void(RentOrder &)> &spoil) {
            RentOrder order = wholeOrder();
            spoil(order);
            const auto checked = checkRentOrder(order);
            return !checked && checked.error().code == ErrorCode::InvalidInput && checked.error().what.count(u'\n') == 0;
        };
        QVERIFY(refused([](RentOrder &order) { order.end = {}; }));
        QVERIFY(refused([](RentOrder &order) { order.places.clear(); }));
        QVERIFY(refused([](RentOrder &order) { order.places.first().region.clear(); }));
        QVERIFY(refused([](RentOrder &order) { order.places.first().perHour.reset(); }));
        QVERIFY(refused([](RentOrder &order) { order.places << RentPlace(); }));
        QVERIFY(refused([](RentOrder &order) { order.end.spent = Money(1, Currency::CNY); }));
        QVERIFY(refused([](RentOrder &order) { order.maxPrice = Money(1, Currency::USD); }));
        QVERIFY(refused([](RentOrder &order) { order.ownAddress.clear(); }));
        QVERIFY(refused([](RentOrder &order) { order.name = QStringLiteral("-x"); }));
    }

    void sshIsNeverOpenToEveryone()
    {
        QCOMPARE(*allowedFrom(QStringLiteral("203.0.113.7")), QStringLiteral("203.0.113.7/32"));
        QCOMPARE(*allowedFrom(QStringLiteral("203.0.113.0/24")), QStringLiteral("203.0.113.0/24"));
        QCOMPARE(*allowedFrom(QStringLiteral("2001:db8::7")), QStringLiteral("2001:db8::7/128"));
        QCOMPARE(*allowedFrom(QStringLiteral("2001:DB8:0:0::/64")), QStringLiteral("2001:db8::/64"));
        // What is of one computer in it is no part of a network.
        QCOMPARE(*allowedFrom(QStringLiteral("203.0.113.7/24")), QStringLiteral("203.0.113.0/24"));
        QCOMPARE(*allowedFrom(QStringLiteral("203.0.115.7/23")), QStringLiteral("203.0.114.0/23"));
        QCOMPARE(*allowedFrom(QStringLiteral("2001:db8::7/64")), QStringLiteral("2001:db8::/64"));
        for (const char *text : {"", "0.0.0.0", "0.0.0.0/0", "::/0", "::", "10.0.0.0/4", "203.0.113.7/33", "203.0.113.7/x", "a.b.c.d",
                                 "1.2.3", "203.0.113.7; rm", "fe80::1%eth0", "2001::/16"})
            QVERIFY2(!allowedFrom(QString::fromLatin1(text)), text);
    }

    void hostKeysAreFoundOnAConsole_data()
    {
        QTest::addColumn<QByteArray>("console");
        QTest::addColumn<int>("count");
        const QByteArray begin = "-----BEGIN SSH HOST KEY KEYS-----", end = "-----END SSH HOST KEY KEYS-----";
        QTest::newRow("plain") << begin + '\n' + kKey + " root@box\n" + end + '\n' << 1;
        QTest::newRow("prefixes") << "ec2: " + begin + "\r\nec2: " + kKey + " root@box\r\nec2: " + end + "\r\n" << 1;
        QTest::newRow("times") << "[   12.3] cloud-init[9]: " + begin + "\n[   12.4] cloud-init[9]: " + kKey + "\n[  12.5] x: " + end << 1;
        QTest::newRow("twice the same") << begin + '\n' + kKey + '\n' + kKey + '\n' + end << 1;
        QTest::newRow("not ended") << begin + '\n' + kKey + '\n' << 0;
        QTest::newRow("outside") << kKey + '\n' + begin + '\n' + end << 0;
        QTest::newRow("broken base64") << begin + "\nssh-ed25519 AAAA!!!!\n" + end << 0;
        QTest::newRow("another type in the key") << begin + "\nssh-rsa " + kKey.mid(12) + '\n' + end << 0;
        QTest::newRow("fingerprints") << QByteArray("-----BEGIN SSH HOST KEY FINGERPRINTS-----\n256 SHA256:x\n-----END SSH HOST KEY "
                                                    "FINGERPRINTS-----")
                                      << 0;
        QTest::newRow("nothing") << QByteArray() << 0;
        QTest::newRow("zeros") << QByteArray(100'000, '\0') << 0;
        QTest::newRow("a later start") << begin + '\n' + kKey + '\n' + end + '\n' + begin + '\n' + end << 0;
    }
    void hostKeysAreFoundOnAConsole()
    {
        QFETCH(QByteArray, console);
        QFETCH(int, count);
        const QList<QByteArray> keys = hostKeysOnConsole(console);
        QCOMPARE(keys.size(), count);
        if (count > 0)
            QCOMPARE(knownHostsOf("box", keys), "box " + kKey + '\n');
    }

    void profilesAreReadAndNothingInThemIsRun()
    {
        const QByteArray credentials = "[default]\naws_access_key_id = AKIA1\naws_secret_access_key=s1\n# aws_session_token = no\n"
                                       "[work]\r\naws_access_key_id=AKIA2\r\naws_secret_access_key=s2\r\naws_session_token=t2\r\n";
        const QByteArray config = "[default]\nregion = eu-central-1\n[profile work]\nregion=us-east-1\ns3 =\n  region = wrong\n"
                                  "[profile run]\ncredential_process = touch /tmp/never\n[profile sso]\nsso_session = x\n";
        const auto first = awsProfile(credentials, config, {});
        QVERIFY(first);
        QCOMPARE(first->keyId, QStringLiteral("AKIA1"));
        QCOMPARE(first->secret, QByteArray("s1"));
        QVERIFY(first->sessionToken.isEmpty());
        QCOMPARE(first->settings.value(QStringLiteral("region")), QStringLiteral("eu-central-1"));
        const auto work = awsProfile(credentials, config, QStringLiteral("work"));
        QVERIFY(work);
        QCOMPARE(work->sessionToken, QByteArray("t2"));
        QCOMPARE(work->settings.value(QStringLiteral("region")), QStringLiteral("us-east-1"));
        QCOMPARE(awsProfile(credentials, config, QStringLiteral("run")).error().code, ErrorCode::Unsupported);
        QCOMPARE(awsProfile(credentials, config, QStringLiteral("sso")).error().code, ErrorCode::Unsupported);
        QCOMPARE(awsProfile(credentials, config, QStringLiteral("none")).error().code, ErrorCode::NotFound);
        QCOMPARE(awsProfile({}, {}, {}).error().code, ErrorCode::NotFound);
    }

    void eachCloudHasItsVariables()
    {
        QProcessEnvironment environment;
        for (const CloudKind &kind : cloudKinds()) {
            QCOMPARE(credentialsIn(environment, kind.kind).error().code, ErrorCode::NotFound);
            if (kind.hasKeyFile)
                continue;
            environment.insert(kind.secretVariable, QStringLiteral("s"));
            if (kind.keyIdVariable.isEmpty()) {
                // An API key has no id, and belongs to no region.
                QCOMPARE(credentialsIn(environment, kind.kind)->secret, QByteArray("s"));
                continue;
            }
            environment.insert(kind.keyIdVariable, kind.kind + QStringLiteral("-id"));
            environment.insert(kind.regionVariable, QStringLiteral("r"));
            const auto found = credentialsIn(environment, kind.kind);
            QVERIFY(found);
            QCOMPARE(found->keyId, kind.kind + QStringLiteral("-id"));
            QCOMPARE(found->settings.value(QStringLiteral("region")), QStringLiteral("r"));
        }
        QCOMPARE(credentialsIn(environment, QStringLiteral("mars")).error().code, ErrorCode::InvalidInput);
        QCOMPARE(credentialsOfProfile(environment, QStringLiteral("tencent"), {}).error().code, ErrorCode::Unsupported);
    }

    void apiKeysAreReadWhereTheCommandLineKeepsThem()
    {
        const QByteArray toml =
            "# apikey = 'no'\napikey = \"first\"\napiurl = 'https://x'\n[work]\r\napi_key = 'second' # mine\r\n[odd]\napikey=$(x)\n";
        QCOMPARE(apiKeyInToml(toml, {}), QByteArray("first"));
        QCOMPARE(apiKeyInToml(toml, QStringLiteral("work")), QByteArray("second"));
        QCOMPARE(apiKeyInToml("[default]\napi_key = \"third\"\n", QStringLiteral("default")), QByteArray("third"));
        QCOMPARE(apiKeyInToml(toml, QStringLiteral("odd")), QByteArray());
        QCOMPARE(apiKeyInToml(QByteArray(100'000, '['), {}), QByteArray());

        const QTemporaryDir home;
        QProcessEnvironment environment;
        environment.insert(QStringLiteral("HOME"), home.path());
        const auto write = [&home](const QString &path, const QByteArray &text) {
            QDir().mkpath(QFileInfo(home.filePath(path)).path());
            QFile file(home.filePath(path));
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
        };
        QCOMPARE(credentialsOfProfile(environment, QStringLiteral("runpod"), {}).error().code, ErrorCode::NotFound);
        QCOMPARE(credentialsOfProfile(environment, QStringLiteral("vast"), {}).error().code, ErrorCode::NotFound);
        QCOMPARE(credentialsOfProfile(environment, QStringLiteral("lambda"), {}).error().code, ErrorCode::Unsupported);
        QVERIFY(write(QStringLiteral(".runpod/config.toml"), toml) && write(QStringLiteral(".vast_api_key"), "old\n"));
        QCOMPARE(credentialsOfProfile(environment, QStringLiteral("runpod"), QStringLiteral("work"))->secret, QByteArray("second"));
        QCOMPARE(credentialsOfProfile(environment, QStringLiteral("vast"), {})->secret, QByteArray("old"));
        QVERIFY(write(QStringLiteral(".config/vastai/vast_api_key"), "new\n"));
        QCOMPARE(credentialsOfProfile(environment, QStringLiteral("vast"), {})->secret, QByteArray("new"));
    }

    void settingsOfAnAccountAreNoSecrets()
    {
        AccountRecord account;
        account.name = QStringLiteral("work");
        QVERIFY(checkAccount(account));
        account.settings.insert(QStringLiteral("endpoint"), QStringLiteral("http://127.0.0.1:5000"));
        QVERIFY(checkAccount(account));
        account.settings.insert(QStringLiteral("SECRET_KEY"), QStringLiteral("x"));
        QVERIFY(!checkAccount(account));
        for (const char *name : {"", "-x", "a b", "a/b", "a\nb"})
            QVERIFY2(!checkAccountName(QString::fromLatin1(name)), name);
    }
};

QTEST_GUILESS_MAIN(TestRentOrder)
#include "tst_rentorder.moc"
