// SPDX-License-Identifier: GPL-3.0-or-later
// The order, the words and the rows of a folder, and the text of a file.
#include "core/base/bytename.h"
#include "ui/files/filetext.h"
#include "ui/files/foldermodel.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include <ctime>
#include <utility>

using namespace trainyard;

namespace {

FolderEntry file(const QByteArray &name, qint64 size = 1, qint64 modified = 1)
{
    return {name, size, modified, FolderEntry::kFileType | 0644, {}, 0};
}
FolderEntry folder(const QByteArray &name) { return {name, 4096, 1, FolderEntry::kFolderType | 0755, {}, 0}; }
FolderEntry linkTo(const QByteArray &name, quint32 target) { return {name, 1, 1, FolderEntry::kLinkType | 0777, "there", target}; }

QList<QByteArray> shown(const QList<FolderEntry> &entries, const FolderOrder &order)
{
    QList<QByteArray> names;
    for (const int row : orderedFolder(entries, order).rows)
        names << entries[row].name;
    return names;
}

}  // namespace

class TestFolderModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void numbersInNamesAreInTheirOrder()
    {
        const QList<QByteArray> sorted{"a", "B", "step-1", "step-2", "step-09", "step-10", "step-10.bin", "step-100", "z"};
        for (qsizetype i = 0; i < sorted.size(); ++i) {
            for (qsizetype j = 0; j < sorted.size(); ++j)
                QCOMPARE(isNameBefore(sorted[i], sorted[j]), i < j);
        }
        // Names that read alike are still two names, in a fixed order.
        QVERIFY(isNameBefore("a01", "a1") != isNameBefore("a1", "a01"));
    }
    void foldersAreFirstInEveryOrder()
    {
        const QList<FolderEntry> entries{file("b", 10, 300), folder("z"), linkTo("to", FolderEntry::kFolderType), file("a", 20, 100)};
        QCOMPARE(shown(entries, {}), (QList<QByteArray>{"to", "z", "a", "b"}));
        QCOMPARE(shown(entries, {FolderColumn::Name, true, {}, false}), (QList<QByteArray>{"z", "to", "b", "a"}));
        QCOMPARE(shown(entries, {FolderColumn::Size, false, {}, false}), (QList<QByteArray>{"to", "z", "b", "a"}));
        QCOMPARE(shown(entries, {FolderColumn::Size, true, {}, false}), (QList<QByteArray>{"to", "z", "a", "b"}));
        QCOMPARE(shown(entries, {FolderColumn::Modified, true, {}, false}).last(), QByteArray("a"));
    }
    void hiddenFilesAndTheFilterLeaveRowsOut()
    {
        const QList<FolderEntry> entries{file(".cache"), file("Train.py"), file("eval.py"), file("caf\xe9")};
        QCOMPARE(shown(entries, {}).size(), 3);
        QCOMPARE(orderedFolder(entries, {}).notShown, 1);
        QCOMPARE(shown(entries, {FolderColumn::Name, false, {}, true}).size(), 4);
        QCOMPARE(shown(entries, {FolderColumn::Name, false, QStringLiteral("tRAIN"), false}), QList<QByteArray>{"Train.py"});
        QCOMPARE(shown(entries, {FolderColumn::Name, false, QStringLiteral("\\xe9"), false}), QList<QByteArray>{"caf\xe9"});
    }
    void kindsAreWords()
    {
        QCOMPARE(kindText(file("a.safetensors")), QStringLiteral("SAFETENSORS file"));
        QCOMPARE(kindText(file("README")), QStringLiteral("File"));
        QCOMPARE(kindText(file(".bashrc")), QStringLiteral("File"));
        QCOMPARE(kindText(file("a.\xff")), QStringLiteral("File"));
        QCOMPARE(kindText(folder("a")), QStringLiteral("Folder"));
        QCOMPARE(kindText(linkTo("a", FolderEntry::kFolderType)), QStringLiteral("Link to a folder"));
        QCOMPARE(kindText(linkTo("a", 0)), QStringLiteral("Broken link"));
        QCOMPARE(kindText({"a", 0, 0, 0010000, {}, 0}), QStringLiteral("Device or pipe"));
    }
    void rowsShowHostileNamesOnOneLine()
    {
        FolderModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QList<FolderEntry> entries{file("line\nbreak"), file("exe.\xe2\x80\xaetxt"), file("<b>bold</b>"), linkTo("l", 0)};
        model.set(entries, orderedFolder(entries, {}).rows, QDateTime::currentDateTime());
        QCOMPARE(model.rowCount(), 4);
        for (int row = 0; row < model.rowCount(); ++row) {
            const QString text = model.index(row, 0).data().toString();
            QVERIFY2(!text.contains(u'\n') && !text.contains(QChar(0x202e)), qPrintable(text));
        }
        QCOMPARE(model.rowOf("line\nbreak"), 3);
        const QString tip = model.index(model.rowOf("<b>bold</b>"), 0).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QStringLiteral("&lt;b&gt;")), qPrintable(tip));
        QCOMPARE(model.rowBeginning(QStringLiteral("LINE"), 0), 3);
        QCOMPARE(model.rowBeginning(QStringLiteral("q"), 0), -1);
    }
    void aHundredThousandRowsAreOrderedAndShownAtOnce()
    {
        QList<FolderEntry> entries;
        for (int i = 0; i < 100'000; ++i)
            entries << file("sample-" + QByteArray::number((i * 7919) % 100'000) + ".json", i % 1000);
        // Processor time: what others do on the computer does not count.
        std::clock_t began = std::clock();
        const auto took = [&began] { return qlonglong(1000 * (std::clock() - std::exchange(began, std::clock())) / CLOCKS_PER_SEC); };
        const OrderedFolder byName = orderedFolder(entries, {});
        const qlonglong nameMs = took();
        const OrderedFolder filtered = orderedFolder(entries, {FolderColumn::Kind, true, QStringLiteral("99"), false});
        const qlonglong filterMs = took();
        FolderModel model;
        model.set(entries, byName.rows, QDateTime::currentDateTime());
        const qlonglong setMs = took();
        const int row = model.rowBeginning(QStringLiteral("sample-99999"), 0);
        const qlonglong findMs = took();
        qInfo("100 000 entries, processor time: ordered %lld ms, filtered %lld ms, shown %lld ms, the last name found %lld ms", nameMs,
              filterMs, setMs, findMs);
        QCOMPARE(entries[byName.rows.first()].name, QByteArray("sample-0.json"));
        QCOMPARE(row, 99'999);
        QVERIFY(!filtered.rows.isEmpty() && filtered.rows.size() < 10'000);
        QVERIFY(nameMs < 5000 && setMs < 100);  // without optimisation; a sanitizer takes longer than a release
    }
    void binaryFilesAreRecognised()
    {
        QVERIFY(isBinary(QByteArray("\x7f"
                                    "ELF\0\0",
                                    6)));
        QVERIFY(isBinary(QByteArray(200, '\xfe')));
        QVERIFY(!isBinary("plain\ntext\twith \x1b[31mcolour\x1b[0m\r\n"));
        QVERIFY(!isBinary(QStringLiteral("模型训练日志").toUtf8().chopped(1)));
        QVERIFY(!isBinary({}));
    }
    void textIsSafeAndItsLinesAreBounded()
    {
        QCOMPARE(readableText("a\r\nb\x1b[31mred\x1b[0m\n"), QStringLiteral("a\nbred\n"));
        QCOMPARE(readableText("10%\r20%\r30%\n"), QStringLiteral("10%\n20%\n30%\n"));
        QVERIFY(!readableText("a\xe2\x80\xae"
                              "b")
                     .contains(QChar(0x202e)));
        const QString folded = readableText(QByteArray(1'000'000, 'x'));
        for (const QString &line : folded.split(u'\n'))
            QVERIFY(line.size() <= 4000);
        const QByteArray letter = QStringLiteral("模").toUtf8();
        QCOMPARE(incompleteAtEnd("a" + letter.left(1)), 1);
        QCOMPARE(incompleteAtEnd("a" + letter.left(2)), 2);
        QCOMPARE(incompleteAtEnd("a" + letter), 0);
    }
};

QTEST_MAIN(TestFolderModel)
#include "tst_foldermodel.moc"
