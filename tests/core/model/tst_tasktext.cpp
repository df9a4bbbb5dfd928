// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/tasktext.h"
#include "tests/core/model/randomtaskfile.h"

#include <QTest>

#include <ctime>
#include <functional>

using namespace trainyard;

using Change = std::function<void(Task &)>;
Q_DECLARE_METATYPE(Change)

class TestTaskText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void onlyWhatDiffersChanges_data();
    void onlyWhatDiffersChanges();
    void anEmptyTextIsWritten();
    void aTextWithErrorsIsRefused();
    void aTaskThatIsNotValidKeepsTheRestOfTheText();
    void valuesOfSecretsAreNeverWritten();
    void anyChangeOfAnyTextIsLossless();
    void hostileTextsGiveAResultOrAnError_data();
    void hostileTextsGiveAResultOrAnError();
};

void TestTaskText::onlyWhatDiffersChanges_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<Change>("change");
    QTest::addColumn<QByteArray>("edited");
    const auto row = [](const char *name, const QByteArray &text, const QByteArray &edited, const Change &change) {
        QTest::newRow(name) << text << change << edited;
    };
    const Change rename = [](Task &task) { task.name = QStringLiteral("new"); };
    const auto env = [](const char *name, const char *value) {
        return [=](Task &task) { task.envs.insert(QLatin1String(name), QLatin1String(value)); };
    };
    const auto run = [](const char *text) { return [=](Task &task) { task.run = QLatin1String(text); }; };
    const auto hours = [](Task &task) { task.limits.hours = 3; };

    row("a repository stays", "workdir: {url: 'https://h/a.git', ref: v1} # c\nrun: x\n",
        "name: new\nworkdir: {url: 'https://h/a.git', ref: v1} # c\nrun: x\n", rename);
    row("a repository becomes a folder", "workdir:\n  url: https://h/a.git\n  ref: v1\nrun: x\n", "workdir: \"./code\"\nrun: x\n",
        [](Task &task) { task.workdir = QStringLiteral("./code"); });
    row("a merge key that is written out leaves its comment", "config: &c {A: '1'}\nenvs:\n  <<: *c # mine\nrun: x\n",
        "config: &c {A: '1'}\nenvs:\n  # mine\n  B: \"2\"\nrun: x\n", [](Task &task) {
            task.envs = {{QStringLiteral("B"), QStringLiteral("2")}};
        });
    row("nothing", "run:   x # c\n", "run:   x # c\n", [](Task &) {});
    row("a comment at the end of the line stays", "name:  old   # mine\n\nrun: x\n", "name:  new   # mine\n\nrun: x\n", rename);
    row("double quotes stay", "name: \"old\"\nrun: x\n", "name: \"new\"\nrun: x\n", rename);
    row("single quotes stay", "name: 'it''s'\nrun: x\n", "name: 'new'\nrun: x\n", rename);
    row("a quoted key stays", "\"name\" : old\n'run': x\n", "\"name\" : new\n'run': x\n", rename);
    row("a text over several lines", "name: an old\n  name # c\nrun: x\n", "name: new # c\nrun: x\n", rename);
    row("a quoted text over several lines", "name: \"an old\n\n  # no comment\"\nrun: x\n", "name: \"new\"\nrun: x\n", rename);
    row("a value below its key", "name:\n  # what it is called\n  old\nrun: x\n", "name: new\n  # what it is called\nrun: x\n", rename);
    row("an empty value", "name:   # none yet\nrun: x\n", "name: new   # none yet\nrun: x\n", rename);
    row("a null", "name: ~ # none yet\nrun: x\n", "name: new # none yet\nrun: x\n", rename);
    row("a tab after the colon", "name:\told\t# c\nrun: x\n", "name:\tnew\t# c\nrun: x\n", rename);
    row("carriage returns", "# c\r\nrun: |\r\n  x\r\n", "# c\r\nname: new\r\nrun: |\r\n  x\r\n", rename);
    row("a byte order mark", "\xef\xbb\xbfname: old\nrun: x\n", "\xef\xbb\xbfname: new\nrun: x\n", rename);
    row("document marks", "%YAML 1.2\n---\n# c\nrun: x\n...\n# end\n", "%YAML 1.2\n---\n# c\nname: new\nrun: x\n...\n# end\n", rename);
    row("no line break at the end", "name: old\nrun: x", "name: new\nrun: x", rename);
    row("a script without a line break at the end", "run: |\n  x", "name: new\nrun: |\n  x", rename);
    row("in brackets", "{run: x, name: old}", "{run: x, name: new}", rename);
    row("a new one in brackets", "{run: x}", "{name: new, run: x}", rename);
    row("an explicit key", "? name\n: old\n# c\nrun: x\n", "name: new\n# c\nrun: x\n", rename);
    row("an indented file", "  # c\n  run: x\n", "  # c\n  name: new\n  run: x\n", rename);
    row("with an anchor", "name: &n old\nrun: x\nconfig: *n\n", "name: &n new\nrun: x\nconfig: *n\n", rename);
    row("a removed key goes alone", "# a\nname: old # b\n# c\n\nrun: x\n", "# a\n# c\n\nrun: x\n", [](Task &task) { task.name.clear(); });

    row("a script keeps its block", "run: |  # the work\n    a\n\n    b\n\n# end\n", "run: |  # the work\n    c\n    d\n\n# end\n",
        run("c\nd\n"));
    row("a script loses its last line break", "run: |\n  a\n", "run: |-\n  b\n", run("b"));
    row("a kept block", "run: |+\n  a\n\n\nname: n\n", "run: |\n  b\nname: n\n", run("b\n"));
    row("a folded block", "run: >-\n  a\n  b\nname: n\n", "run: |-\n  c\nname: n\n", run("c"));
    row("a block with its indentation", "run: |1\n   a\n  b\n", "run: |1\n   c\n  d\n", run("  c\n d\n"));
    row("a new indentation", "run: |\n    a\n", "run: |4\n       c\n    d\n", run("   c\nd\n"));
    row("one line stays one line", "run: python a.py # c\n", "run: python b.py # c\n", run("python b.py"));
    row("one line becomes several", "run: python a.py # c\n  # d\n", "run: |- # c\n  a\n  b\n# d\n", run("a\nb"));
    row("a comment above a text below its key", "run:\n  # c\n  python a.py\n", "run: |-\n  a\n  b\n# c\n", run("a\nb"));

    const QByteArray envs = "run: x\nenvs:\n    # first\n    B: '1' # one\n    # last\n\n    D: 2\n    # end\nname: n\n";
    row("an entry changes", envs, QByteArray(envs).replace("'1'", "'3'"), env("B", "3"));
    row("a plain number stays plain", envs, QByteArray(envs).replace("2\n", "20\n"), env("D", "20"));
    row("what is no text to every reader is quoted", envs, QByteArray(envs).replace("2\n", "\"yes\"\n"), env("D", "yes"));
    row("an entry in order", envs, QByteArray(envs).replace("# one\n", "# one\n    C: \"3\"\n"), env("C", "3"));
    row("an entry above all", envs, QByteArray(envs).replace("    # first\n", "    A: x\n    # first\n"), env("A", "x"));
    row("an entry below all", envs, QByteArray(envs).replace("    D: 2\n", "    D: 2\n    E: x\n"), env("E", "x"));
    row("an entry goes", envs, QByteArray(envs).replace("    B: '1' # one\n", ""),
        [](Task &task) { task.envs.remove(QStringLiteral("B")); });
    row("a section goes", envs, "run: x\nname: n\n", [](Task &task) { task.envs.clear(); });
    row("a section comes", envs, QByteArray(envs).replace("name: n\n", "limits:\n    hours: 3\nname: n\n"), hours);
    row("a section comes into an empty one", "envs: # none\nrun: x\n", "envs: # none\n  A: x\nrun: x\n", env("A", "x"));
    row("a section comes into empty brackets", "envs: {} # none\nrun: x\n", "envs: {A: x} # none\nrun: x\n", env("A", "x"));
    row("variables without a value keep their order", "envs:\n  B:\n  A: 1\nrun: x\n", "envs:\n  C: null\n  B:\n  A: 1\nrun: x\n",
        [](Task &task) { task.envsToTake.prepend(QStringLiteral("C")); });
    row("variables without a value move", "envs:\n  # c\n  B:\n  A:\nrun: x\n", "envs:\n  A:\n  # c\n  B:\nrun: x\n", [](Task &task) {
        task.envsToTake = QStringList{QStringLiteral("A"), QStringLiteral("B")};
    });

    row("an entry in brackets changes", "envs: {A: 1, B: \"2\"} # c\nrun: x\n", "envs: {A: 3, B: \"2\"} # c\nrun: x\n", env("A", "3"));
    row("an entry in brackets comes", "envs: {A: 1, C: 2}\nrun: x\n", "envs: {A: 1, B: \"3\", C: 2}\nrun: x\n", env("B", "3"));
    row("the last in brackets goes", "limits: {hours: 2, grace: 5}\nrun: x\n", "limits: {hours: 2}\nrun: x\n",
        [](Task &task) { task.graceSeconds = 30; });
    row("the first in brackets goes", "limits: {hours: 2, grace: 5}\nrun: x\n", "limits: {grace: 5}\nrun: x\n",
        [](Task &task) { task.limits.hours.reset(); });
    row("all in brackets are others", "envs: {A: 1, B: 2}\nrun: x\n", "envs: {C: x}\nrun: x\n", [](Task &task) {
        task.envs = {{QStringLiteral("C"), QStringLiteral("x")}};
    });
    row("brackets over several lines", "envs: {\n  A: 1, # a\n  # b\n  B: 2\n}\nrun: x\n", "envs: {\n  A: 1, # a\n  # b\n}\nrun: x\n",
        [](Task &task) { task.envs.remove(QStringLiteral("B")); });
    row("all in brackets over several lines are others",
        "limits: {\n  grace: \"31\",\n  # comment\n\n  lease: 10h,\n  idle: {after: 11h, below: 30},\n  hours: 3\n}\n# c\nrun: x\n",
        "limits: {\n  price: 0.75 USD, save: 2h,\n  # comment\n\n}\n# c\nrun: x\n", [](Task &task) {
            task.limits = RunLimits();
            task.graceSeconds = 30;
            task.limits.price = *Money::parse("0.75", Currency::USD);
            task.limits.save = std::chrono::hours(2);
        });
    row("all but the standard in brackets over several lines are others",
        "limits: {\n  grace: \"30\",\n  # comment\n\n  lease: 10h,\n\n  idle: {after: 11h, below: 30},\n  budget: \"0.14 USD\"\n}\nrun: x\n",
        "limits: {\n  grace: \"30\", price: 0.75 USD, save: 2h,\n  # comment\n\n\n}\nrun: x\n", [](Task &task) {
            task.limits = RunLimits();
            task.limits.price = *Money::parse("0.75", Currency::USD);
            task.limits.save = std::chrono::hours(2);
        });
    row("variables without a value are others",
        "envs :\n   V7: \"a\" # end\n   W1:\n   V2: b # end\n   W6:\n   V5 :\n      \"q\"\n# c\nrun: x\n",
        "envs :\n   V7: \"a\" # end\n   W2: null\n   W4: null\n   V2: b # end\n   V5 :\n      \"q\"\n# c\nrun: x\n", [](Task &task) {
            task.envsToTake = QStringList{QStringLiteral("W2"), QStringLiteral("W4")};
        });
    row("a script in brackets", "{run: x}", "{run: \"a\\nb\"}", run("a\nb"));

    row("keys without effect stay", "resources:\n  cloud: aws # c\n  accelerators: H100\nservice: {a: [1]}\nrun: x\n",
        "resources:\n  cloud: aws # c\nservice: {a: [1]}\nrun: x\n", [](Task &task) { task.accelerators.reset(); });
    row("a key comes next to those without effect", "resources:\n  cloud: aws # c\nrun: x\n",
        "resources:\n  cloud: aws # c\n  image_id: docker:a\nrun: x\n", [](Task &task) { task.image = QStringLiteral("a"); });
    const auto other = [](Task &task) { task.accelerators = Accelerators{QStringLiteral("A100"), 2}; };
    row("accelerators as a map", "resources:\n  accelerators: {H100: 8} # c\nrun: x\n", "resources:\n  accelerators: A100:2 # c\nrun: x\n",
        other);
    row("accelerators as a list", "resources:\n  accelerators: [H100:8, L4] # c\nrun: x\n",
        "resources:\n  accelerators: [A100:2, L4:1] # c\nrun: x\n", other);
    row("accelerators in order of preference", "resources:\n  # c\n  ordered:\n    - accelerators: H100\n    - accelerators: L4\nrun: x\n",
        "resources:\n  # c\n  ordered:\n    - {accelerators: A100:2}\n    - {accelerators: L4:1}\nrun: x\n", other);
    row("the short form of a rule", "checkpoints:\n  dir: /c\n  keep: {last: 3} # c\nrun: x\n",
        "checkpoints:\n  dir: /c\n  keep: {last: 4} # c\nrun: x\n", [](Task &task) { task.checkpoints->keep = 4; });
    row("a rule more", "checkpoints:\n  dir: /c\n  keep: 3 # c\nrun: x\n",
        "checkpoints:\n  dir: /c\n  keep: # c\n    last: 3\n    best: 2\nrun: x\n", [](Task &task) { task.checkpoints->keepBest = 2; });
    const auto folder = [](const char *source, bool isReadOnly) {
        return [source, isReadOnly](Task &task) {
            task.mounts[QStringLiteral("/d")] = FolderMount{QString::fromLatin1(source), isReadOnly};
        };
    };
    row("the short form of a mount", "mounts:\n  /d: /a # c\nrun: x\n", "mounts:\n  /d: /b # c\nrun: x\n", folder("/b", false));
    row("a mount becomes read-only", "mounts:\n  /d: /a # c\nrun: x\n", "mounts:\n  /d: {source: /a, read_only: true} # c\nrun: x\n",
        folder("/a", true));
    row("a mount becomes writable", "mounts:\n  /d:\n    # c\n    source: /a\n    read_only: true\nrun: x\n",
        "mounts:\n  /d:\n    # c\n    source: /a\nrun: x\n", folder("/a", false));
    row("what was said to be writable", "mounts: {/d: {read_only: false, source: /a}}\nrun: x\n",
        "mounts: {/d: {read_only: true, source: /a}}\nrun: x\n", folder("/a", true));
    row("one port becomes two", "resources:\n  ports: 8888 # c\nrun: x\n", "resources:\n  ports: [\"8888\", \"6006\"] # c\nrun: x\n",
        [](Task &task) { task.ports << QStringLiteral("6006"); });
    const auto inKeyring = [](const char *name) {
        return [name](Task &task) {
            task.secrets[QStringLiteral("A")] = std::nullopt;
            task.keyringSecrets[QStringLiteral("A")] = QString::fromLatin1(name);
        };
    };
    row("a secret comes from the keyring", "secrets:\n  A: # c\nrun: x\n", "secrets:\n  A: {keyring: a} # c\nrun: x\n", inKeyring("a"));
    row("a secret has another name there", "secrets:\n  A: {keyring: a} # c\nrun: x\n", "secrets:\n  A: {keyring: b} # c\nrun: x\n",
        inKeyring("b"));
    row("a secret comes from the environment", "secrets:\n  A:\n    keyring: a # c\n  # d\nrun: x\n",
        "secrets:\n  A: null\n  # d\nrun: x\n", [](Task &task) { task.keyringSecrets.clear(); });
    row("the short form of a limit", "limits:\n  idle: 45m # c\nrun: x\n", "limits:\n  idle: 1h # c\nrun: x\n",
        [](Task &task) { task.limits.idle->after = std::chrono::hours(1); });
    const auto alert = [](int index, double threshold) { return [=](Task &task) { task.alerts.rules[index].threshold = threshold; }; };
    row("the comment of an alert that changes", "alerts:\n  gpu_temperature: 80  # hot\n  gpu_memory: 90 # full\nrun: x\n",
        "alerts:\n  gpu_temperature: 85  # hot\n  gpu_memory: 90 # full\nrun: x\n", alert(0, 85));
    row("the comment of an alert that changes and moves", "alerts:\n  gpu_temperature: 80  # hot\n  gpu_memory: 90 # full\nrun: x\n",
        "alerts:\n  gpu_memory: 95 # full\n  gpu_temperature: 85  # hot\nrun: x\n", [](Task &task) {
            task.alerts.rules.swapItemsAt(0, 1);
            task.alerts.rules[0].threshold = 95;
            task.alerts.rules[1].threshold = 85;
        });
    row("the comment of an alert that gets a long form", "alerts:\n  gpu_temperature: 80  # hot\nrun: x\n",
        "alerts:\n  gpu_temperature: {at: 80, for: 10m}  # hot\nrun: x\n",
        [](Task &task) { task.alerts.rules[0].after = std::chrono::minutes(10); });
    row("the comments of an alert that is switched off", "alerts:\n  gpu_temperature:  # hot\n    at: 80 # at\n    for: 5m # for\nrun: x\n",
        "alerts:\n  gpu_temperature: off  # hot\n    # at\n    # for\nrun: x\n", [](Task &task) {
            task.alerts.rules[0] = {AlertKind::GpuTemperature, false, std::nullopt, std::nullopt};
        });
    row("the long form of an alert", "alerts:\n  gpu_temperature:\n    # hot\n    at: 80\n    for: 5m\nrun: x\n",
        "alerts:\n  gpu_temperature:\n    # hot\n    at: 85\nrun: x\n", [](Task &task) {
            task.alerts.rules[0].threshold = 85;
            task.alerts.rules[0].after.reset();
        });
    row("a list in a block", "tensorboard:\n- /a\n# second\n- /b\nrun: x\n", "tensorboard: [\"/a\"]\n# second\nrun: x\n",
        [](Task &task) { task.tensorboard.removeLast(); });

    row("an alias for a value", "envs:\n  A: &v 1\n  B: *v # c\nrun: x\n", "envs:\n  A: &v 1\n  B: \"2\" # c\nrun: x\n", env("B", "2"));
    row("a value with an alias", "envs:\n  A: &v 1\n  B: *v # c\nrun: x\n", "envs:\n  A: &v 2\n  B: \"1\" # c\nrun: x\n", env("A", "2"));
    const QByteArray merged = "config: &base\n  A: 1\n  B: 2\nenvs:\n  <<: *base\n  # own\n  C: 3\nrun: x\n";
    row("a merged key changes", merged, QByteArray(merged).replace("  # own", "  B: \"4\"\n  # own"), env("B", "4"));
    row("a merged key goes", merged, "config: &base\n  A: 1\n  B: 2\nenvs:\n  B: \"2\"\n  # own\n  C: 3\nrun: x\n",
        [](Task &task) { task.envs.remove(QStringLiteral("A")); });
    row("an alias for a section", "config: &base {A: 1}\nenvs: *base # c\nrun: x\n",
        "config: &base {A: 1}\nenvs: # c\n  A: \"1\"\n  B: \"2\"\nrun: x\n", env("B", "2"));
}

