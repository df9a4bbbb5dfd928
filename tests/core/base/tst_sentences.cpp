// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentences.h"

#include <QTest>

using namespace trainyard;

class TestSentences : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aBlankPartsSentencesUnlessTheirStopBringsIt_data()
    {
        QTest::addColumn<QStringList>("sentences");
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << QStringList() << QString();
        QTest::newRow("English") << QStringList{QStringLiteral("It fits."), QStringLiteral("It takes a minute.")}
                                 << QStringLiteral("It fits. It takes a minute.");
        QTest::newRow("Chinese") << QStringList{QStringLiteral("放得下。"), QStringLiteral("约需一分钟。")}
                                 << QStringLiteral("放得下。约需一分钟。");
        QTest::newRow("an empty one is left out")
            << QStringList{QStringLiteral("It fits."), QString(), QStringLiteral("Go on.")} << QStringLiteral("It fits. Go on.");
        QTest::newRow("a Chinese one after an English one")
            << QStringList{QStringLiteral("No such file."), QStringLiteral("请重试。")} << QStringLiteral("No such file. 请重试。");
    }
    void aBlankPartsSentencesUnlessTheirStopBringsIt()
    {
        QFETCH(QStringList, sentences);
        QFETCH(QString, text);
        QCOMPARE(joinedSentences(sentences), text);
    }

    void aLabelEndsWithoutAFullStop_data()
    {
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("label");
        QTest::newRow("nothing") << QString() << QString();
        QTest::newRow("one sentence") << QStringLiteral("All listed tensors are present.")
                                      << QStringLiteral("All listed tensors are present");
        QTest::newRow("one Chinese sentence") << QStringLiteral("列出的张量都在。") << QStringLiteral("列出的张量都在");
        QTest::newRow("several sentences") << QStringLiteral("It is complete. Not all of it is listed.")
                                           << QStringLiteral("It is complete. Not all of it is listed.");
        QTest::newRow("a point inside is no end")
            << QStringLiteral("“model.safetensors” ends at byte 12.") << QStringLiteral("“model.safetensors” ends at byte 12");
        QTest::newRow("dots that say that it goes on") << QStringLiteral("and so on...") << QStringLiteral("and so on...");
        QTest::newRow("a label already") << QStringLiteral("5 of 8 shards") << QStringLiteral("5 of 8 shards");
    }
    void aLabelEndsWithoutAFullStop()
    {
        QFETCH(QString, sentence);
        QFETCH(QString, label);
        QCOMPARE(asLabel(sentence), label);
    }
};

QTEST_GUILESS_MAIN(TestSentences)
#include "tst_sentences.moc"
