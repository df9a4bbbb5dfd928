// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/task.h"
#include "core/model/tasksecrets.h"
#include "core/storage/database/taskdrafts.h"
#include "core/storage/database/tasktemplates.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void put(const QString &path, const QByteArray &bytes)
{
    QDir().mkpath(QFileInfo(path).absolutePath());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

}  // namespace

class TestTaskDrafts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home.emplace(); }
    void noValueOfASecretIsWritten_data();
    void noValueOfASecretIsWritten();
    void whatIsNoSecretKeepsItsBytes_data();
    void whatIsNoSecretKeepsItsBytes();
    void aDraftComesBackAsItWas();
    void theNewestDraftIsFirst();
    void aDamagedDraftIsNamedAndStays();
    void draftsAreForTheirOwnerOnly();
    void aDraftIsNamedAfterItsTask();
    void templatesAreTaskFilesByName();
    void namesThatAreNoFileNamesAreRefused_data();
    void namesThatAreNoFileNamesAreRefused();

private:
    Paths paths() const { return {m_home->path() + s("/data"), m_home->path() + s("/config")}; }

    std::optional<QTemporaryDir> m_home;
};

void TestTaskDrafts::noValueOfASecretIsWritten_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("kept");
    QTest::newRow("a value of secrets, with its comment")
        << QByteArray("secrets:\n  HF_TOKEN: s3cr3t-value  # mine\n# the run\nrun: train\n")
        << QByteArray("secrets:\n  HF_TOKEN: null  # mine\n# the run\nrun: train\n");
    QTest::newRow("the same value again in the command")
        << QByteArray("secrets:\n  PW: s3cr3t-value\nrun: login s3cr3t-value\n") << QByteArray();
    QTest::newRow("a plain word as the value of a variable with such a name")
        << QByteArray("envs: {IMAGE_KEY: images, PW_KEY: 4s3cr3t4}\nrun: train --data /data/images\n")
        << QByteArray("envs: {IMAGE_KEY: null, PW_KEY: null}\nrun: train --data /data/images\n");
    QTest::newRow("a variable whose name suggests it")
        << QByteArray("envs:\n  LR: \"1\"\n  WANDB_API_KEY: s3cr3t-value\nrun: train\n") << QByteArray();
    QTest::newRow("a form that is known") << QByteArray("envs:\n  X: hf_s3cr3t0s3cr3t0s3cr3t0s3cr3t0s3cr3t0\nrun: train\n") << QByteArray();
    QTest::newRow("an assignment in the command")
        << QByteArray("run: WANDB_API_KEY=s3cr3t-value python train.py\n") << QByteArray("run: WANDB_API_KEY=… python train.py\n");
    QTest::newRow("half a text") << QByteArray(
        "run: train\nresources: {\nsecrets:\n  HF_TOKEN: s3cr3t-value\n  B:\n    s3cr3t-too\nname: x\n")
                                 << QByteArray("run: train\nresources: {\nsecrets:\n  HF_TOKEN:\n  B:\nname: x\n");
    QTest::newRow("half a text, secrets in braces")
        << QByteArray("nam e\nsecrets: {A: s3cr3t-value,\n  B: s3cr3t-too}\nrun: train\n") << QByteArray("nam e\nsecrets:\nrun: train\n");
    QTest::newRow("half a text, a script below")
        << QByteArray("secrets:\n  KEY: |\n    s3cr3t-value\n\n    s3cr3t-too\nfoo bar\n") << QByteArray("secrets:\n  KEY:\n\nfoo bar\n");
    QTest::newRow("half a text, variables in braces")
        << QByteArray("foo bar\nenvs: {MY_TOKEN: s3cr3t-value, LR: 3}\n") << QByteArray("foo bar\nenvs: {MY_TOKEN: , LR: 3}\n");
    QTest::newRow("half a text, indented with tabs")
        << QByteArray("foo bar\nsecrets:\n\tPW: s3cr3t-value\nrun: x\n") << QByteArray("foo bar\nsecrets:\n\tPW:\nrun: x\n");
    QTest::newRow("half a text in one line") << QByteArray(
        "{\"run\": \"x\", \"envs\": {\"MY_TOKEN\": \"s3cr3t\"}, \"secrets\": {\"PW\": \"s3cr3t-value\"},,}\n")
                                             << QByteArray();
    QTest::newRow("the second task of a pipeline")
        << QByteArray("name: p\n---\nrun: a  # first\n---\nrun: b\nsecrets:\n  PW: s3cr3t-value\n")
        << QByteArray("name: p\n---\nrun: a  # first\n---\nrun: b\nsecrets:\n  PW:\n");
    QTest::newRow("a private key") << QByteArray(
        "foo bar\nrun: |\n  -----BEGIN PRIVATE KEY-----\n  s3cr3t\n  -----END PRIVATE KEY-----\n  x\n")
                                   << QByteArray("foo bar\nrun: |\n  …\n  x\n");
}

