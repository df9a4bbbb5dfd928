// SPDX-License-Identifier: GPL-3.0-or-later
// The table of settings: complete, in order, described in docs/settings.md; invalid values in the file are ignored, and written values are
// read back.
#include "core/storage/settings/settings.h"

#include <QFile>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

class TestSettings : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    QString fileWith(const QByteArray &text) const
    {
        const QString name = m_dir.filePath(QString::fromLatin1(QTest::currentTestFunction()));
        QFile file(name);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write");
        return name;
    }

private Q_SLOTS:
    void everySettingHasItsRowAndIsDocumented()
    {
        QFile document(QStringLiteral(TRAINYARD_SOURCE_DIR "/docs/settings.md"));
        QVERIFY(document.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(document.readAll());
        QSet<QString> keys;
        const QList<SettingRow> &table = settingTable();
        QCOMPARE(table.size(), int(Setting::OwnAddressUrl) + 1);
        for (int i = 0; i < table.size(); ++i) {
            const SettingRow &row = table[i];
            QCOMPARE(int(row.setting), i);
            QVERIFY2(!keys.contains(row.key), qPrintable(row.key));
            keys << row.key;
            const QString line =
                QStringLiteral("| `%1%2` | ").arg(row.key, row.kind == SettingKind::Group ? QStringLiteral("/NAME") : QString());
            const qsizetype at = text.indexOf(line);
            QVERIFY2(at >= 0, qPrintable(line));
            const QString told = text.mid(at, text.indexOf(u'\n', at) - at);
            QVERIFY2(row.usual.isEmpty() || told.contains(u'`' + row.usual + u'`'), qPrintable(told));
            for (const QString &choice : row.choices)
                QVERIFY2(told.contains(u'`' + choice + u'`'), qPrintable(told));
            QVERIFY2(!row.variable || told.contains(QLatin1String(row.variable)), qPrintable(told));
            if (row.kind == SettingKind::Number)
                QVERIFY2(told.contains(QStringLiteral("%1 to %2").arg(row.least).arg(row.most)), qPrintable(told));
        }
    }

    void whatIsNotInTheFileIsAsUsual()
    {
        const Settings settings(m_dir.filePath(QStringLiteral("none.ini")));
        QCOMPARE(settings.text(Setting::Theme), QStringLiteral("auto"));
        QCOMPARE(settings.number(Setting::TextPercent), 100);
        QCOMPARE(settings.text(Setting::Currency), QStringLiteral("USD"));
        QVERIFY(!settings.isOn(Setting::LogarithmicCurves));
        QVERIFY(settings.list(Setting::RecentChoices).isEmpty() && settings.bytes(Setting::WindowGeometry).isEmpty());
        QVERIFY(settings.group(Setting::Needs).isEmpty());
        QVERIFY(!QFile::exists(m_dir.filePath(QStringLiteral("none.ini"))));
    }

    void whatASettingMayNotBeCountsAsNone()
    {
        const Settings settings(fileWith("[look]\ntheme=pink\nlanguage=\ntextPercent=9000\n[curves]\nsmoothing=much\naxis=moon\n"
                                         "[offers]\ncurrency=\n[palette]\nrecent=1,2,3,4,5,6,7,8,9,10,11,12,13,14\n"));
        QCOMPARE(settings.text(Setting::Theme), QStringLiteral("auto"));
        QCOMPARE(settings.text(Setting::Language), QStringLiteral("auto"));
        QCOMPARE(settings.number(Setting::TextPercent), 250);
        QCOMPARE(settings.number(Setting::CurveSmoothing), 4);
        QCOMPARE(settings.text(Setting::CurveAxis), QStringLiteral("step"));
        QCOMPARE(settings.text(Setting::Currency), QStringLiteral("USD"));
        QCOMPARE(settings.list(Setting::RecentChoices).size(), 12);
    }

    void whatIsWrittenIsReadAgain()
    {
        const QString file = fileWith("[needs]\nhours=\"3,5\"\ngone=1\n");
        const QString odd = QStringLiteral("a/b=c [x] \u8bad\u7ec3, 2");
        {
            Settings settings(file);
            QCOMPARE(settings.group(Setting::Needs).value(QStringLiteral("hours")), QStringLiteral("3,5"));
            settings.set(Setting::Theme, QStringLiteral("dark"));
            settings.set(Setting::TextPercent, 150);
            settings.set(Setting::LogarithmicCurves, true);
            settings.set(Setting::WindowGeometry, QByteArray("\0\xff", 2));
            settings.setGroup(Setting::Needs, {{QStringLiteral("disk"), QStringLiteral("1, 2")}});
            settings.setText(Setting::SeriesExpressions, odd, QStringLiteral("loss (?P<loss>[\\d.]+), x"));
            settings.setText(Setting::SeriesExpressions, QStringLiteral("none"), QStringLiteral("x"));
            settings.setText(Setting::SeriesExpressions, QStringLiteral("none"), {});
        }
        const Settings settings(file);
        QCOMPARE(settings.text(Setting::Theme), QStringLiteral("dark"));
        QCOMPARE(settings.number(Setting::TextPercent), 150);
        QVERIFY(settings.isOn(Setting::LogarithmicCurves));
        QCOMPARE(settings.bytes(Setting::WindowGeometry), QByteArray("\0\xff", 2));
        QCOMPARE(settings.group(Setting::Needs), (QMap<QString, QString>{{QStringLiteral("disk"), QStringLiteral("1, 2")}}));
        QCOMPARE(settings.text(Setting::SeriesExpressions, odd), QStringLiteral("loss (?P<loss>[\\d.]+), x"));
        QCOMPARE(settings.group(Setting::SeriesExpressions).keys(), QStringList{odd});
    }

    void theEnvironmentComesFirst()
    {
        const QString file = fileWith("[prices]\nazure-url=https://file.example\n");
        QCOMPARE(Settings(file).text(Setting::AzurePricesUrl), QStringLiteral("https://file.example"));
        qputenv("TRAINYARD_AZURE_PRICES_URL", "https://environment.example");
        QCOMPARE(Settings(file).text(Setting::AzurePricesUrl), QStringLiteral("https://environment.example"));
        qputenv("TRAINYARD_AZURE_PRICES_URL", "");
        QCOMPARE(Settings(file).text(Setting::AzurePricesUrl), QStringLiteral("https://prices.azure.com/api/retail/prices"));
        qunsetenv("TRAINYARD_AZURE_PRICES_URL");
    }
};

QTEST_GUILESS_MAIN(TestSettings)
#include "tst_settings.moc"
