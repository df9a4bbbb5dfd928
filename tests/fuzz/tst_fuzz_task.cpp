// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/taskcompletion.h"
#include "core/model/taskimport.h"
#include "core/model/tasktext.h"
#include "tests/fuzz/mutate.h"

#include <QTest>

using namespace trainyard;

class FuzzTask : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void damagedTaskFilesAreReadOrRefused()
    {
        const QByteArray good =
            "name: 训练\nresources:\n  accelerators: {H100: 8}\n  image_id: docker:a/b:c\n  cpus: 4+\n  shm: 1GB\n"
            "  ports: [80, '0.0.0.0:8080:80']\nmounts: {/m: {source: /a, read_only: yes}, /n: ~/b}\nnetwork: bridge\nuser: host\nworkdir: .\n"
            "envs: &e\n  A: 1\n  B: \"x\\ty\"\nsecrets:\n  T:\nfile_mounts:\n  /d: ./d\nsetup: |\n  a\n  b\n"
            "run: >-\n  echo 'x'\n  y\ncheckpoints:\n  dir: /c\n  pattern: '*.pt'\n  resume: --r {path}\nlimits: {hours: 2}\n"
            "engine: docker\nlauncher: none\n";
        const QByteArrayList words{"&a ",   "*a",          "*e",   "!!str ", "[",   "]", "{",  "}",    ": ",
                                   "- ",    "? ",          "|",    ">",      "\"",  "'", "\n", "\n  ", "---\n",
                                   "...\n", "%YAML 1.2\n", "<<: ", "~",      "\\0", "#", "\t", "\r\n", "\xef\xbb\xbf"};
        QVERIFY(parseTask(good).errors.isEmpty());
        QRandomGenerator random(1);
        QElapsedTimer timer;
        timer.start();
        int accepted = 0, refused = 0;
        while (timer.elapsed() < fuzzMilliseconds()) {
            const QByteArray bytes = mutated(good, random, words);
            const QString text = QString::fromUtf8(bytes);
            const TaskCursor cursor = taskCursorAt(text, random.bounded(int(text.size()) + 1));
            QVERIFY2(cursor.start >= 0 && cursor.start <= cursor.end && cursor.end <= text.size(), bytes.constData());
            QVERIFY(taskOffer(text, cursor, {}).candidates.size() <= 40);
            const TaskCheck check = parseTask(bytes);
            for (const auto &issues : {check.errors, check.warnings}) {
                for (const TaskIssue &issue : issues) {
                    QVERIFY2(issue.line >= 0 && issue.line <= bytes.count('\n') + bytes.count('\r') + 1, bytes.constData());
                    QVERIFY2(issue.column >= 0 && issue.column <= bytes.size() + 1, bytes.constData());
                    QVERIFY(!issue.what.isEmpty());
                }
            }
            (check.errors.isEmpty() ? accepted : refused) += 1;
            if (!check.errors.isEmpty())
                continue;
            // An accepted task can be written and means the same.
            Task task = check.task;
            for (auto &secret : task.secrets)
                secret.reset();
            const TaskCheck again = parseTask(writeTask(task));
            QVERIFY2(again.errors.isEmpty() && again.task == task, bytes.constData());
            // And it can be changed.
            Task changed = check.task;
            changed.name += u'n';
            changed.envs.insert(QStringLiteral("A"), QStringLiteral("other"));
            changed.secrets.remove(QStringLiteral("A"));
            changed.envsToTake.removeAll(QStringLiteral("A"));
            const auto edited = editedTask(bytes, changed);
            QVERIFY2(edited && parseTask(*edited).task == changed, bytes.constData());
        }
        QVERIFY(accepted > 0 && refused > 0);
    }

    void damagedTextForOtherToolsBecomesATaskOrIsRefused()
    {
        const QByteArrayList good{
            "sudo docker run --rm \\\n --gpus '\"device=0\"' -e A=$B -eC=d -v $(pwd):/w -w /w \\\n img:1 bash -lc \"a && b\"\n",
            "#!/bin/bash\n#SBATCH -J a --gres=gpu:a100:4\n#SBATCH --time=1-2:03\nmodule load x\nexport K_TOKEN='v'\nsrun -n 1 \\\n python $SLURM_X\n",
            "type: task\nname: a\nenv:\n  - A=1\nresources:\n  gpu: {name: [A, B], count: 1..2}\nfiles:\n  - a:/b\ncommands:\n  - x\nmax_duration: 2h\n"};
        const QByteArrayList words{"'",  "\"",  "\\", "\\\n", "$(", "${", "`", ")",   "}",  "#SBATCH ",
                                   "--", "-e ", "=",  "\n",   ": ", "- ", "[", "&a ", "*a", "\r\n"};
        QRandomGenerator random(2);
        QElapsedTimer timer;
        timer.start();
        int accepted = 0, refused = 0;
        while (timer.elapsed() < fuzzMilliseconds()) {
            const QByteArray bytes = mutated(good[random.bounded(int(good.size()))], random, words);
            const auto imported = importedTask(bytes);
            (imported ? accepted : refused) += 1;
            if (!imported) {
                QVERIFY(imported.error().code == ErrorCode::InvalidInput && !imported.error().what.isEmpty());
                continue;
            }
            for (const ImportNote &note : imported->notes)
                QVERIFY2(note.line >= 0 && note.line <= bytes.count('\n') + bytes.count('\r') + 1, bytes.constData());
            // At most the command is missing, or a value is one that a task refuses; it is always YAML.
            for (const TaskIssue &issue : parseTask(imported->yaml).errors)
                QVERIFY2(!issue.what.contains(QLatin1String("not valid YAML")), imported->yaml.constData());
        }
        QVERIFY(accepted > 0 && refused > 0);
    }
};

QTEST_APPLESS_MAIN(FuzzTask)
#include "tst_fuzz_task.moc"
