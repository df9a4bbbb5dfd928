// SPDX-License-Identifier: GPL-3.0-or-later
// What is taken from a machine's answer about its Jupyter server, and what is refused.
#include "core/service/runs/jupyterserver.h"

#include <QTest>

using namespace trainyard;

class TestJupyterServer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRunningServerHasATokenAndAPath()
    {
        const QByteArray token(64, 'a');
        const auto lab = parseJupyterAnswer("@kind lab\n@token " + token + "\n@state running\n");
        QVERIFY(lab && lab->isRunning && lab->isLab);
        QCOMPARE(lab->path(), QStringLiteral("/lab?token=") + QString::fromLatin1(token));
        const auto notebook = parseJupyterAnswer("@kind notebook\n@token " + token + "\n@state running\n");
        QVERIFY(notebook && !notebook->isLab);
        QVERIFY(notebook->path().startsWith(QLatin1String("/tree?token=")));
        QVERIFY(!parseJupyterAnswer("@state none\n")->isRunning);
    }

    void whatIsMissingOrFailedIsSaid()
    {
        QCOMPARE(parseJupyterAnswer("@state missing\n").error().code, ErrorCode::Unsupported);
        const auto failed = parseJupyterAnswer("@state failed\nTraceback\nno port\n");
        QCOMPARE(failed.error().code, ErrorCode::RemoteCommandFailed);
        QCOMPARE(failed.error().detail, QStringLiteral("Traceback\nno port"));
    }

    void hostileAnswersAreRefused_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no token") << QByteArray("@kind lab\n@state running\n");
        QTest::newRow("another address") << QByteArray("@token x&next=//evil.example/\n@state running\n");
        QTest::newRow("control characters") << QByteArray("@token " + QByteArray(62, 'a') + "\r\t\n@state running\n");
        QTest::newRow("unknown state") << QByteArray("@state perhaps\n");
    }
    void hostileAnswersAreRefused()
    {
        QFETCH(const QByteArray, answer);
        QCOMPARE(parseJupyterAnswer(answer).error().code, ErrorCode::Corrupt);
    }
};

QTEST_GUILESS_MAIN(TestJupyterServer)

#include "tst_jupyterserver.moc"