void TestTaskText::onlyWhatDiffersChanges()
{
    QFETCH(QByteArray, text);
    QFETCH(Change, change);
    QFETCH(QByteArray, edited);
    const TaskCheck check = parseTask(text);
    QVERIFY2(check.errors.isEmpty(), qPrintable(check.errors.isEmpty() ? QString() : check.errors[0].what));
    Task task = check.task;
    change(task);
    const auto result = editedTask(text, task);
    QVERIFY(result);
    QCOMPARE(*result, edited);
    QVERIFY(parseTask(*result).task == task);
}

void TestTaskText::anEmptyTextIsWritten()
{
    Task task;
    task.run = QStringLiteral("x");
    QCOMPARE(*editedTask({}, task), writeTask(task));
    QCOMPARE(*editedTask(" \n", task), writeTask(task));
    QCOMPARE(*editedTask("# mine", task), "# mine\n" + writeTask(task));
}

void TestTaskText::aTextWithErrorsIsRefused()
{
    Task task;
    task.run = QStringLiteral("x");
    for (const char *text : {"run: [", "rum: x\nrun: y\n", "run: x\n---\nrun: y\n", "\xff", "a: b: c\n", "[run]\n", "run: x\n\ta: b\n"}) {
        const auto result = editedTask(text, task);
        QVERIFY2(!result, text);
        QVERIFY(result.error().code == ErrorCode::InvalidInput);
        QVERIFY(!result.error().what.isEmpty() && !result.error().what.contains(u'\n'));
    }
}

