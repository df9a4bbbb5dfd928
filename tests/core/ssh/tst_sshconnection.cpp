// SshConnection against a private sshd.
#include "core/ssh/sftp.h"
#include "core/ssh/sshconnection.h"
#include "sshdfixture.h"

#include <QtTest>

using namespace trainyard;

namespace {
QDeadlineTimer soon() { return QDeadlineTimer(20'000); }
}

class TestSshConnection : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void keyLogsIn();
    void filesGoThereAndBack();

private:
    std::shared_ptr<SshConnection> connected()
    {
        auto opened = SshConnection::open(m_sshd.target(), {}, soon());
        if (!opened) {
            qWarning().noquote() << errorCodeName(opened.error().code) << opened.error().what
                                 << opened.error().detail << m_sshd.log();
            return nullptr;
        }
        return *opened;
    }
    SshdFixture m_sshd;
};

void TestSshConnection::initTestCase()
{
    QVERIFY2(m_sshd.start(), qPrintable(m_sshd.errorText()));
}

void TestSshConnection::keyLogsIn()
{
    const auto connection = connected();
    QVERIFY(connection);
    const auto result = connection->run({QStringLiteral("echo out; echo err >&2; exit 7"), {}, 1000}, soon());
    QVERIFY(result);
    QCOMPARE(result->out, QByteArray("out\n"));
    QCOMPARE(result->err, QByteArray("err\n"));
    QCOMPARE(result->exitCode, 7);
}

void TestSshConnection::filesGoThereAndBack()
{
    const auto connection = connected();
    QVERIFY(connection);
    const auto sftp = connection->sftp(soon());
    QVERIFY(sftp);
    const QString path = m_sshd.directory() + QStringLiteral("/remote");
    QByteArray content(5'000'000, Qt::Uninitialized);
    for (qsizetype i = 0; i < content.size(); ++i)
        content[i] = static_cast<char>(i * 31 >> 3);
    QVERIFY((*sftp)->write(path, content, 0640, soon()));
    const auto back = (*sftp)->read(path, 0, content.size() + 10, soon());
    QVERIFY(back);
    QCOMPARE(*back, content);
}

QTEST_GUILESS_MAIN(TestSshConnection)
#include "tst_sshconnection.moc"
