// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/retention/checkpointdiff.h"
#include "core/checkpoint/retention/tensorchange.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <limits>

using namespace trainyard;

namespace {

TensorInfo tensor(const QString &name, std::vector<qint64> shape, const QString &dtype = QStringLiteral("float32"),
                  std::optional<quint32> checksum = {})
{
    TensorInfo info;
    info.name = name;
    info.shape = std::move(shape);
    info.dtype = dtype;
    info.checksum = checksum;
    return info;
}

Inspection holding(std::vector<TensorInfo> tensors, QList<QPair<QString, QString>> parameters = {})
{
    Inspection inspection;
    inspection.tensors = std::move(tensors);
    inspection.hyperparameters = std::move(parameters);
    return inspection;
}

QStringList told(const CheckpointDiff &diff)
{
    QStringList lines;
    for (const TensorDifference &one : diff.tensors)
        lines << one.name + u' ' + tensorDifferenceName(one.kind);
    return lines;
}

template <typename T>
QByteArray bytesOf(std::initializer_list<T> values)
{
    return QByteArray(reinterpret_cast<const char *>(values.begin()), qsizetype(values.size() * sizeof(T)));
}

}  // namespace

class TestCheckpointDiff : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyDifferenceHasItsName()
    {
        const Inspection left = holding({tensor("same", {2}, "float32", 1), tensor("trained", {2}, "float32", 2),
                                         tensor("nobody knows", {2}), tensor("wider", {2, 3}), tensor("halved", {2}),
                                         tensor("old head", {5})});
        const Inspection right = holding({tensor("new head", {7}), tensor("same", {2}, "float32", 1), tensor("trained", {2}, "float32", 3),
                                          tensor("nobody knows", {2}), tensor("wider", {2, 4}), tensor("halved", {2}, "bfloat16")});
        const CheckpointDiff diff = compareCheckpoints(left, right);
        QCOMPARE(told(diff), (QStringList{"same same", "trained changed", "nobody knows alike", "wider reshaped", "halved retyped",
                                          "old head removed", "new head added"}));
        QVERIFY(!diff.prefix);
        QVERIFY(!diff.fits());
        QCOMPARE(diff.count(TensorDifferenceKind::Changed), 1);
        QVERIFY(compareCheckpoints(left, left).fits());
    }

    void wrappedNamesAreMatched()
    {
        const std::vector<TensorInfo> bare{tensor("a.weight", {2}), tensor("a.bias", {2}), tensor("weight", {3})};
        std::vector<TensorInfo> wrapped = bare;
        for (TensorInfo &one : wrapped)
            one.name.prepend("module._orig_mod.");
        const CheckpointDiff onRight = compareCheckpoints(holding(bare), holding(wrapped));
        QVERIFY(onRight.prefix && onRight.prefix->isOnRight);
        QCOMPARE(onRight.prefix->prefix, QStringLiteral("module._orig_mod."));
        QCOMPARE(onRight.count(TensorDifferenceKind::Alike), 3);
        QVERIFY(!onRight.fits());
        const CheckpointDiff onLeft = compareCheckpoints(holding(wrapped), holding(bare));
        QVERIFY(onLeft.prefix && !onLeft.prefix->isOnRight);
        QCOMPARE(onLeft.count(TensorDifferenceKind::Alike), 3);
        QVERIFY(!compareCheckpoints(holding(bare), holding({tensor("b.c", {1})})).prefix);
    }

    void namesMadeToMatchEverywhereTakeNoTime()
    {
        std::vector<TensorInfo> left{tensor("a", {1})}, right;
        for (int i = 0; i < 20'000; ++i) {
            left.push_back(tensor(QStringLiteral("x%1").arg(i), {1}));
            right.push_back(tensor(QStringLiteral("%1.a").arg(i), {1}));
        }
        QCOMPARE(compareCheckpoints(holding(left), holding(right)).count(TensorDifferenceKind::Added), 20'000);
    }

    void hyperparametersStandSideBySide()
    {
        const CheckpointDiff diff = compareCheckpoints(holding({}, {{"lr", "0.1"}, {"batch", "8"}, {"only left", "1"}}),
                                                       holding({}, {{"lr", "0.2"}, {"only right", "2"}, {"batch", "8"}}));
        QCOMPARE(diff.parameters.size(), 4);
        QVERIFY(!diff.parameters[0].isSame());
        QVERIFY(diff.parameters[1].isSame());
        QVERIFY(!diff.parameters[2].right);
        QCOMPARE(diff.parameters[3].name, QStringLiteral("only right"));
        QVERIFY(!diff.parameters[3].left);
    }

    void changeIsMeasured()
    {
        ChangeMeter meter(FloatKind::Float32, FloatKind::Float32);
        meter.feed(bytesOf<float>({1, 2, 3}), bytesOf<float>({1, 2, 7}));
        meter.feed(bytesOf<float>({5, std::nanf("")}), bytesOf<float>({2, 1}));
        const ChangeStatistics statistics = meter.statistics();
        QCOMPARE(statistics.count, quint64(4));
        QCOMPARE(statistics.changed, quint64(2));
        QCOMPARE(statistics.notFinite, quint64(1));
        QCOMPARE(statistics.largest, 4.0);
        QCOMPARE(statistics.mean, 7.0 / 4);
        QCOMPARE(statistics.norm, 5.0);
        QCOMPARE(*statistics.relative, 5.0 / std::sqrt(39.0));
        ChangeMeter zero(FloatKind::Float32, FloatKind::Float64);
        zero.feed(bytesOf<float>({0, 0}), bytesOf<double>({0, 3}));
        QVERIFY(!zero.statistics().relative);
        QCOMPARE(zero.statistics().largest, 3.0);
    }

    void everyKindOfNumberIsRead_data()
    {
        QTest::addColumn<QString>("dtype");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<double>("value");
        QTest::newRow("float64") << "float64" << bytesOf<double>({-2.5}) << -2.5;
        QTest::newRow("float32") << "float32" << bytesOf<float>({1.5f}) << 1.5;
        QTest::newRow("one as half") << "float16" << QByteArray::fromHex("003c") << 1.0;
        QTest::newRow("smallest half") << "float16" << QByteArray::fromHex("0100") << std::ldexp(1.0, -24);
        QTest::newRow("largest half") << "float16" << QByteArray::fromHex("fffb") << -65504.0;
        QTest::newRow("bfloat16") << "bfloat16" << QByteArray::fromHex("c03f") << 1.5;
        QTest::newRow("largest e4m3fn") << "float8_e4m3fn" << QByteArray::fromHex("7e") << 448.0;
        QTest::newRow("smallest e4m3fn") << "float8_e4m3fn" << QByteArray::fromHex("01") << std::ldexp(1.0, -9);
        QTest::newRow("largest e5m2") << "float8_e5m2" << QByteArray::fromHex("fb") << -57344.0;
        QTest::newRow("largest e4m3fnuz") << "float8_e4m3fnuz" << QByteArray::fromHex("7f") << 240.0;
        QTest::newRow("largest e5m2fnuz") << "float8_e5m2fnuz" << QByteArray::fromHex("7f") << 57344.0;
    }
    void everyKindOfNumberIsRead()
    {
        QFETCH(QString, dtype);
        QFETCH(QByteArray, bytes);
        const auto kind = floatKindOf(dtype);
        QVERIFY(kind);
        QTEST(numberAt(bytes, 0, *kind), "value");
        QVERIFY(!countNonFinite(bytes, *kind).any());
        QCOMPARE(floatKindName(*kind), dtype);
    }

    void whatIsNotFiniteIsCounted_data()
    {
        QTest::addColumn<QString>("dtype");
        QTest::addColumn<QByteArray>("nan");
        QTest::addColumn<QByteArray>("infinity");
        QTest::newRow("float64") << "float64" << QByteArray::fromHex("010000000000f07f") << QByteArray::fromHex("000000000000f0ff");
        QTest::newRow("float32") << "float32" << QByteArray::fromHex("0100807f") << QByteArray::fromHex("000080ff");
        QTest::newRow("float16") << "float16" << QByteArray::fromHex("017c") << QByteArray::fromHex("00fc");
        QTest::newRow("bfloat16") << "bfloat16" << QByteArray::fromHex("c1ff") << QByteArray::fromHex("807f");
        QTest::newRow("float8_e4m3fn") << "float8_e4m3fn" << QByteArray::fromHex("ff") << QByteArray();
        QTest::newRow("float8_e5m2") << "float8_e5m2" << QByteArray::fromHex("7d") << QByteArray::fromHex("fc");
        QTest::newRow("float8_e4m3fnuz") << "float8_e4m3fnuz" << QByteArray::fromHex("80") << QByteArray();
        QTest::newRow("float8_e5m2fnuz") << "float8_e5m2fnuz" << QByteArray::fromHex("80") << QByteArray();
    }
    void whatIsNotFiniteIsCounted()
    {
        QFETCH(QString, dtype);
        QFETCH(QByteArray, nan);
        QFETCH(QByteArray, infinity);
        const FloatKind kind = *floatKindOf(dtype);
        // One in its first block, the others in its last and at its very end.
        const QByteArray zeros(nan.size() * 9000, '\0');
        const NonFinite found = countNonFinite(nan + zeros + nan + infinity + nan, kind);
        QCOMPARE(found.nans, quint64(3));
        QCOMPARE(found.infinities, quint64(infinity.isEmpty() ? 0 : 1));
        QVERIFY(std::isnan(numberAt(nan, 0, kind)));
        if (!infinity.isEmpty())
            QVERIFY(std::isinf(numberAt(infinity, 0, kind)));
        QVERIFY(!countNonFinite(zeros + nan.left(nan.size() - 1), kind).any());  // half a number is not a number
    }
};

QTEST_GUILESS_MAIN(TestCheckpointDiff)
#include "tst_checkpointdiff.moc"
