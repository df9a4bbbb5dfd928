// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/internal/csvreader.h"

#include <QByteArrayList>
#include <QTest>

using namespace trainyard;
using Fault = CsvReader::Fault;

namespace {

QList<QByteArrayList> rowsOf(CsvReader &reader)
{
    QList<QByteArrayList> rows;
    while (reader.next()) {
        rows << QByteArrayList();
        for (const QByteArrayView field : reader.fields())
            rows.last() << field.toByteArray();
    }
    return rows;
}

}  // namespace

class TestCsvReader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsAndFieldsAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QList<QByteArrayList>>("rows");
        const auto row = [](const char *name, const QByteArray &text, const QList<QByteArrayList> &rows) {
            QTest::newRow(name) << text << rows;
        };
        row("plain", "a,b\n1,2\n", {{"a", "b"}, {"1", "2"}});
        row("no newline at the end", "a,b\n1,2", {{"a", "b"}, {"1", "2"}});
        row("of Windows, with a byte order mark",
            "\xef\xbb\xbf"
            "a,b\r\n1,2\r\n",
            {{"a", "b"}, {"1", "2"}});
        row("empty fields", ",\n,,\n", {{"", ""}, {"", "", ""}});
        row("empty field at the end", "a,", {{"a", ""}});
        row("quoted", "\"a,b\",\"say \"\"hi\"\"\",\"\"\n", {{"a,b", "say \"hi\"", ""}});
        row("quoted, of Windows", "\"a\"\r\n\"b\"\r\n", {{"a"}, {"b"}});
        row("line end in quotes", "\"a\nb\",c\n", {{"a\nb", "c"}});
        row("blanks around", " a , b \n", {{"a", "b"}});
        row("blanks in quotes", "\" a \",b\n", {{" a ", "b"}});
        row("blank rows", "a,b\n\n  \r\n1,2\n\n", {{"a", "b"}, {"1", "2"}});
        row("quote inside a plain field", "5\" screen,b\n", {{"5\" screen", "b"}});
        row("another alphabet", "平台,GPU\n", {{"平台", "GPU"}});
        row("nothing", "", {});
        row("only a byte order mark", "\xef\xbb\xbf", {});
    }
    void rowsAndFieldsAreRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(QList<QByteArrayList>, rows);
        CsvReader reader(text);
        QCOMPARE(rowsOf(reader), rows);
        QCOMPARE(reader.fault(), Fault::None);
    }

    void whatIsBrokenIsNamedWithItsRow_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("fault");
        QTest::addColumn<int>("row");
        const auto row = [](const char *name, const QByteArray &text, Fault fault, int number) {
            QTest::newRow(name) << text << static_cast<int>(fault) << number;
        };
        row("unfinished quote", "a,b\n1,\"2\n3,4\n", Fault::UnfinishedQuote, 2);
        row("a lone quote", "\"", Fault::UnfinishedQuote, 1);
        row("text behind a quote", "a\n\n\"b\"c\n", Fault::TextBesideQuote, 3);
        row("NUL", QByteArray("a\nb\0c\n", 6), Fault::NulByte, 2);
        row("NUL in quotes", QByteArray("\"b\0c\"\n", 6), Fault::NulByte, 1);
        row("GBK instead of UTF-8", "a\n\xcf\xd4\xbf\xa8\n", Fault::NotUtf8, 2);
        row("UTF-16",
            QByteArray("\xff\xfe"
                       "a\0,\0b\0",
                       8),
            Fault::NulByte, 1);
        row("absurdly wide", QByteArray(100000, ','), Fault::TooManyFields, 1);
    }
    void whatIsBrokenIsNamedWithItsRow()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, fault);
        QFETCH(int, row);
        CsvReader reader(text);
        rowsOf(reader);
        QCOMPARE(static_cast<int>(reader.fault()), fault);
        QCOMPARE(reader.row(), row);
        QVERIFY2(!reader.next(), "a fault is the end");
    }

    void theSeparatorIsGuessed()
    {
        QCOMPARE(CsvReader::guessSeparator("a,b;c,d\n;;;;"), ',');
        QCOMPARE(CsvReader::guessSeparator("a;b;c\n"), ';');
        QCOMPARE(CsvReader::guessSeparator("a\tb\tc"), '\t');
        QCOMPARE(CsvReader::guessSeparator(""), ',');
        QCOMPARE(CsvReader::guessSeparator("\r\n\n\na;b;c\n"), ';');
        const QByteArray text("a;b\n1,5;\"2;3\"\n");
        CsvReader reader(text, ';');
        QCOMPARE(rowsOf(reader), (QList<QByteArrayList>{{"a", "b"}, {"1,5", "2;3"}}));
    }
};

QTEST_APPLESS_MAIN(TestCsvReader)
#include "tst_csvreader.moc"
