// SPDX-License-Identifier: GPL-3.0-or-later
// Task files as people write them, in the form: each field shows what the file says, and an edit leaves the rest of the file.
#include "core/model/tasktext.h"
#include "tests/support/fieldtasks.h"
#include "ui/common/fieldrow.h"
#include "ui/launch/launchpage.h"
#include "ui/launch/taskform.h"

#include <QComboBox>
#include <QHash>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTest>

#include <optional>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

// What a field of this objectName shows: the text of an edit, the index of a combo box.
std::optional<QString> shownIn(const QWidget &form, const QString &objectName)
{
    if (const auto *const line = form.findChild<QLineEdit *>(objectName))
        return line->text();
    if (const auto *const script = form.findChild<QPlainTextEdit *>(objectName))
        return script->toPlainText();
    if (const auto *const choice = form.findChild<QComboBox *>(objectName))
        return choice->isEditable() ? choice->currentText() : QString::number(choice->currentIndex());
    if (const auto *const label = form.findChild<QLabel *>(objectName))
        return label->text();
    return std::nullopt;
}

// The value beside a name in lines of two fields.
std::optional<QString> valueBeside(const QWidget &form, const QString &lines, const QString &name)
{
    for (int i = 0;; ++i) {
        const auto *const edit = form.findChild<QLineEdit *>(lines + s("Name%1").arg(i));
        if (!edit)
            return std::nullopt;
        if (edit->text() == name)
            return shownIn(form, lines + s("Value%1").arg(i)).value_or(QString());
    }
}

QStringList namesIn(const QWidget &form, const QString &lines)
{
    QStringList names;
    while (const auto *const edit = form.findChild<QLineEdit *>(lines + s("Name%1").arg(names.size())))
        names << edit->text();
    return names;
}

// What has no field of its own stands in the summary of its section.
bool isSaid(const QWidget &form, const QString &text)
{
    const auto labels = form.findChildren<QLabel *>();
    return std::any_of(labels.begin(), labels.end(), [&text](const QLabel *label) { return label->text().contains(text); });
}

struct Field {
    const char *key, *objectName;
    QStringList words = {};  // of a combo box, in its order
};

const QList<Field> &plainFields()
{
    static const QList<Field> kFields{
        {"name", "taskName"},
        {"project", "taskProject"},
        {"resources.image_id", "taskImage"},
        {"resources.shm", "taskShm"},
        {"resources.ports", "taskPorts"},
        {"engine", "taskEngine", {s("auto"), s("docker"), s("podman"), s("process")}},
        {"launcher", "taskLauncher", {s("none"), s("torchrun"), s("accelerate"), s("deepspeed")}},
        {"user", "taskUser", {s("root"), s("host")}},
        {"network", "taskNetwork", {s(""), s("host"), s("bridge"), s("none")}},
        {"workdir", "taskWorkdir"},
        {"checkpoints.dir", "taskCheckpointDir"},
        {"checkpoints.pattern", "taskPattern"},
        {"checkpoints.resume", "taskResume"},
        {"checkpoints.keep", "taskKeepLast"},
        {"checkpoints.keep.best", "taskKeepBest"},
        {"checkpoints.keep.by", "taskKeepBy"},
        {"checkpoints.keep.every", "taskKeepEvery"},
        {"checkpoints.keep.better", "taskKeepBetter", {s("lower"), s("higher")}},
        {"limits.hours", "taskHours"},
        {"limits.grace", "taskGrace"},
        {"limits.shutdown", "taskShutdown"},
        {"setup", "taskSetup"},
        {"run", "taskCommand"},
    };
    return kFields;
}

}  // namespace

class TestFieldForm : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fieldsShowWhatTheFileSays_data();
    void fieldsShowWhatTheFileSays();
    void anEditInTheFormKeepsTheRestOfTheFile_data() { fieldsShowWhatTheFileSays_data(); }
    void anEditInTheFormKeepsTheRestOfTheFile();
    void longValuesShowHowTheyBegin();
    void thePageCountsTheLinesThatOnlyTheFileHas();
};

void TestFieldForm::fieldsShowWhatTheFileSays_data()
{
    QTest::addColumn<int>("index");
    const QList<FieldTask> all = fieldTasks();
    for (int i = 0; i < all.size(); ++i) {
        if (all[i].refusedLine == 0)
            QTest::newRow(qPrintable(all[i].name)) << i;
    }
}

