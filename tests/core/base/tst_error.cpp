// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

#include <QSet>
#include <QTest>

using namespace trainyard;

class TestError : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesAreStableAndDifferent()
    {
        QSet<QString> names;
        for (int code = 0; code <= int(ErrorCode::Cancelled); ++code)
            names.insert(errorCodeName(ErrorCode(code)));
        QCOMPARE(names.size(), int(ErrorCode::Cancelled) + 1);
        QCOMPARE(errorCodeName(ErrorCode::HostKeyChanged), QStringLiteral("host-key-changed"));
        QCOMPARE(errorCodeName(ErrorCode::NoSpace), QStringLiteral("no-space"));
    }

    void exitStatusTellsTheKindOfFailure_data()
    {
        QTest::addColumn<int>("code");
        QTest::addColumn<int>("status");
        const auto row = [](const char *name, ErrorCode code, int status) { QTest::newRow(name) << int(code) << status; };
        row("invalid input", ErrorCode::InvalidInput, 2);
        row("unreachable", ErrorCode::Unreachable, 3);
        row("timed out", ErrorCode::TimedOut, 3);
        row("host key unknown", ErrorCode::HostKeyUnknown, 4);
        row("host key changed", ErrorCode::HostKeyChanged, 4);
        row("login refused", ErrorCode::AuthenticationFailed, 4);
        row("remote command", ErrorCode::RemoteCommandFailed, 5);
        row("cancelled", ErrorCode::Cancelled, 130);
        row("not found", ErrorCode::NotFound, 1);
        row("corrupt", ErrorCode::Corrupt, 1);
    }
    void exitStatusTellsTheKindOfFailure()
    {
        QFETCH(int, code);
        QFETCH(int, status);
        QCOMPARE(exitStatus(ErrorCode(code)), status);
    }

    void cancelledIsToldApart()
    {
        QVERIFY(cancelledError().isCancelled());
        QVERIFY(!Error{}.isCancelled());
    }
};

QTEST_APPLESS_MAIN(TestError)
#include "tst_error.moc"