void TestTaskDrafts::noValueOfASecretIsWritten()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, kept);
    const QByteArray left = withoutSecretValues(text);
    QVERIFY2(!left.contains("s3cr3t"), left.constData());
    if (!kept.isEmpty())
        QCOMPARE(left, kept);
    const TaskCheck check = parseTask(text);
    if (check.errors.isEmpty())
        QCOMPARE(parseTask(left).task.secrets.keys(), check.task.secrets.keys());
    const auto saved = saveTaskDraft(paths(), {newDraftId(), text});
    QVERIFY(saved.has_value());
    QVERIFY(saved->lacksValues);
    QVERIFY(saveTemplate(paths(), s("one"), text, true).has_value());
    QVERIFY(!contentOf(draftFolder(paths()) + u'/' + saved->id + s(".json")).contains("s3cr3t"));
    QVERIFY(!contentOf(templateFolder(paths()) + s("/one.yaml")).contains("s3cr3t"));
}

void TestTaskDrafts::whatIsNoSecretKeepsItsBytes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("comments and order") << QByteArray("# hi\nrun: |  # x\n  train --eos_token=</s>\n\nenvs: {LR: 3}\n");
    QTest::newRow("names of secrets") << QByteArray("secrets:\n  HF_TOKEN: null\n  B:\nrun: train\n");
    QTest::newRow("a reference") << QByteArray("envs:\n  A: \"1\"\nrun: HF_TOKEN=$A train\n");
    QTest::newRow("a pipeline") << QByteArray("name: p\n---\nrun: a  # first\n---\nenvs: {LR: 3}\nrun: b\n");
    QTest::newRow("half a text") << QByteArray("name: x\nrun:\n  - a: [1\nenvs:\n  LR: 3\n");
    QTest::newRow("nothing") << QByteArray();
}

void TestTaskDrafts::whatIsNoSecretKeepsItsBytes()
{
    QFETCH(QByteArray, text);
    QCOMPARE(withoutSecretValues(text), text);
}

void TestTaskDrafts::aDraftComesBackAsItWas()
{
    TaskDraft draft{newDraftId(), QByteArray("name: 名\nrun: train\n# end")};
    draft.taskDirectory = s("/home/me/a b");
    draft.machineId = MachineId(7);
    draft.runName = s("before");
    draft.runTask = QByteArray("run: train\n");
    draft.isOpen = true;
    QVERIFY(saveTaskDraft(paths(), draft).has_value());
    const TaskDrafts found = loadTaskDrafts(paths());
    QCOMPARE(found.drafts.size(), 1);
    const TaskDraft &back = found.drafts.first();
    QCOMPARE(back.id, draft.id);
    QCOMPARE(back.text, draft.text);
    QCOMPARE(back.taskDirectory, draft.taskDirectory);
    QVERIFY(back.machineId == draft.machineId);
    QCOMPARE(back.runName, draft.runName);
    QCOMPARE(back.runTask, draft.runTask);
    QVERIFY(back.isOpen && !back.lacksValues);
    QVERIFY(std::abs(back.saved.secsTo(QDateTime::currentDateTimeUtc())) < 60);
    QVERIFY(removeTaskDraft(paths(), draft.id).has_value());
    QVERIFY(loadTaskDrafts(paths()).drafts.isEmpty());
    QVERIFY(removeTaskDraft(paths(), draft.id).has_value());
}

void TestTaskDrafts::theNewestDraftIsFirst()
{
    QStringList ids;
    for (int i = 0; i < 3; ++i) {
        ids.prepend(newDraftId());
        QVERIFY(saveTaskDraft(paths(), {ids.first(), "run: " + QByteArray::number(i) + "\n"}).has_value());
        QTest::qWait(3);
    }
    QStringList found;
    for (const TaskDraft &draft : loadTaskDrafts(paths()).drafts)
        found << draft.id;
    QCOMPARE(found, ids);
}

