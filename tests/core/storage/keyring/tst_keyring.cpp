// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/keyring/keyring.h"
#include "tests/support/desktopkeyring.h"

#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QDBusVariant>
#include <QDBusVirtualObject>
#include <QDebug>
#include <QTest>
#include <QTimer>
#include <QtConcurrentRun>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

// A stand-in for a locked keyring: one secret, a question before it gives it, and a person who answers after a moment.
class LockedKeyring final : public QDBusVirtualObject {
public:
    explicit LockedKeyring(bool isAllowed)
        : m_isAllowed(isAllowed), m_bus(QDBusConnection::connectToBus(QDBusConnection::SessionBus, s("locked-keyring")))
    {
        m_bus.registerVirtualObject(s("/"), this, QDBusConnection::SubPath);
        m_bus.registerService(s("org.freedesktop.secrets"));
    }
    ~LockedKeyring() override
    {
        m_bus.unregisterService(s("org.freedesktop.secrets"));
        QDBusConnection::disconnectFromBus(s("locked-keyring"));
    }

    QString introspect(const QString &) const override { return {}; }
    bool handleMessage(const QDBusMessage &message, const QDBusConnection &bus) override
    {
        const QString method = message.member();
        const QDBusObjectPath item(s("/item")), prompt(s("/prompt")), session(s("/session"));
        QVariantList answer;
        if (method == s("OpenSession"))
            answer = {QVariant::fromValue(QDBusVariant(QString())), QVariant::fromValue(session)};
        else if (method == s("SearchItems"))
            answer = {QVariant::fromValue(QList<QDBusObjectPath>()), QVariant::fromValue(QList<QDBusObjectPath>{item})};
        else if (method == s("Unlock"))
            answer = {QVariant::fromValue(QList<QDBusObjectPath>()), QVariant::fromValue(prompt)};
        else if (method == s("Prompt"))
            QTimer::singleShot(300, this, [this] { answerQuestion(); });
        else if (method == s("GetSecret") && m_isUnlocked)
            answer = {secretOf(session)};
        else
            return bus.send(message.createErrorReply(s("org.freedesktop.Secret.Error.IsLocked"), s("locked")));
        return bus.send(message.createReply(answer));
    }

private:
    void answerQuestion()
    {
        m_isUnlocked = m_isAllowed;
        QDBusMessage completed = QDBusMessage::createSignal(s("/prompt"), s("org.freedesktop.Secret.Prompt"), s("Completed"));
        completed << !m_isAllowed << QVariant::fromValue(QDBusVariant(QString()));
        m_bus.send(completed);
    }

    static QVariant secretOf(const QDBusObjectPath &session)
    {
        QDBusArgument secret;
        secret.beginStructure();
        secret << session << QByteArray() << QByteArray("opened") << s("text/plain");
        secret.endStructure();
        return QVariant::fromValue(secret);
    }

    bool m_isAllowed, m_isUnlocked = false;
    QDBusConnection m_bus;
};

}  // namespace

class TestKeyring : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void withoutAKeyringItSaysSo();
    void aLockedKeyringIsWaitedForUntilThePersonAnswers();
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

void TestKeyring::aLockedKeyringIsWaitedForUntilThePersonAnswers()
{
    for (const bool isAllowed : {true, false}) {
        const LockedKeyring locked(isAllowed);
        const auto asked = QtConcurrent::run([] { return Keyring().value(s("HF_TOKEN")); });
        QTRY_VERIFY_WITH_TIMEOUT(asked.isFinished(), 20'000);
        const auto value = asked.result();
        if (isAllowed)
            QVERIFY2(value && *value == s("opened"), qPrintable(value ? *value : value.error().what + value.error().detail));
        else
            QVERIFY(!value && value.error().code == ErrorCode::PermissionDenied && value.error().what.contains(s("answered with no")));
    }
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
