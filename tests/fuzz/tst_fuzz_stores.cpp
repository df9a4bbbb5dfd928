// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of stores, damaged, for a moment; libFuzzer runs longer. Inputs that grow faster than their size are in rows.
#include "core/transport/webapi/xmlanswer.h"
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/storeanswers.h"

#include <QDirIterator>
#include <QFile>
#include <QTest>

using namespace trainyard;

namespace {

QByteArrayList seeds()
{
    QByteArrayList seeds;
    QDirIterator files(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/objectstore/answers"), QDir::Files);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly))
            seeds << file.readAll();
    }
    return seeds;
}

}  // namespace

class FuzzStores : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anyAnswerIsRead()
    {
        const QByteArrayList given = seeds();
        QVERIFY(given.size() > 20);
        const QByteArrayList words{"<",
                                   ">",
                                   "/>",
                                   "</",
                                   "<Contents>",
                                   "<Key>",
                                   "<Size>",
                                   "<Part>",
                                   "<ListBucketResult>",
                                   "<!DOCTYPE a [",
                                   "<![CDATA[",
                                   "]]>",
                                   "<!--",
                                   "-->",
                                   "&amp;",
                                   "&#0;",
                                   "&lol;",
                                   "xmlns:a=\"b\"",
                                   "<?xml encoding=\"UTF-16\"?>",
                                   "\xff\xfe",
                                   "\xef\xbb\xbf",
                                   "9223372036854775807"};
        for (const QByteArray &seed : given)
            fuzzStoreAnswer(seed);
        QRandomGenerator random(5);
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < fuzzMilliseconds())
            fuzzStoreAnswer(mutated(given[random.bounded(int(given.size()))], random, words));
    }

    // Without limits, each would keep a reader busy for minutes, and longer with every byte.
    void whatGrowsFasterThanItsSizeIsRefused_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QByteArray attributes = "<a", prefixes = "<a", declared;
        for (int i = 0; i < 300'000; ++i)
            attributes += " a" + QByteArray::number(i) + "=\"\"";
        for (int i = 0; i < 30; ++i)
            prefixes += " xmlns:p" + QByteArray::number(i) + "=\"u\"";
        declared = QByteArray("<a>") + prefixes.replace("<a", "<b") + ">" + QByteArray("<p0:c/>").repeated(300'000) + "</b></a>";
        const QByteArray name(400'000, 'n');
        QTest::newRow("attributes") << attributes + "/>";
        QTest::newRow("an attribute without an end") << "<a b=\"" + QByteArray(4'000'000, '>');
        QTest::newRow("prefixes") << declared;
        QTest::newRow("long names") << '<' + name + '>' + QByteArray("<b/>").repeated(500'000) + "</" + name + '>';
        QTest::newRow("depth") << QByteArray("<a>").repeated(1'000'000);
        QTest::newRow("entities") << QByteArray("<!DOCTYPE a [<!ENTITY a \"") + QByteArray(1000, 'a') + "\"><!ENTITY b \""
                                         + QByteArray("&a;").repeated(1000) + "\"><!ENTITY c \"" + QByteArray("&b;").repeated(1000)
                                         + "\">]><a>&c;</a>";
    }
    void whatGrowsFasterThanItsSizeIsRefused()
    {
        QFETCH(QByteArray, answer);
        qsizetype calls = 0;
        const auto walked = walkXml(
            answer, [&](const QString &) { ++calls; }, [&](const QString &, const QString &) { ++calls; });
        QVERIFY(!walked);
        QCOMPARE(walked.error().code, ErrorCode::Corrupt);
        QVERIFY(calls < 100);
    }

    void textInUtf8IsTakenAndNothingElse()
    {
        const QString path = QStringLiteral("a/b");
        const QByteArray plain = "<?xml version=\"1.0\" encoding=\"utf-8\"?><a><b>\xe6\x96\x87 &lt;&amp;</b></a>";
        const QString wanted = QStringLiteral("文 <&");
        QCOMPARE(xmlValue(plain, path), wanted);
        QCOMPARE(xmlValue("\xef\xbb\xbf" + plain, path), wanted);
        QCOMPARE(xmlValue("<a note=\"1 > 0\"><!-- < --><b><![CDATA[\xe6\x96\x87 <&]]></b></a>", path), wanted);
        QVERIFY(!walkXml(
            QByteArray("<a><b>\xe6\x96</b></a>"), [](const QString &) {}, [](const QString &, const QString &) {}));
        const QString wide = QString::fromUtf8("<a><b>x</b></a>");
        const QByteArray utf16(reinterpret_cast<const char *>(wide.utf16()), wide.size() * 2);
        QVERIFY(!walkXml(
            "\xff\xfe" + utf16, [](const QString &) {}, [](const QString &, const QString &) {}));
    }
};

QTEST_APPLESS_MAIN(FuzzStores)
#include "tst_fuzz_stores.moc"
