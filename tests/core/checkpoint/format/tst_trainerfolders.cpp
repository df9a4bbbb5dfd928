// SPDX-License-Identifier: GPL-3.0-or-later
// Folders as trainers write them: the table in tests/data/checkpoints/trainers.txt.
#include "core/checkpoint/format/checkpoint.h"
#include "tests/support/functionsource.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>
#include <QtEndian>

using namespace trainyard;

namespace {

constexpr qint64 kNow = 1'800'000'000;
const QString kData = QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/");

QByteArray contents(const QString &name)
{
    QFile file(kData + QStringLiteral("formats/") + name);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no %s", qPrintable(name));
    return file.readAll();
}

struct Expected {
    QString name, verdict, step, words;
};

struct Directory {
    QString title, good;
    QMap<QString, QByteArray> files;
    QList<Expected> expected;
    qint64 age = 3600;
};

QByteArray made(const QString &recipe)
{
    if (recipe.startsWith(QLatin1String("text:")))
        return recipe.mid(5).toUtf8();
    if (recipe == QLatin1String("empty"))
        return {};
    if (recipe == QLatin1String("zeros") || recipe == QLatin1String("bytes"))
        return QByteArray(100, recipe == QLatin1String("zeros") ? '\0' : 'b');
    const QByteArray whole = contents(recipe.section(u':', 0, 0));
    const QString change = recipe.section(u':', 1);
    if (change == QLatin1String("half"))
        return whole.left(whole.size() / 2);
    return change.startsWith(u'-') ? whole.chopped(change.mid(1).toInt()) : whole;
}

QList<Directory> table()
{
    QFile file(kData + QStringLiteral("trainers.txt"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no table");
    QList<Directory> directories;
    for (const QByteArray &raw : file.readAll().split('\n')) {
        const QString line = QString::fromUtf8(raw).trimmed();
        if (line.isEmpty() || line.startsWith(u'#'))
            continue;
        const QStringList words = line.simplified().split(u' ');
        if (words[0] == QLatin1String("=")) {
            directories << Directory();
            directories.last().title = line.mid(2);
        } else if (words[0] == QLatin1String(">")) {
            directories.last().expected << Expected{words[1], words[2], words[3], words.mid(4).join(u' ')};
        } else if (words[0] == QLatin1String("!")) {
            directories.last().good = words[1];
        } else if (line == QLatin1String("young")) {
            directories.last().age = 5;
        } else {
            directories.last().files.insert(words[0], made(line.mid(words[0].size()).trimmed()));
        }
    }
    return directories;
}

QList<CheckpointFile> listing(const Directory &directory)
{
    QList<CheckpointFile> files;
    for (auto file = directory.files.begin(); file != directory.files.end(); ++file)
        files << CheckpointFile{file.key(), file->size(), kNow - directory.age};
    return files;
}

FunctionSource sourceOf(const Directory &directory)
{
    return FunctionSource([&directory](const QString &name, qint64 offset, qint64 length) -> Result<QByteArray> {
        if (!directory.files.contains(name) || offset < 0 || length < 0)
            return Error{ErrorCode::NotFound, QStringLiteral("no such file"), name};
        return directory.files[name].mid(offset, length);
    });
}

}  // namespace

class TestTrainerFolders : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aDirectoryIsJudged_data()
    {
        QTest::addColumn<int>("index");
        const QList<Directory> directories = table();
        QVERIFY(directories.size() > 50);
        for (int i = 0; i < directories.size(); ++i)
            QTest::newRow(qPrintable(directories[i].title)) << i;
    }
    void aDirectoryIsJudged()
    {
        QFETCH(int, index);
        const Directory directory = table()[index];
        FunctionSource source = sourceOf(directory);
        const auto found = findCheckpoints(listing(directory), {}, kNow, source);
        QStringList names;
        for (const Checkpoint &checkpoint : found)
            names << checkpoint.name;
        for (const Expected &expected : directory.expected) {
            const auto one = std::find_if(found.begin(), found.end(), [&](const Checkpoint &c) { return c.name == expected.name; });
            QVERIFY2(one != found.end(), qPrintable(expected.name + QStringLiteral(" of ") + names.join(u' ')));
            const QString said = one->reason + u' ' + one->missing.join(u' ');
            QVERIFY2(verdictName(one->verdict) == expected.verdict,
                     qPrintable(expected.name + u' ' + verdictName(one->verdict) + u' ' + said));
            QCOMPARE(one->step ? QString::number(*one->step) : QStringLiteral("-"), expected.step);
            QVERIFY2(said.contains(expected.words), qPrintable(said));
            QVERIFY(!one->reason.isEmpty() && one->isLookedInto);
        }
        const auto best = latestGood(found);
        if (!directory.good.isEmpty())
            QCOMPARE(best ? best->name : QStringLiteral("none"), directory.good);
        QVERIFY(source.rounds <= 3);
    }

    // A checkpoint truncated at any point is never called complete, whichever of its files it is.
    void nothingCutOffIsComplete()
    {
        for (const Directory &whole : table()) {
            const bool isGood = whole.expected.size() == 1 && whole.expected[0].verdict == QLatin1String("complete");
            if (!isGood)
                continue;
            for (auto file = whole.files.begin(); file != whole.files.end(); ++file) {
                // Nothing tells how long these are.
                static const QStringList kFree{QStringLiteral(".distcp"),       QStringLiteral(".pkl"),      QStringLiteral(".py"),
                                               QStringLiteral("config.json"),   QStringLiteral("latest"),    QStringLiteral(".txt"),
                                               QStringLiteral("metadata.json"), QStringLiteral("checkpoint")};
                if (file->size() < 3
                    || std::any_of(kFree.begin(), kFree.end(), [&](const QString &end) { return file.key().endsWith(end); }))
                    continue;
                if (whole.expected[0].name == QLatin1String("100"))
                    continue;
                for (int part = 0; part < 8; ++part) {
                    Directory cut = whole;
                    cut.files[file.key()] = file->left(part == 7 ? file->size() - 2 : file->size() * part / 7);
                    FunctionSource source = sourceOf(cut);
                    const auto found = findCheckpoints(listing(cut), {}, kNow, source);
                    QCOMPARE(found.size(), 1);
                    QVERIFY2(found[0].verdict != Verdict::Complete,
                             qPrintable(whole.title + u' ' + file.key() + QStringLiteral(" cut to %1").arg(cut.files[file.key()].size())));
                }
            }
        }
    }

    void epochAndLossComeFromTheTrainersState()
    {
        for (const char *name : {"trainer_state.json", "long_trainer_state.json"}) {
            Directory directory;
            directory.files = {{QStringLiteral("checkpoint-500/model.safetensors"), contents(QStringLiteral("shard1.safetensors"))},
                               {QStringLiteral("checkpoint-500/trainer_state.json"), contents(QLatin1String(name))}};
            FunctionSource source = sourceOf(directory);
            const Checkpoint one = findCheckpoints(listing(directory), {}, kNow, source).value(0);
            QVERIFY(one.step == 500 && one.epoch == 1.0 && one.loss == 2.0);
            QVERIFY(one.tensorCount == 2 && one.parameterCount == 8);
        }
    }

    void threeThousandStepsAreJudgedInThreeRounds()
    {
        Directory directory;
        for (int step = 1; step <= 3000; ++step) {
            const QString folder = QStringLiteral("checkpoint-%1/").arg(step);
            directory.files.insert(folder + QStringLiteral("model.safetensors"), contents(QStringLiteral("shard1.safetensors")));
            directory.files.insert(folder + QStringLiteral("optimizer.pt"), contents(QStringLiteral("plain.pt")));
            directory.files.insert(folder + QStringLiteral("trainer_state.json"),
                                   "{\"global_step\": " + QByteArray::number(step) + ", \"log_history\": []}");
        }
        directory.files[QStringLiteral("checkpoint-3000/optimizer.pt")].chop(1);
        directory.files.remove(QStringLiteral("checkpoint-2999/trainer_state.json"));
        FunctionSource source = sourceOf(directory);
        const auto files = listing(directory);
        QElapsedTimer timer;
        timer.start();
        const auto found = findCheckpoints(files, {}, kNow, source);
        qInfo("3,000 steps: %lld ms, %d rounds, %lld bytes", timer.elapsed(), source.rounds, source.bytesRead);
        QCOMPARE(found.size(), 3000);
        QVERIFY(source.rounds <= 3);
        QCOMPARE(found[0].name, QStringLiteral("checkpoint-3000"));
        QCOMPARE(found[0].verdict, Verdict::Partial);
        QCOMPARE(found[1].verdict, Verdict::Partial);
        QCOMPARE(latestGood(found)->name, QStringLiteral("checkpoint-2998"));
    }

    void filesThatAreGoneHurtOnlyTheirOwn()
    {
        Directory directory;
        for (int step = 1; step <= 40; ++step)
            directory.files.insert(QStringLiteral("step-%1.safetensors").arg(step), contents(QStringLiteral("shard1.safetensors")));
        const auto files = listing(directory);
        directory.files.remove(QStringLiteral("step-40.safetensors"));
        directory.files.remove(QStringLiteral("step-7.safetensors"));
        FunctionSource source = sourceOf(directory);
        const auto found = findCheckpoints(files, {}, kNow, source);
        QCOMPARE(found.size(), 40);
        for (const Checkpoint &checkpoint : found) {
            const bool isGone = checkpoint.step == 40 || checkpoint.step == 7;
            QCOMPARE(checkpoint.verdict, isGone ? Verdict::Unknown : Verdict::Complete);
        }
    }

    void tooMuchToReadIsSaidAndNotGuessed()
    {
        // Headers of 30 MB each: two fit into the read limit of one inspection.
        const QByteArray header = "{\"__metadata__\":{\"a\":\"" + QByteArray(30'000'000, 'x') + "\"}}";
        QByteArray file(8, '\0');
        qToLittleEndian(quint64(header.size()), file.data());
        file += header;
        Directory directory;
        for (int step = 1; step <= 4; ++step)
            directory.files.insert(QStringLiteral("step-%1.safetensors").arg(step), file);
        FunctionSource source = sourceOf(directory);
        const auto found = findCheckpoints(listing(directory), {}, kNow, source);
        QVERIFY(found[0].verdict == Verdict::Complete && found[1].verdict == Verdict::Complete);
        QVERIFY(found[2].verdict == Verdict::Unknown && !found[2].isLookedInto && !found[3].isLookedInto);
        QVERIFY(source.bytesRead <= 64 * 1024 * 1024);
    }
};

QTEST_APPLESS_MAIN(TestTrainerFolders)
#include "tst_trainerfolders.moc"
