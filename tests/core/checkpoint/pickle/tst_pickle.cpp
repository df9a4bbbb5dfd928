// SPDX-License-Identifier: GPL-3.0-or-later
// Pickles as data: what they contain, how they are judged, and that no input costs more than its size allows.
#include "core/checkpoint/pickle/picklesafety.h"

#include <QFile>
#include <QSet>
#include <QTest>

using namespace trainyard;

namespace {

QString readable(const QByteArray &bytes)
{
    const Pickle pickle = Pickle::read(bytes);
    return pickle.end() == PickleEnd::Stopped ? pickleText(pickle, pickle.root()) : QString::fromLatin1(pickle.complaint());
}

}  // namespace

class TestPickle : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKindIsGraded_data()
    {
        QTest::addColumn<QString>("grade");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/pickles.txt"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().split('\n');
        for (const QByteArray &line : lines) {
            const QList<QByteArray> columns = line.split('\t');
            if (columns.size() == 4)
                QTest::newRow(columns[2].constData())
                    << QString::fromUtf8(columns[0]) << QString::fromUtf8(columns[1]) << QByteArray::fromBase64(columns[3]);
        }
    }
    void everyKindIsGraded()
    {
        QFETCH(QString, grade);
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        const PickleGrade judged = gradePickle(Pickle::read(bytes), QStringLiteral("a.pkl"));
        QStringList names;
        for (const Finding &finding : judged.findings) {
            names << finding.name;
            QVERIFY(!finding.text.isEmpty() && !finding.place.isEmpty());
        }
        QVERIFY2(safetyName(judged.safety) == grade, qPrintable(safetyName(judged.safety) + u' ' + names.join(u',')));
        if (name != QLatin1String("-"))
            QVERIFY2(names.contains(name), qPrintable(names.join(u',')));
        if (grade == QLatin1String("safe"))
            QVERIFY(std::all_of(judged.findings.begin(), judged.findings.end(),
                                [](const Finding &finding) { return finding.severity == Safety::Safe; }));
    }

    void noPrefixOfAnyIsSafeAndNoneHidesACall()
    {
        QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/pickles.txt"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().split('\n');
        for (const QByteArray &line : lines) {
            const QList<QByteArray> columns = line.split('\t');
            const QByteArray bytes = columns.size() == 4 ? QByteArray::fromBase64(columns[3]) : QByteArray();
            for (qsizetype length = 0; length < std::min<qsizetype>(bytes.size(), 200); ++length) {
                const Pickle pickle = Pickle::read(bytes.first(length));
                const Safety safety = gradePickle(pickle, {}).safety;
                QVERIFY(pickle.end() == PickleEnd::Stopped || safety == Safety::Unknown || safety == Safety::Dangerous);
            }
        }
    }

    void valuesAreWhatPythonMakes_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *name, const QByteArray &bytes, const char *text) {
            QTest::newRow(name) << bytes << QString::fromUtf8(text);
        };
        const auto b = [](const char *bytes, qsizetype size) { return QByteArray(bytes, size); };
        row("bools as text", "(I01\nI00\nt.", "(True, False)");
        row("numbers as text", "(I-5\nI0x1f\nI010\nL7L\nI1_000\nt.", "(-5, 31, 8, 7, 1000)");
        row("big number as text", "L123456789012345678901234567890L\n.", "123456789012345678901234567890L");
        row("BININT", b("J\xff\xff\xff\xff.", 6), "-1");
        row("BININT2", b("M\xff\xff.", 4), "65535");
        row("LONG1", b("(\x8a\x01\xff\x8a\x02\xff\x7f\x8a\x00t.", 12), "(-1, 32767, 0)");
        row("LONG1 of 8", b("\x8a\x08\x00\x00\x00\x00\x00\x00\x00\x80.", 11), "-9223372036854775808");
        row("BINFLOAT", b("G?\xf8\x00\x00\x00\x00\x00\x00.", 10), "1.5");
        row("FLOAT", "(F2\nF-1e300\nFnan\nt.", "(2.0, -1e+300, nan)");
        row("STRING", "S'a\\'\\x41\\101\\q'\n.", "\"a'AA\\\\q\"");
        row("UNICODE", "Va\\u00e9\\\\u0041\n.", "'aé\\\\\\\\u0041'");
        row("SHORT_BINSTRING", b("U\x02\xe9z.", 5), "'éz'");
        row("BINUNICODE", b("X\x02\x00\x00\x00\xc3\xa9.", 8), "'é'");
        row("bytes",
            b("C\x03"
              "abc.",
              6),
            "<3 bytes>");
        row("dict", "(K\1K\2K\3K\4d.", "{1: 2, 3: 4}");
        row("list", "(K\1K\2l.", "[1, 2]");
        row("LIST in a mark", "((K\1K\2lt.", "([1, 2],)");
        row("set", b("\x8f(K\1K\2\x90.", 8), "{1, 2}");
        row("memo", b("K\1\x94K\2\x94\x86\x94h\0h\2\x86.", 14), "(1, (1, 2))");
        row("POP_MARK",
            "K\1(K\2K\3"
            "1.",
            "1");
        row("DUP",
            "K\1"
            "2\x86.",
            "(1, 1)");
        row("holds itself", b("]q\0h\0a.", 7), "[[[[[…]]]]]");
        row("call", "ca\nB\n(K\1tR.", "a.B(1)");
        row("class is changed", "cc\nD\nNb.", "c.D");
    }
    void valuesAreWhatPythonMakes()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, text);
        QCOMPARE(readable(bytes), text);
    }

    void nestingCostsNoStack_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        constexpr int deep = 1'000'000;
        QTest::newRow("tuples in tuples") << QByteArray(")") + QByteArray(deep, '\x85') + ".";
        QTest::newRow("lists in lists") << QByteArray(deep, ']') + QByteArray(deep - 1, 'a') + ".";
        QTest::newRow("open marks") << QByteArray(deep, '(') + ".";
        QTest::newRow("calls of calls") << QByteArray("cos\nsystem\n") + QByteArray(")R").repeated(deep) + ".";
        QTest::newRow("a tuple of itself twice, sixty times") << QByteArray(")") + QByteArray("2\x86").repeated(deep) + ".";
    }
    void nestingCostsNoStack()
    {
        QFETCH(QByteArray, bytes);
        const Pickle pickle = Pickle::read(bytes);
        const PickleGrade judged = gradePickle(pickle, QStringLiteral("a"));
        QVERIFY(judged.findings.size() <= 100);
        if (pickle.root() != kNoPickleRef)
            QVERIFY(pickleText(pickle, pickle.root()).size() < 400);
    }

    void limitsAreToldAndNeverSafe_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("opcodes") << QByteArray("N0").repeated(600) + "N.";
        QTest::newRow("values") << QByteArray("]0").repeated(200) + "N.";
        QTest::newRow("stack") << QByteArray("N").repeated(200) + ".";
        QTest::newRow("marks") << QByteArray("(").repeated(200) + ".";
        QTest::newRow("memo") << "N" + QByteArray("\x94").repeated(200) + ".";
        QTest::newRow("line") << "V" + QByteArray(2000, 'x') + "\n.";
        QTest::newRow("digits") << "L" + QByteArray(500, '9') + "\n.";
    }
    void limitsAreToldAndNeverSafe()
    {
        QFETCH(QByteArray, bytes);
        const Pickle pickle = Pickle::read(bytes, 0, {1000, 100, 100, 100, 1000, 400});
        QCOMPARE(pickle.end(), PickleEnd::TooLarge);
        QCOMPARE(gradePickle(pickle, {}).safety, Safety::Unknown);
    }

    void defaultOfTorchIsForetold()
    {
        const auto refusals = [](const QByteArray &bytes) { return torchRefusals(Pickle::read(bytes)).join(u' '); };
        QCOMPARE(refusals("\x80\x02}."), QString());
        QCOMPARE(refusals("\x80\x02"
                          "cargparse\nNamespace\n)\x81."),
                 QStringLiteral("argparse.Namespace"));
        QVERIFY(refusals(QByteArray("\x80\x04\x95\x02\0\0\0\0\0\0\0}.", 13)).contains(u'4'));
    }
};

QTEST_APPLESS_MAIN(TestPickle)
#include "tst_pickle.moc"
