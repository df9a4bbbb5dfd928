// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytename.h"

#include <QRandomGenerator>
#include <QTest>

using namespace trainyard;

class TestByteName : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesAreShownOnOneLineWithoutTricks_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QString>("shown");
        QTest::newRow("plain") << QByteArray("model-00001.safetensors") << QStringLiteral("model-00001.safetensors");
        QTest::newRow("Chinese") << QByteArray("模型.bin") << QString::fromUtf8("模型.bin");
        QTest::newRow("line break and tab") << QByteArray("a\nb\tc") << QStringLiteral("a\\nb\\tc");
        QTest::newRow("backslash") << QByteArray("a\\n") << QStringLiteral("a\\\\n");
        QTest::newRow("escape sequence") << QByteArray("\x1b[31m") << QStringLiteral("\\x1b[31m");
        QTest::newRow("right to left") << QByteArray("exe.\xe2\x80\xaetxt") << QStringLiteral("exe.\\u202etxt");
        QTest::newRow("tag") << QByteArray("a\xf3\xa0\x81\x81") << QStringLiteral("a\\U000e0041");
        QTest::newRow("Latin-1") << QByteArray("caf\xe9") << QStringLiteral("caf\\xe9");
        QTest::newRow("too long") << QByteArray("\xc0\xaf") << QStringLiteral("\\xc0\\xaf");
        QTest::newRow("half of a pair") << QByteArray("\xed\xa0\x80") << QStringLiteral("\\xed\\xa0\\x80");
        QTest::newRow("cut off") << QByteArray("\xe6\xa8") << QStringLiteral("\\xe6\\xa8");
    }
    void namesAreShownOnOneLineWithoutTricks()
    {
        QFETCH(QByteArray, name);
        QTEST(shownBytes(name), "shown");
        QCOMPARE(bytesOfShown(shownBytes(name)), name);
    }
    void whatIsNoEscapeStandsForItself()
    {
        for (const char *text : {"C:\\data", "\\x4", "\\", "\\u12", "a\\q", "\\U00110000"})
            QCOMPARE(bytesOfShown(QString::fromLatin1(text)), QByteArray(text));
    }
    void anyBytesComeBackAsTheyWere()
    {
        QRandomGenerator random(7);
        for (int i = 0; i < 20'000; ++i) {
            QByteArray name;
            for (int n = random.bounded(12); n >= 0; --n) {
                const char pieces[] = {'\\', 'x', 'u', '\n', '\xe2', '\x80', '\xae', 'n', '4', 'a'};
                name += random.bounded(3) ? pieces[random.bounded(int(sizeof pieces))] : char(1 + random.bounded(255));
            }
            QCOMPARE(bytesOfShown(shownBytes(name)), name);
        }
    }
};

QTEST_APPLESS_MAIN(TestByteName)
#include "tst_bytename.moc"