void TestTaskText::aTaskThatIsNotValidKeepsTheRestOfTheText()
{
    const QByteArray text = "# c\nname: n # d\nrun: |\n  x\n";
    Task task = parseTask(text).task;
    task.run.clear();
    task.image = QStringLiteral("no image");
    QCOMPARE(*editedTask(text, task), QByteArray("# c\nname: n # d\nresources:\n  image_id: \"docker:no image\"\nrun: \"\"\n"));
}

void TestTaskText::valuesOfSecretsAreNeverWritten()
{
    const QByteArray text = "secrets:\n  A: s3cret # a\n  B: other # b\nrun: x\n";
    Task task = parseTask(text).task;
    task.secrets[QStringLiteral("B")] = QStringLiteral("typed");
    task.secrets[QStringLiteral("C")] = QStringLiteral("typed");
    QCOMPARE(*editedTask(text, task), QByteArray("secrets:\n  A: s3cret # a\n  B: null # b\n  C: null\nrun: x\n"));
}

void TestTaskText::anyChangeOfAnyTextIsLossless()
{
    QRandomGenerator random(20);
    for (int round = 0; round < 2000; ++round) {
        const Task task = randomTask(random);
        const RandomTaskFile file(task, random);
        const TaskCheck check = parseTask(file.text());
        QVERIFY2(check.errors.isEmpty() && check.task == task,
                 (file.text() + "\n" + (check.errors.isEmpty() ? QByteArray("other task") : check.errors[0].what.toUtf8())).constData());
        const Task wanted = randomChange(task, random);
        const auto edited = editedTask(file.text(), wanted);
        QVERIFY(edited);
        const QByteArray story = "round " + QByteArray::number(round) + "\n--- text\n" + file.text() + "\n--- wanted\n" + writeTask(wanted)
                                 + "\n--- edited\n" + *edited;
        const TaskCheck again = parseTask(*edited);
        QVERIFY2(again.errors.isEmpty() && again.task == wanted, story.constData());
        const QByteArray lost = file.lostIn(*edited, wanted);
        QVERIFY2(lost.isEmpty(), ("lost: " + lost + "\n" + story).constData());
        QCOMPARE(*editedTask(*edited, wanted), *edited);
        const auto back = editedTask(*edited, task);
        QVERIFY2(back && parseTask(*back).task == task, story.constData());
    }
}

