// SPDX-License-Identifier: GPL-3.0-or-later
// What a copy would overwrite, and which completeness marks are removed before it does.
#include "core/transport/transfer/internal/replacement.h"

#include <QTest>

using namespace trainyard;

namespace {

QList<TreeEntry> files(const QByteArrayList &names)
{
    QList<TreeEntry> made;
    for (const QByteArray &name : names)
        made << TreeEntry{name, 5, 100, 0644, {}};
    return made;
}

FileTree tree(const QByteArrayList &names)
{
    FileTree made;
    made.files = files(names);
    return made;
}

const QStringList kMarks{QStringLiteral("latest"), QStringLiteral("trainer_state.json"), QStringLiteral("*.index.json")};

}  // namespace

class TestReplacement : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aMarkIsAFileByItsOwnName()
    {
        QCOMPARE(filesNamed(files({"z/latest", "a", "latest/model.pt", "c/model.safetensors.index.json", "latest"}), kMarks),
                 (QList<QByteArray>{"c/model.safetensors.index.json", "latest", "z/latest"}));
        QVERIFY(filesNamed(files({""}), kMarks).isEmpty());
    }

    void onlyMarksThatSpeakOfWhatIsReplacedGo_data()
    {
        QTest::addColumn<QByteArrayList>("replaced");
        QTest::addColumn<QByteArrayList>("wanted");
        QTest::newRow("nothing") << QByteArrayList{} << QByteArrayList{};
        QTest::newRow("beside it and above") << QByteArrayList{"c-10/model.pt"} << QByteArrayList{"latest", "c-10/latest"};
        QTest::newRow("deep below") << QByteArrayList{"c-10/step/d/ab"} << QByteArrayList{"latest", "c-10/latest"};
        QTest::newRow("at the top alone") << QByteArrayList{"readme"} << QByteArrayList{"latest"};
        QTest::newRow("a name that begins the same") << QByteArrayList{"c-100/model.pt"} << QByteArrayList{"latest"};
        QTest::newRow("two") << QByteArrayList{"c-20/a", "c-10/b"} << QByteArrayList{"latest", "c-10/latest", "c-20/latest"};
    }
    void onlyMarksThatSpeakOfWhatIsReplacedGo()
    {
        QFETCH(QByteArrayList, replaced);
        QFETCH(QByteArrayList, wanted);
        const FileTree there = tree({"latest", "c-10/latest", "c-20/latest", "c-10/model.pt", "other/latest"});
        QCOMPARE(marksBeside({"c-10/latest", "c-20/latest", "c-30/latest", "latest"}, replaced, there), QList<QByteArray>(wanted));
    }

    void differencesAreToldBySizeTimeAndDoubt()
    {
        QList<TreeEntry> own = files({"same", "later", "longer", "new"});
        own[1].modified = 101;
        own[2].size = 6;
        const FileTree there = tree({"same", "later", "longer", "other"});
        const Differences trusting = differencesOf(own, there, true), doubting = differencesOf(own, there, false);
        QCOMPARE(trusting.unchanged, 1);
        QCOMPARE(trusting.doubtful.size(), 1);
        QCOMPARE(trusting.changed.size(), 2);
        QCOMPARE(doubting.unchanged, 0);
        QCOMPARE(doubting.doubtful.size(), 2);
        QCOMPARE(filesThere(own, there), (QList<QByteArray>{"same", "later", "longer"}));
    }
};

QTEST_APPLESS_MAIN(TestReplacement)
#include "tst_replacement.moc"
