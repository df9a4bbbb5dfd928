// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"

#include <QTest>

#include <memory>

using namespace trainyard;

class TestResult : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void holdsEitherAValueOrAnError()
    {
        const Result<int> good = 7;
        QVERIFY(good && good.has_value());
        QCOMPARE(*good, 7);
        QCOMPARE(good.value_or(1), 7);

        const Result<int> bad = Error{ErrorCode::NotFound, QStringLiteral("no"), QStringLiteral("raw")};
        QVERIFY(!bad && !bad.has_value());
        QCOMPARE(bad.error().code, ErrorCode::NotFound);
        QCOMPARE(bad.error().what, QStringLiteral("no"));
        QCOMPARE(bad.value_or(1), 1);
    }

    void anErrorMayItselfBeTheValue()
    {
        const Result<QList<Error>> list = QList<Error>{cancelledError()};
        QVERIFY(list);
        QVERIFY(list->first().isCancelled());
    }

    void valuesThatCannotBeCopiedAreMovedOut()
    {
        Result<std::unique_ptr<int>> made = std::make_unique<int>(3);
        QVERIFY(made);
        const std::unique_ptr<int> taken = *std::move(made);
        QCOMPARE(*taken, 3);
    }

    void nothingCanBeAResultToo()
    {
        QVERIFY(Result<void>());
        const Result<void> bad = cancelledError();
        QVERIFY(!bad);
        QVERIFY(bad.error().isCancelled());
    }
};

QTEST_APPLESS_MAIN(TestResult)
#include "tst_result.moc"