void TestFieldForm::fieldsShowWhatTheFileSays()
{
    QFETCH(int, index);
    const FieldTask file = fieldTasks().at(index);
    TaskForm form;
    form.setTask(parseTask(fieldYaml(file)).task);
    for (const Field &field : plainFields()) {
        const auto shown = shownIn(form, s(field.objectName));
        QVERIFY2(shown, field.objectName);
        QString said = file.value(s(field.key));
        if (said.endsWith(u'\n'))  // the end of the last line
            said.chop(1);
        const QString expected = field.words.isEmpty() ? said : QString::number(std::max<qsizetype>(0, field.words.indexOf(said)));
        QVERIFY2(*shown == expected, qPrintable(s("%1: '%2' instead of '%3'").arg(s(field.key), *shown, expected)));
    }
    const QString gpus = file.value(s("resources.accelerators"));
    QCOMPARE(*shownIn(form, s("taskGpuModel")), gpus.section(u':', 0, 0));
    QCOMPARE(*shownIn(form, s("taskGpuCount")), gpus.section(u':', 1));
    const QString chosen = shownIn(form, s("taskGpusNote")).value_or(QString());
    QVERIFY2(chosen.contains(file.value(s("gpus"))), qPrintable(chosen));
    static const QHash<QString, QString> kLines{
        {s("file_mounts"), s("taskMount")}, {s("mounts"), s("taskFolder")}, {s("envs"), s("taskEnv")}};
    for (const auto &[key, value] : file.keys) {
        const QString section = key.section(u'.', 0, 0), name = key.section(u'.', 1);
        if (key == s("resources.any_of"))
            QVERIFY2(namesIn(form, s("taskGpuOthers")).join(s(", ")).contains(value.section(u':', 0, 0)), qPrintable(value));
        if (section == s("secrets") && value.startsWith(s("keyring: ")))
            QCOMPARE(valueBeside(form, s("taskKeyring"), name).value_or(s("missing")), value.mid(9));
        else if (section == s("secrets"))
            QVERIFY2(shownIn(form, s("taskSecrets")).value_or(QString()).split(s(", ")).contains(name), qPrintable(name));
        else if (section == s("envs") && value == s("…"))
            QVERIFY2(shownIn(form, s("taskTaken")).value_or(QString()).split(s(", ")).contains(name), qPrintable(name));
        else if (section == s("volumes") || value.contains(s(" (MOUNT")))
            QVERIFY2(isSaid(form, value.section(s(" ("), 0, 0)), qPrintable(value));
        else if (kLines.contains(section))
            QCOMPARE(valueBeside(form, kLines.value(section), name).value_or(s("missing")), QString(value).remove(s(" (read-only)")));
    }
}

void TestFieldForm::anEditInTheFormKeepsTheRestOfTheFile()
{
    QFETCH(int, index);
    const QByteArray yaml = fieldYaml(fieldTasks().at(index));
    TaskForm form;
    form.setTask(parseTask(yaml).task);
    QCOMPARE(*editedTask(yaml, form.task()), yaml);
    auto *const hours = form.findChild<QLineEdit *>(s("taskHours"));
    hours->selectAll();
    QTest::keyClicks(hours, s("9"));
    const auto edited = editedTask(yaml, form.task());
    QVERIFY(edited);
    QCOMPARE(parseTask(*edited).task.limits.hours.value_or(0), 9.0);
    // Every line that is no line of the limits is there, in its order.
    QByteArrayList left = edited->split('\n');
    for (const QByteArray &line : yaml.split('\n')) {
        const qsizetype at = left.indexOf(line);
        QVERIFY2(at >= 0 || line.contains("hours"), line.constData());
        left = left.mid(at + 1);
    }
    // Typed back, the task is the same again.
    TaskForm again;
    again.setTask(parseTask(*edited).task);
    Task task = again.task();
    task.limits.hours = parseTask(yaml).task.limits.hours;
    QVERIFY(task == parseTask(yaml).task);
}

// A field scrolls to its cursor.
void TestFieldForm::longValuesShowHowTheyBegin()
{
    const QString folder = s("~/") + QString(200, u'f');
    Task task;
    task.workdir = folder;
    task.image = s("registry.example.org/") + QString(200, u'i');
    task.fileMounts = {{s("/data"), folder}};
    TaskForm form;
    form.resize(3000, 800);
    form.setTask(task);  // while there is room for all of it
    form.resize(700, 800);
    for (const char *const name : {"taskWorkdir", "taskImage", "taskMountValue0"}) {
        const auto *const edit = form.findChild<QLineEdit *>(s(name));
        QVERIFY2(edit && edit->text().size() > 200 && edit->cursorPosition() == 0, name);
    }
}

void TestFieldForm::thePageCountsTheLinesThatOnlyTheFileHas()
{
    LaunchPage page;
    const auto *const lines = page.findChild<QLabel *>(s("launchFileLines"));
    QVERIFY(lines && lines->isHidden());
    page.setTask("# mine\nname: a\nresources:\n  cloud: aws\nrun: x\n", {});
    QVERIFY(!lines->isHidden());
    QVERIFY2(lines->text().startsWith(s("2 ")), qPrintable(lines->text()));
    auto *const name = page.findChild<QLineEdit *>(s("taskName"));
    QTest::keyClick(name, Qt::Key_End);
    QTest::keyClicks(name, s("b"));
    QVERIFY(page.taskText().startsWith("# mine\nname: ab\n") && !lines->isHidden());
    page.setTask("name: a\nrun: x\n", {});
    QVERIFY(lines->isHidden());
    if (const QString folder = qEnvironmentVariable("TRAINYARD_PICTURES"); !folder.isEmpty()) {
        page.resize(1280, 860);
        page.setTask(fieldFile(s("comments-everywhere.yaml")), {});
        QVERIFY(page.grab().save(folder + s("/lines-only-in-the-file.png")));
    }
}

QTEST_MAIN(TestFieldForm)
#include "tst_fieldform.moc"
