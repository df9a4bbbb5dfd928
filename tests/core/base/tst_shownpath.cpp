// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/shownpath.h"

#include <QTest>

using namespace trainyard;

class TestShownPath : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyNameIsOneLine_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("shown");
        QTest::newRow("usual") << QStringLiteral("/home/me/my runs") << QStringLiteral("/home/me/my runs");
        QTest::newRow("Chinese") << QStringLiteral("/数据/训练") << QStringLiteral("/数据/训练");
        QTest::newRow("line feed") << QStringLiteral("a\nyard: fine") << QStringLiteral("a\\nyard: fine");
        QTest::newRow("backslash") << QStringLiteral("a\\nb") << QStringLiteral("a\\\\nb");
        QTest::newRow("tab and carriage return") << QStringLiteral("a\tb\r") << QStringLiteral("a\\tb\\x0d");
        QTest::newRow("escape") << QStringLiteral("\x1b[31m") << QStringLiteral("\\x1b[31m");
        QTest::newRow("right to left") << QString(QChar(0x202e)) + QStringLiteral("gpj") << QStringLiteral("\\u202egpj");
        QTest::newRow("no width") << QStringLiteral("a\u200bb") << QStringLiteral("a\\u200bb");
        QTest::newRow("tag") << QStringLiteral("a\U000e0041b") << QStringLiteral("a\\U000e0041b");
        QTest::newRow("emoji") << QStringLiteral("run \U0001f680") << QStringLiteral("run \U0001f680");
        QTest::newRow("line separator") << QString(QChar(0x2028)) << QStringLiteral("\\u2028");
    }
    void everyNameIsOneLine()
    {
        QFETCH(QString, path);
        QTEST(shownPath(path), "shown");
    }
};

QTEST_GUILESS_MAIN(TestShownPath)
#include "tst_shownpath.moc"