void TestTaskText::hostileTextsGiveAResultOrAnError_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("invalid UTF-8") << QByteArray("run: x\nname: \xc3\x28\n");
    QTest::newRow("NUL") << QByteArray("run: x\nname: \0\n", 15);
    QTest::newRow("too large") << "run: x\n" + QByteArray(1024 * 1024, '#');
    QTest::newRow("a long comment") << "run: x\n#" + QByteArray(1'000'000, '#');
    QTest::newRow("a long value") << "run: '" + QByteArray(1'000'000, 'a') + "'\n";
    QTest::newRow("blank lines") << "run: x\n" + QByteArray(1'000'000, '\n') + "name: y\n";
    QTest::newRow("comments") << "run: x\n" + QByteArray("# c\n").repeated(250'000) + "name: y\n";
    QTest::newRow("deep") << "run: x\nconfig: " + QByteArray(100, '[') + QByteArray(100, ']') + '\n';
    QTest::newRow("too deep") << "run: x\nconfig: " + QByteArray(100'000, '[') + QByteArray(100'000, ']') + '\n';
    QTest::newRow("a long list") << "run: x\nconfig: [" + QByteArray("a, ").repeated(300'000) + "b]\n";
    QByteArray block = "run: x\nenvs:\n", flow = "run: x\nenvs: {";
    for (int i = 0; i < 20'000; ++i) {
        const QByteArray key = 'K' + QByteArray::number(i);
        block += "  " + key + ": 1 # c\n\n";
        flow += key + ": 1, ";
    }
    QTest::newRow("many keys") << block;
    QTest::newRow("many keys in brackets") << flow + "Z: 1}\n";
    QTest::newRow("many blocks") << [] {
        QByteArray text = "run: x\nenvs:\n";
        for (int i = 0; i < 20'000; ++i)
            text += "  K" + QByteArray::number(i) + ": |+\n    a\n\n\n";
        return text;
    }();
    QByteArray laughs = "run: x\nconfig:\n  a0: &a0 [lol]\n";
    for (int i = 1; i < 30; ++i) {
        const QByteArray own = QByteArray::number(i);
        laughs += "  a" + own + ": &a" + own + " [" + ("*a" + QByteArray::number(i - 1) + ',').repeated(9) + "]\n";
    }
    QTest::newRow("billion laughs") << laughs;
    QTest::newRow("itself") << QByteArray("run: x\nconfig: &a [*a]\n");
}

void TestTaskText::hostileTextsGiveAResultOrAnError()
{
    QFETCH(QByteArray, text);
    const std::clock_t before = std::clock();
    Task task = parseTask(text).task;
    task.name = QStringLiteral("another");
    for (QString &value : task.envs)
        value += u'2';
    task.envs.remove(QStringLiteral("K1"));
    task.envs.insert(QStringLiteral("NEW"), QStringLiteral("1"));
    const auto edited = editedTask(text, task);
    QVERIFY(edited ? parseTask(*edited).task == task : edited.error().code == ErrorCode::InvalidInput);
    // About ten readings of a text, which take up to a second each for the largest with sanitizers; only another order of growth is more.
    const double seconds = double(std::clock() - before) / CLOCKS_PER_SEC;
    QVERIFY2(seconds < 30, qPrintable(QString::number(seconds)));
}

QTEST_APPLESS_MAIN(TestTaskText)
#include "tst_tasktext.moc"
