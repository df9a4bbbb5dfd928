// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"

#include <QRegularExpression>
#include <QTest>

#include <memory>

using namespace trainyard;

namespace {

Result<std::unique_ptr<int>> half(int number)
{
    if (number % 2 != 0)
        return Error{ErrorCode::InvalidInput, QStringLiteral("odd"), QStringLiteral("raw")};
    return std::make_unique<int>(number / 2);
}

Result<void> allowed(int number) { return number < 100 ? Result<void>() : Result<void>(cancelledError()); }

Result<int> quarter(int number, int *reached)
{
    if (number > 10)
        TRY_DO(allowed(number));
    TRY(const auto first, half(number));
    ++*reached;
    TRY(auto second, half(*first));
    ++*reached;
    return *second;
}

Result<QString> written(int number, int *reached)
{
    TRY(const auto value, quarter(number, reached));
    return QString::number(value);
}

}  // namespace

class TestResult : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatOwnsSomethingIsNotDropped()
    {
        // A lock that TRY_DO() let go of protected nothing.
        static_assert(!kMayBeDropped<Result<std::unique_ptr<int>>> && !kMayBeDropped<Result<std::shared_ptr<int>>>);
        static_assert(kMayBeDropped<Result<void>> && kMayBeDropped<Result<int>>);
    }

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

    void aValueGoesOnAndAnErrorReturnsAtOnce()
    {
        int reached = 0;
        const Result<QString> good = written(12, &reached);
        QVERIFY(good);
        QCOMPARE(*good, QStringLiteral("3"));
        QCOMPARE(reached, 2);
        const Result<QString> late = written(10, &reached);
        QCOMPARE(reached, 3);
        QVERIFY(!late);
        QCOMPARE(late.error().code, ErrorCode::InvalidInput);
        QCOMPARE(late.error().what, QStringLiteral("odd"));
        QCOMPARE(late.error().detail, QStringLiteral("raw"));
        const Result<QString> refused = written(104, &reached);
        QCOMPARE(reached, 3);
        QVERIFY(!refused && refused.error().isCancelled());
    }

    void anErrorSaysWhereItWasPassedOn()
    {
        int reached = 0;
        const Result<QString> bad = written(10, &reached);
        QVERIFY(!bad);
        const QRegularExpression step(QStringLiteral("^tst_result\\.cpp:([0-9]+) (\\w+)$"));
        QCOMPARE(bad.error().steps.size(), 2);
        const auto inner = step.match(bad.error().steps.first()), outer = step.match(bad.error().steps.last());
        QCOMPARE(inner.captured(2), QStringLiteral("quarter"));
        QCOMPARE(outer.captured(2), QStringLiteral("written"));
        QVERIFY(inner.captured(1).toInt() < outer.captured(1).toInt());
    }
};

QTEST_APPLESS_MAIN(TestResult)
#include "tst_result.moc"