void TestTaskDrafts::aDamagedDraftIsNamedAndStays()
{
    const auto fine = saveTaskDraft(paths(), {newDraftId(), QByteArray("run: a\n")});
    QVERIFY(fine.has_value());
    const QString cut = draftFolder(paths()) + u'/' + newDraftId() + s(".json");
    put(cut, contentOf(draftFolder(paths()) + u'/' + fine->id + s(".json")).left(40));
    const QString foreign = draftFolder(paths()) + s("/notes.json");
    put(foreign, "{\"text\": \"run: x\"}");
    const TaskDrafts found = loadTaskDrafts(paths());
    QCOMPARE(found.drafts.size(), 1);
    QCOMPARE(QSet<QString>(found.unreadable.begin(), found.unreadable.end()), (QSet<QString>{cut, foreign}));
    QVERIFY(QFile::exists(cut) && QFile::exists(foreign));
    QVERIFY(!saveTaskDraft(paths(), {s("../outside"), QByteArray("run: a\n")}).has_value());
    QVERIFY(removeTaskDraft(paths(), s("notes")).has_value());
    QVERIFY(QFile::exists(foreign));
}

void TestTaskDrafts::draftsAreForTheirOwnerOnly()
{
    const auto saved = saveTaskDraft(paths(), {newDraftId(), QByteArray("run: a\n")});
    QVERIFY(saved.has_value());
    const auto forOthers = QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther | QFile::ExeGroup | QFile::ExeOther;
    QVERIFY(!(QFile::permissions(draftFolder(paths()) + u'/' + saved->id + s(".json")) & forOthers));
    QVERIFY(!(QFile::permissions(draftFolder(paths())) & forOthers));
}

void TestTaskDrafts::aDraftIsNamedAfterItsTask()
{
    QCOMPARE(draftName({{}, QByteArray("run: train\nname: 'my run'  # x\n")}), s("my run"));
    QCOMPARE(draftName({{}, QByteArray("run: |\n  python a.py\n  echo\n")}), s("python a.py"));
    QCOMPARE(draftName({{}, QByteArray("name: half\nrun: [\n")}), s("half"));
    QCOMPARE(draftName({{}, QByteArray("foo bar\n")}), QString());
}

void TestTaskDrafts::templatesAreTaskFilesByName()
{
    const QByteArray text("# mine\nrun: train\n");
    QVERIFY(templateNames(paths()).isEmpty());
    QVERIFY(saveTemplate(paths(), s("lab 10"), text, false).has_value());
    QVERIFY(saveTemplate(paths(), s("Lab 9"), text, false).has_value());
    QCOMPARE(templateNames(paths()), QStringList({s("lab 10"), s("Lab 9")}));
    QCOMPARE(contentOf(templateFolder(paths()) + s("/Lab 9.yaml")), text);
    QVERIFY(saveTemplate(paths(), s("Lab 9"), "run: b\n", false).error().code == ErrorCode::AlreadyExists);
    QCOMPARE(*readTemplate(paths(), s("Lab 9")), text);
    QVERIFY(saveTemplate(paths(), s("Lab 9"), "run: b\n", true).has_value());
    QCOMPARE(*readTemplate(paths(), s("Lab 9")), QByteArray("run: b\n"));
    QVERIFY(renameTemplate(paths(), s("Lab 9"), s("lab 10")).error().code == ErrorCode::AlreadyExists);
    QVERIFY(renameTemplate(paths(), s("Lab 9"), s("名")).has_value());
    QCOMPARE(*readTemplate(paths(), s("名")), QByteArray("run: b\n"));
    QVERIFY(removeTemplate(paths(), s("名")).has_value());
    QVERIFY(removeTemplate(paths(), s("名")).error().code == ErrorCode::NotFound);
    QVERIFY(readTemplate(paths(), s("名")).error().code == ErrorCode::NotFound);
    // One that was put there by hand.
    put(templateFolder(paths()) + s("/by hand.yaml"), "run: c\n");
    QCOMPARE(templateNames(paths()), QStringList({s("by hand"), s("lab 10")}));
}

void TestTaskDrafts::namesThatAreNoFileNamesAreRefused_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"", " a", "a ", "../a", "a/b", ".hidden", "a\nb", "a\tb"})
        QTest::newRow(name) << s(name);
    QTest::newRow("long") << QString(61, u'x');
}

void TestTaskDrafts::namesThatAreNoFileNamesAreRefused()
{
    QFETCH(QString, name);
    QCOMPARE(saveTemplate(paths(), name, "run: a\n", true).error().code, ErrorCode::InvalidInput);
    QCOMPARE(readTemplate(paths(), name).error().code, ErrorCode::InvalidInput);
    QCOMPARE(removeTemplate(paths(), name).error().code, ErrorCode::InvalidInput);
    QVERIFY(!QFileInfo::exists(templateFolder(paths())));
}

QTEST_GUILESS_MAIN(TestTaskDrafts)
#include "tst_taskdrafts.moc"
