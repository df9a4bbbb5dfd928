// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/keyring/keyring.h"
#include "tests/support/desktopkeyring.h"

#include <QDebug>
#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

}  // namespace

class TestKeyring : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void withoutAKeyringItSaysSo();
    void whatIsSetIsReadReplacedListedAndRemoved();
    void impossibleValuesAreRefused();

private:
    bool startKeyring();

    DesktopKeyring m_desktop;
};

void TestKeyring::initTestCase()
{
    if (!m_desktop.startBus()) {
        if (qEnvironmentVariable("CI") == QLatin1String("true"))
            QFAIL(qPrintable(m_desktop.problem()));
        QSKIP(qPrintable(m_desktop.problem()));
    }
    qputenv("DBUS_SESSION_BUS_ADDRESS", m_desktop.address());
}

bool TestKeyring::startKeyring()
{
    Result<QStringList> names = QStringList();
    const bool hasStarted = m_desktop.startKeyring()
                            && QTest::qWaitFor(
                                [&names] {
                                    names = Keyring().names();
                                    return names.has_value();
                                },
                                20'000);
    if (!names)
        qWarning().noquote() << names.error().what << names.error().detail;
    return hasStarted;
}

void TestKeyring::withoutAKeyringItSaysSo()
{
    const auto names = Keyring().names();
    const auto set = Keyring().set(s("HF_TOKEN"), s("x"));
    QVERIFY(!names && names.error().code == ErrorCode::Unsupported);
    QVERIFY2(names.error().what.contains(QLatin1String("GNOME Keyring")), qPrintable(names.error().what));
    QVERIFY(!set && set.error().code == ErrorCode::Unsupported);
}

void TestKeyring::whatIsSetIsReadReplacedListedAndRemoved()
{
    QVERIFY(startKeyring());
    Keyring keyring;
    QCOMPARE(*keyring.names(), QStringList());
    const auto missing = keyring.value(s("HF_TOKEN"));
    QVERIFY(!missing && missing.error().code == ErrorCode::NotFound);
    QVERIFY(missing.error().what.contains(QLatin1String("yard secret set HF_TOKEN")));

    const QString odd = s("hf_'\"$(x) 训练\nline two");
    for (const auto &[name, value] : {std::pair(s("HF_TOKEN"), odd), std::pair(s("lab/wandb"), s("w"))}) {
        const auto set = keyring.set(name, value);
        QVERIFY2(set, qPrintable(set ? QString() : set.error().what + set.error().detail));
    }
    QCOMPARE(*keyring.value(s("HF_TOKEN")), odd);
    QCOMPARE(*keyring.names(), (QStringList{s("HF_TOKEN"), s("lab/wandb")}));
    QVERIFY(keyring.set(s("HF_TOKEN"), s("newer")));
    QCOMPARE(*keyring.value(s("HF_TOKEN")), s("newer"));
    QCOMPARE(keyring.names()->size(), 2);

    QVERIFY(keyring.remove(s("HF_TOKEN")));
    QCOMPARE(*keyring.names(), QStringList{s("lab/wandb")});
    QVERIFY(keyring.value(s("HF_TOKEN")).error().code == ErrorCode::NotFound);
    QVERIFY(keyring.remove(s("HF_TOKEN")).error().code == ErrorCode::NotFound);
}

void TestKeyring::impossibleValuesAreRefused()
{
    Keyring keyring;
    for (const QString &value : {QString(), QString(1, QChar(u'\0')), QString(40'000, u'x')})
        QVERIFY(keyring.set(s("A"), value).error().code == ErrorCode::InvalidInput);
}

QTEST_GUILESS_MAIN(TestKeyring)
#include "tst_keyring.moc"
