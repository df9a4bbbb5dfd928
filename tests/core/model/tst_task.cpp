// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/seentext.h"
#include "core/model/task.h"
#include "core/model/taskvariables.h"

#include <QRandomGenerator>
#include <QTest>

#include <ctime>

using namespace trainyard;

namespace {

const char *const kFull = R"(# A task with everything.
name: 训练 GPT
resources:
  accelerators: H100:8
  image_id: docker:nvcr.io/nvidia/pytorch:24.05-py3
num_nodes: 1
workdir: ~/code/gpt
envs:
  EPOCHS: 10
  WANDB_MODE: "offline"
secrets:
  HF_TOKEN:
file_mounts:
  /data: ./data
setup: |
  pip install -r requirements.txt
run: |
  echo "${EPOCHS}"
  python train.py --epochs $EPOCHS
checkpoints:
  dir: /checkpoints
  pattern: step-*.safetensors
  resume: --resume {path}
  signal: USR1
tensorboard: [/logs/, "/data/tb"]
gpus: [0, GPU-5f1c, "1:0"]
project: 视觉 2026
limits:
  hours: 12.5
  grace: 60
  lease: 8h
  budget: 40 USD
  price: 2.49 usd
  idle: {after: 45m, below: 20}
  save: 10m
  spot: off
  shutdown: sudo shutdown -h now
engine: docker
launcher: none
)";

QString listed(const QList<TaskIssue> &issues)
{
    QStringList lines;
    for (const TaskIssue &issue : issues)
        lines << QStringLiteral("%1:%2 %3").arg(issue.line).arg(issue.column).arg(issue.what);
    return lines.join(u'\n');
}

QByteArray withRun(const QByteArray &rest) { return "run: echo hi\n" + rest; }

}  // namespace

class TestTask : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everySectionIsRead()
    {
        const TaskCheck check = parseTask(kFull);
        QCOMPARE(listed(check.errors), QString());
        QCOMPARE(listed(check.warnings), QString());
        const Task &task = check.task;
        QCOMPARE(task.name, QStringLiteral("训练 GPT"));
        QVERIFY((task.accelerators == Accelerators{QStringLiteral("H100"), 8}));
        QCOMPARE(task.image, QStringLiteral("nvcr.io/nvidia/pytorch:24.05-py3"));
        QCOMPARE(task.workdir, QStringLiteral("~/code/gpt"));
        QCOMPARE(task.envs.value(QStringLiteral("EPOCHS")), QStringLiteral("10"));
        QCOMPARE(task.envs.value(QStringLiteral("WANDB_MODE")), QStringLiteral("offline"));
        QVERIFY(task.secrets.contains(QStringLiteral("HF_TOKEN")) && !task.secrets.value(QStringLiteral("HF_TOKEN")));
        QCOMPARE(task.fileMounts.value(QStringLiteral("/data")), QStringLiteral("./data"));
        QCOMPARE(task.setup, QStringLiteral("pip install -r requirements.txt\n"));
        QCOMPARE(task.run, QStringLiteral("echo \"${EPOCHS}\"\npython train.py --epochs $EPOCHS\n"));
        QCOMPARE(task.checkpoints->dir, QStringLiteral("/checkpoints"));
        QCOMPARE(task.checkpoints->pattern, QStringLiteral("step-*.safetensors"));
        QCOMPARE(task.checkpoints->resume, QStringLiteral("--resume {path}"));
        QCOMPARE(task.checkpoints->signal, QStringLiteral("USR1"));
        QCOMPARE(task.project, QStringLiteral("视觉 2026"));
        QCOMPARE(task.tensorboard, (QStringList{QStringLiteral("/logs"), QStringLiteral("/data/tb")}));
        QCOMPARE(task.gpus, (QStringList{QStringLiteral("0"), QStringLiteral("GPU-5f1c"), QStringLiteral("1:0")}));
        QVERIFY(task.limits.hours == 12.5);
        QCOMPARE(task.graceSeconds, 60);
        QVERIFY(task.limits.lease == std::chrono::hours(8));
        QVERIFY((task.limits.budget == Money(40 * Money::kNanosPerUnit, Currency::USD)));
        QVERIFY((task.limits.price == Money(2'490'000'000, Currency::USD)));
        QVERIFY((task.limits.idle == IdleLimit{std::chrono::minutes(45), 20}));
        QVERIFY(task.limits.save == std::chrono::minutes(10));
        QVERIFY(!task.limits.heedsSpotNotice);
        QCOMPARE(task.limits.shutdown, QStringLiteral("sudo shutdown -h now"));
        QCOMPARE(task.engine, EngineKind::Docker);
    }

    void acceleratorsAreReadInEveryForm_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("count");
        QTest::newRow("model") << QByteArray("H100") << 1;
        QTest::newRow("model and count") << QByteArray("H100:8") << 8;
        QTest::newRow("map") << QByteArray("{H100: 8}") << 8;
        QTest::newRow("map without blank") << QByteArray("{H100:8}") << 8;
        QTest::newRow("block map") << QByteArray("\n    H100: 8") << 8;
        QTest::newRow("two kinds") << QByteArray("{H100: 8, A100: 8}") << 8;
        QTest::newRow("list") << QByteArray("[H100:8, A100:8]") << 8;
        QTest::newRow("list of one") << QByteArray("['H100:8']") << 8;
        QTest::newRow("empty list") << QByteArray("[]") << 0;
        QTest::newRow("list with a map in it") << QByteArray("[{H100: 8}]") << 0;
        QTest::newRow("none") << QByteArray("H100:0") << 0;
        QTest::newRow("half is a whole one") << QByteArray("H100:0.5") << 1;
        QTest::newRow("a fraction above one") << QByteArray("H100:1.5") << 0;
        QTest::newRow("a whole number with a point") << QByteArray("{H100: 8.0}") << 8;
        QTest::newRow("many") << QByteArray("H100:99999999999") << 0;
        QTest::newRow("shell text") << QByteArray("\"$(rm -rf)\"") << 0;
        QTest::newRow("nested") << QByteArray("{H100: [8]}") << 0;
    }
    void acceleratorsAreReadInEveryForm()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, count);
        const TaskCheck check = parseTask(withRun("resources:\n  accelerators: " + text + "\n"));
        if (count == 0) {
            QCOMPARE(check.errors.size(), 1);
            QVERIFY(check.errors[0].line >= 3);
            return;
        }
        QCOMPARE(listed(check.errors), QString());
        QVERIFY((check.task.accelerators == Accelerators{QStringLiteral("H100"), count}));
    }

    void mistakesAreNamedWithTheirPlace_data()
    {
        QTest::addColumn<QByteArray>("yaml");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("part");
        const auto row = [](const char *name, const char *yaml, int line, int column, const char *part) {
            QTest::newRow(name) << QByteArray(yaml) << line << column << QString::fromUtf8(part);
        };
        row("misspelt key", "run: x\nresources:\n  acelerators: H100\n", 3, 3, "Unknown key 'acelerators'. Did you mean 'accelerators'?");
        row("misspelt top key", "run: x\nenv:\n  A: b\n", 2, 1, "Did you mean 'envs'?");
        row("key of a section at the top", "run: x\nhours: 3\n", 2, 1, "'hours' does not belong here: write it in 'limits'.");
        row("key of the top in a section", "run: x\nlimits: {setup: y}\n", 2, 10,
            "'setup' does not belong here: write it at the beginning");
        row("unknown key", "run: x\nzzzzzz: 1\n", 2, 1, "Unknown key 'zzzzzz'. Remove it");
        row("column counts characters", "run: x\nresources: {\"机器\": 1}\n", 2, 13, "Unknown key '机器'");
        row("column after Chinese text", "run: x\nenvs: {A: 机器, A: b}\n", 2, 15, "twice");
        row("key twice", "run: x\nname: a\nname: b\n", 3, 1, "'name' appears twice");
        row("run missing", "# a file\nname: x\n", 2, 1, "'run' is missing");
        row("run null", "run:\n", 1, 1, "'run' is missing");
        row("run blank", "run: '  '\n", 1, 6, "'run' is empty");
        row("run is a list", "run:\n  - a\n", 2, 3, "'run' must be one text value");
        row("empty file", "", 0, 0, "A task file contains");
        row("list at the top", "- a\n- b\n", 1, 1, "A task file contains");
        row("two machines", "run: x\nnum_nodes: 2\n", 2, 12, "Only one machine");
        row("half a machine", "run: x\nnum_nodes: 0.5\n", 2, 12, "whole number");
        row("variable name", "run: x\nenvs:\n  2A: b\n", 3, 3, "'2A' is not a valid variable name");
        row("variable with blanks", "run: x\nenvs:\n  'A B; rm': b\n", 3, 3, "is not a valid variable name");
        row("our variable", "run: x\nenvs:\n  TRAINYARD_RUN_ID: b\n", 3, 3, "set by Trainyard");
        row("both env and secret", "run: x\nenvs: {A: b}\nsecrets: {A: }\n", 3, 11, "in both");
        row("env is a list", "run: x\nenvs:\n  A: [1]\n", 3, 6, "'A' must be one text value");
        row("envs is a list", "run: x\nenvs: [A]\n", 2, 7, "'envs' must contain");
        row("bucket mount", "run: x\nfile_mounts:\n  /data: gs://bucket/data\n", 3, 10, "write s3://BUCKET/KEY");
        row("storage mount without a bucket", "run: x\nfile_mounts:\n  /data:\n    source: ./local\n", 3, 3,
            "'/data' is to be mounted from an object store: write its address");
        row("storage mount of another provider", "run: x\nfile_mounts:\n  /data: {source: 'gs://b/c', mode: MOUNT}\n", 3, 10,
            "write s3://BUCKET/KEY");
        row("storage mount at no path", "run: x\nfile_mounts:\n  /da,ta: {source: 's3://b/c', mode: MOUNT}\n", 3, 3,
            "'/da,ta' is not a path to mount at");
        row("storage mount and mount", "run: x\nfile_mounts: {/d: {name: b}}\nmounts: {/d: /srv}\n", 3, 10,
            "mounts an object store at '/d'");
        row("storage mount in another", "run: x\nfile_mounts: {/d: {name: b}, /d/e: {name: c}}\n", 2, 14, "are mounted into each other");
        row("copy into a storage mount", "run: x\nfile_mounts: {/d: {name: b}, /d/e: ./x}\n", 2, 14, "where an object store is mounted");
        row("checkpoints in a storage mount", "run: x\nfile_mounts: {/d: {name: b}}\ncheckpoints: {dir: /d/c}\n", 3, 14,
            "which is mounted from an object store");
        row("storage mount, read only or not", "run: x\nfile_mounts: {/d: {name: b, read_only: 7}}\n", 2, 40, "must be true or false");
        row("file on the web", "run: x\nfile_mounts: {/data: 'ftp://h/a'}\n", 2, 22, "is not on this computer");
        row("store without a bucket", "run: x\nfile_mounts: {/data: 's3:///a'}\n", 2, 22, "names no bucket");
        row("storage copy", "run: x\nfile_mounts: {/data: {name: b, mode: COPY}}\n", 2, 15,
            "'/data' is to be copied from the object store 'b': write its address");
        row("unknown mode", "run: x\nfile_mounts: {/data: {source: 's3://b', mode: LINK}}\n", 2, 47,
            "'mode' is MOUNT, COPY or MOUNT_CACHED.");
        row("volume below resources", "run: x\nresources: {volumes: []}\n", 2, 13, "are disks that a cloud creates");
        row("two lists of alternatives", "run: x\nresources: {any_of: [{infra: aws}], ordered: [{infra: gcp}]}\n", 2, 37,
            "'any_of' and 'ordered' exclude each other");
        row("image of an alternative", "run: x\nresources: {any_of: [{image_id: 'docker:a'}]}\n", 2, 23,
            "The alternatives share one container image: write 'image_id' next to 'any_of'.");
        row("ports of an alternative", "run: x\nresources: {ordered: [{ports: 80}]}\n", 2, 24,
            "The alternatives share it: write 'ports' next to 'ordered'.");
        row("unknown key of an alternative", "run: x\nresources: {any_of: [{acelerators: H100}]}\n", 2, 23, "Did you mean 'accelerators'?");
        row("ports that meet", "run: x\nresources: {ports: [8000-8010, 8005]}\n", 2, 32,
            "'8000-8010' and '8005' publish the same port of the machine");
        row("ports of all addresses and of one", "run: x\nresources: {ports: [80, '0.0.0.0:80:8080']}\n", 2, 25, "publish the same port");
        row("options of docker", "run: x\nconfig: {docker: {run_options: [--privileged]}}\n", 2, 32,
            "'run_options' of docker are not read");
        row("options of docker, overridden", "run: x\nexperimental: {config_overrides: {docker: {run_options: a}}}\n", 2, 57,
            "'run_options' of docker are not read");
        row("a tag", "run: !!binary eA==\n", 1, 6, "Tags of YAML, like !!binary, are not read");
        row("a tag of one's own", "run: x\nenvs: !env {A: 1}\n", 2, 7, "Tags of YAML, like !env, are not read");
        row("key of another name", "run: x\nresources: {candidates: []}\n", 2, 13, "SkyPilot's name for it is 'any_of'");
        row("registry", "run: x\nenvs: {SKYPILOT_DOCKER_USERNAME: me}\n", 2, 8, "log in to the registry on the machine");
        row("SkyPilot's own scripts", "run: ~/sky_templates/ray/start_cluster\n", 1, 6, "sky_templates");
        row("more than one and a half", "run: x\nresources: {accelerators: 'T4:1.5'}\n", 2, 27, "a whole number");
        row("relative checkpoints", "run: x\ncheckpoints:\n  dir: out\n", 3, 8, "absolute path");
        row("checkpoints leave", "run: x\ncheckpoints:\n  dir: /a/../b\n", 3, 8, "without '..'");
        row("checkpoints without dir", "run: x\ncheckpoints:\n  keep: 0\n", 2, 1, "needs 'dir'");
        row("best by a value, direction unknown", "run: x\ncheckpoints: {dir: /c, keep: {best: 2, by: bleu}}\n", 2, 30, "lower or higher");
        row("a direction of its own", "run: x\ncheckpoints: {dir: /c, keep: {best: 2, better: up}}\n", 2, 48, "lower or higher");
        row("manifests of no kind", "run: x\ncheckpoints: {dir: /c, manifests: maybe}\n", 2, 35, "auto, off or all");
        row("pattern with folder", "run: x\ncheckpoints: {dir: /c, pattern: a/b}\n", 2, 33, "leave folders out");
        row("relative event folder", "run: x\ntensorboard: logs\n", 2, 14, "absolute paths of folders");
        row("event folder that leaves", "run: x\ntensorboard:\n  - /logs\n  - /a/../b\n", 4, 5, "without '..'");
        row("event folder twice", "run: x\ntensorboard: [/logs, /logs/]\n", 2, 22, "'/logs' is already in 'tensorboard'");
        row("event folder of everything", "run: x\ntensorboard: /\n", 2, 14, "absolute paths of folders");
        row("event folders as a map", "run: x\ntensorboard: {dir: /logs}\n", 2, 14, "'tensorboard' must be one text value");
        row("too many event folders", "run: x\ntensorboard: [/a, /b, /c, /d, /e, /f, /g, /h, /i]\n", 2, 14, "at most 8 folders");
        row("GPUs by a range", "run: x\ngpus: 0-3\n", 2, 7, "'gpus' takes numbers or UUIDs");
        row("GPUs as a map", "run: x\ngpus: {count: 2}\n", 2, 7, "'gpus' takes numbers or UUIDs");
        row("GPU that is code", "run: x\ngpus:\n  - 0\n  - GPU-1$(reboot)\n", 4, 5, "'gpus' takes numbers or UUIDs");
        row("GPU twice", "run: x\ngpus: [0, 3, 0]\n", 2, 14, "'0' is already in 'gpus'");
        row("GPUs chosen twice", "run: x\nenvs: {CUDA_VISIBLE_DEVICES: 0}\ngpus: [1]\n", 3, 1, "CUDA_VISIBLE_DEVICES choose GPUs");
        row("budget", "run: x\nlimits:\n  budget: 100\n", 3, 11, "'budget' must be an amount above 0");
        row("empty project", "run: x\nproject: ' '\n", 2, 10, "A project's name has 1 to 64 visible characters");
        row("project of two lines", "run: x\nproject: \"a\\nb\"\n", 2, 10, "1 to 64 visible characters");
        row("project is a list", "run: x\nproject: [a]\n", 2, 10, "project");
        row("signal that kills", "run: x\ncheckpoints: {dir: /c, signal: KILL}\n", 2, 32, "must be HUP, USR1 or USR2");
        row("signal of every Python", "run: x\ncheckpoints: {dir: /c, signal: INT}\n", 2, 32, "must be HUP, USR1 or USR2");
        row("signal is code", "run: x\ncheckpoints: {dir: /c, signal: 'USR1; reboot'}\n", 2, 32, "must be HUP, USR1 or USR2");
        row("idle", "run: x\nlimits:\n  idle: 10\n", 3, 9, "'idle' must be a time with its unit");
        row("lease", "run: x\nlimits:\n  lease: 10\n", 3, 10, "'lease' must be a time with its unit");
        row("short lease", "run: x\nlimits: {lease: 9s}\n", 2, 17, "from 10s to 366d");
        row("no such unit", "run: x\nlimits: {lease: 3 weeks}\n", 2, 17, "a time with its unit");
        row("unknown currency", "run: x\nlimits: {budget: 40 XYZ}\n", 2, 18, "and its currency");
        row("negative price", "run: x\nlimits: {price: -1 USD}\n", 2, 17, "'price' must be an amount above 0");
        row("absurd price", "run: x\nlimits: {price: 99999999 USD}\n", 2, 17, "'price' must be an amount above 0");
        row("two currencies", "run: x\nlimits: {budget: 40 USD, price: 8 CNY}\n", 2, 9, "in the same currency");
        row("idle below", "run: x\nlimits: {idle: {below: 0}}\n", 2, 24, "below");
        row("unknown key in idle", "run: x\nlimits: {idle: {afer: 3m}}\n", 2, 17, "after");
        row("unknown key in limits", "run: x\nlimits: {leese: 3h}\n", 2, 10, "lease");
        row("spot", "run: x\nlimits: {spot: maybe}\n", 2, 16, "auto or off");
        row("empty shutdown", "run: x\nlimits: {shutdown: ' '}\n", 2, 20, "'shutdown' is empty");
        row("alert out of bounds", "run: x\nalerts:\n  gpu_temperature: 300\n", 3, 20,
            "'gpu_temperature' must be a number from 30 to 110, or off.");
        row("alert without a unit", "run: x\nalerts: {no_progress: 15}\n", 2, 23, "must be a time with its unit from 1m to 7d, or off.");
        row("alert nan", "run: x\nalerts: {gpu_memory: nan}\n", 2, 22, "a number from 1 to 100");
        row("alert with nothing", "run: x\nalerts:\n  gpu_memory: ~\n", 3, 15, "a number from 1 to 100");
        row("unknown alert", "run: x\nalerts: {gpu_temp: 80}\n", 2, 10, "Unknown key 'gpu_temp'.");
        row("alert that is only on or off", "run: x\nalerts: {run_failed: 3}\n", 2, 22, "'run_failed' must be on or off.");
        row("time that an alert does not have", "run: x\nalerts: {no_progress: {for: 3m}}\n", 2, 24, "Unknown key 'for'");
        row("alert that lasts too long", "run: x\nalerts: {gpu_lost: {for: 8d}}\n", 2, 26, "'for' must be a time");
        row("unknown way to notify", "run: x\nalerts: {notify: [desktop, pigeon]}\n", 2, 28,
            "'notify' is a list of desktop, command and webhook");
        row("alerts as a list", "run: x\nalerts: [gpu_lost]\n", 2, 9, "alerts");
        row("negative hours", "run: x\nlimits: {hours: -1}\n", 2, 17, "above 0");
        row("hours nan", "run: x\nlimits: {hours: nan}\n", 2, 17, "above 0");
        row("too deep", QByteArray("run: x\nenvs: " + QByteArray(1500, '[')).constData(), 2, 1, "nested too deeply");
        row("engine", "run: x\nengine: kubernetes\n", 2, 9, "is not a valid engine");
        row("launcher without Python", "run: x\nlauncher: torchrun\n", 2, 11, "write the torchrun line there");
        row("launcher of two commands", "run: |\n  python a.py\n  python b.py\nlauncher: deepspeed\n", 4, 11, "exactly one line");
        row("launcher of more than Python", "run: x\nlauncher: mpirun\n", 2, 11, "write the mpirun line in 'run'");
        row("folder that is none", "run: x\nmounts:\n  /d: data\n", 3, 7, "by its absolute path");
        row("folder of all homes", "run: x\nmounts: {/d: /home/../etc}\n", 2, 14, "without '..'");
        row("folder with an option in it", "run: x\nmounts: {/d: '/a,readonly'}\n", 2, 14, "commas");
        row("folder with a quote in it", "run: x\nmounts: {/d: '/a\"b'}\n", 2, 14, "double quotes");
        row("folder over two lines", "run: x\nmounts: {/d: \"/a\\nb\"}\n", 2, 14, "cannot be mounted");
        row("the whole machine", "run: x\nmounts: {/d: /}\n", 2, 14, "cannot be mounted");
        row("mounted over everything", "run: x\nmounts: {/: /a}\n", 2, 10, "not a path to mount at");
        row("mounted over ours", "run: x\nmounts: {/trainyard/x: /a}\n", 2, 10, "not below /trainyard");
        row("mounted at an option", "run: x\nmounts: {'/d,source=/etc': /a}\n", 2, 10, "commas");
        row("mounted twice", "run: x\nmounts: {/d: /a, /d/: /b}\n", 2, 18, "is mounted twice");
        row("mount without a source", "run: x\nmounts: {/d: {read_only: true}}\n", 2, 14, "'/d' needs 'source'");
        row("mount that is perhaps read-only", "run: x\nmounts: {/d: {source: /a, read_only: perhaps}}\n", 2, 38, "true or false");
        row("unknown key of a mount", "run: x\nmounts: {/d: {sorce: /a}}\n", 2, 15, "source");
        row("nearest key", "run: x\nmount: {/d: /a}\n", 2, 1, "mounts");
        row("mount over what is copied", "run: x\nmounts: {/d: /a}\nfile_mounts: {/d: ./b}\n", 2, 10, "'file_mounts' copies to '/d'");
        row("copied into what is read-only", "run: x\nmounts: {/d: {source: /a, read_only: true}}\nfile_mounts: {/d/b: ./b}\n", 2, 10,
            "'file_mounts' copies to '/d/b'");
        row("checkpoints in a mount", "run: x\nmounts: {/d: /a}\ncheckpoints: {dir: /d/c}\n", 2, 10, "a folder of their own");
        row("shared memory without a unit", "run: x\nresources: {shm: 16}\n", 2, 18, "with its unit, like 16GB");
        row("no shared memory", "run: x\nresources: {shm: 0GB}\n", 2, 18, "from 1MB to 64TB");
        row("shared memory of more than there is", "run: x\nresources: {shm: 999999999TB}\n", 2, 18, "from 1MB to 64TB");
        row("shared memory with an option in it", "run: x\nresources: {shm: '1GB --privileged'}\n", 2, 18, "from 1MB to 64TB");
        row("network of another container", "run: x\nnetwork: 'container:x'\n", 2, 10, "use host, bridge or none");
        row("port that is none", "run: x\nresources: {ports: [8888, 70000]}\n", 2, 27, "'70000' is not a port");
        row("ports in another number", "run: x\nresources: {ports: 8000-8010:80}\n", 2, 20, "is not a port");
        row("port with an option in it", "run: x\nresources: {ports: '80 --privileged'}\n", 2, 20, "is not a port");
        row("port at no address", "run: x\nresources: {ports: '256.0.0.1:80:80'}\n", 2, 20, "is not a port");
        row("port twice", "run: x\nresources: {ports: [80, 80]}\n", 2, 25, "already in 'ports'");
        row("ports elsewhere", "run: x\nports: 80\n", 2, 1, "belongs in 'resources'");
        row("ports without a network", "run: x\nresources: {ports: 80}\nnetwork: none\n", 3, 1, "needs a network");
        row("another user", "run: x\nuser: nobody\n", 2, 7, "'user' is root, host");
        row("a user without a group", "run: x\nuser: 1000\n", 2, 7, "the numbers of a user and a group");
        row("a user that is none", "run: x\nuser: 4294967295:1\n", 2, 7, "'user' is root, host");
        row("a user with more", "run: x\nuser: '1:2; id'\n", 2, 7, "'user' is root, host");
        row("unknown launcher", "run: x\nlauncher: rocket\n", 2, 11, "is not a valid launcher");
        row("secret of another kind", "run: x\nsecrets: {A: {vault: b}}\n", 2, 15, "Unknown key 'vault'");
        row("secret of no name", "run: x\nsecrets: {A: {}}\n", 2, 14, "'A' needs 'keyring'");
        row("secret of an odd name", "run: x\nsecrets: {A: {keyring: \"a'; reboot\"}}\n", 2, 24, "not a name in the keyring");
        row("image without its prefix", "run: x\nresources: {image_id: 'ubuntu:24.04'}\n", 2, 23, "write docker:ubuntu:24.04");
        row("image as option", "run: x\nresources: {image_id: 'docker:--privileged'}\n", 2, 23, "is not a valid image name");
        row("volume without a name", "run: x\nvolumes: {/a: {read_only: true}}\n", 2, 15, "'/a' needs 'name'");
        row("volume as option", "run: x\nvolumes: {/a: -v}\n", 2, 15, "'-v' is not a volume");
        row("volume at no path", "run: x\nvolumes: {a: data}\n", 2, 11, "'a' is not a path to mount at");
        row("volume to be created", "run: x\nvolumes: {/a: {size: 10}}\n", 2, 16, "Unknown key 'size'");
        row("volume and mount", "run: x\nvolumes: {/a: data}\nmounts: {/a: /srv}\n", 2, 11, "'/a' is mounted twice");
        row("git workdir", "run: x\nworkdir: {url: a}\n", 2, 10, "A repository as 'workdir'");
        row("repository with a password", "run: x\nworkdir: {url: 'https://me:pw@h/a.git'}\n", 2, 10, "contains a user or a password");
        row("repository with a token", "run: x\nworkdir: https://tok@h/a.git#main\n", 2, 10, "contains a user or a password");
        row("repository without encryption", "run: x\nworkdir: http://h/a.git\n", 2, 10, "an address like https://host/name.git");
        row("repository by a program", "run: x\nworkdir: {url: 'ext::sh -c reboot'}\n", 2, 10, "an address like https://host/name.git");
        row("ref as option", "run: x\nworkdir: {url: 'https://h/a.git', ref: --upload-pack=x}\n", 2, 10, "'ref' is a branch");
        row("workdir in a bucket", "run: x\nworkdir: s3://b/c\n", 2, 10, "is not on this computer");
        row("unknown key of a repository", "run: x\nworkdir: {url: 'https://h/a.git', branch: b}\n", 2, 35, "Unknown key 'branch'");
        row("NUL in text", "run: \"a\\0b\"\n", 1, 6, "NUL");
        row("mistake in the second task", "run: x\n---\nname: y\n", 3, 1, "'run' is missing");
        row("tasks at the same time", "name: p\nexecution: parallel\n---\nrun: x\n", 2, 12, "one after the other");
        row("key of a pipeline that it does not have", "name: p\nexecution: serial\nprimary_tasks: [a]\n---\nrun: x\nnmae: y\n", 6, 1,
            "Unknown key 'nmae'");
        row("pipeline of too many tasks", ("run: x\n" + QByteArray("---\nrun: y\n").repeated(32)).constData(), 65, 1, "at most 32 tasks");
        row("open quote", "run: x\nname: \"abc\n", 2, 11, "not valid YAML");
        row("tab", "run: x\nenvs:\n\tA: b\n", 3, 3, "tabs");
        row("bad colon", "run: x\nname: a: b\n", 2, 8, "not valid YAML");
        row("unknown alias", "run: *x\n", 1, 6, "not valid YAML");
        row("bytes that are no text", "run: \xff\xfe\n", 0, 0, "UTF-8");
    }
    void documentsAreTheStepsOfAPipeline()
    {
        const TaskCheck check = parseTask("name: all\n---\nname: one\nrun: a\n---\nrun: b\nenvs: {N: 1}\n---\nname: three\nrun: c\n---\n");
        QVERIFY2(check.errors.isEmpty(), qPrintable(listed(check.errors)));
        QCOMPARE(check.pipeline, QStringLiteral("all"));
        QCOMPARE(check.task.name, QStringLiteral("one"));
        QCOMPARE(check.task.run, QStringLiteral("a"));
        QCOMPARE(check.later.size(), 2);
        QCOMPARE(check.later[0].run, QStringLiteral("b"));
        QCOMPARE(check.later[0].envs.value(QStringLiteral("N")), QStringLiteral("1"));
        QCOMPARE(check.later[1].name, QStringLiteral("three"));
        // Where one task is meant, a pipeline is an error.
        const auto one = readTask("run: a\n---\nrun: b\n", QStringLiteral("t.yaml"));
        QVERIFY(!one && one.error().what.startsWith(QLatin1String("t.yaml: The file is a pipeline")));
        // A single task is none, also with a name before it or a line after it.
        for (const char *text : {"run: a\n", "---\nrun: a\n", "name: p\n---\nrun: a\n", "run: a\n---\n"}) {
            const auto single = readTask(text, QStringLiteral("t.yaml"));
            QVERIFY2(single && single->run == QLatin1String("a"), text);
        }
    }
    void mountsOfStoresAndVolumes()
    {
        const TaskCheck check = parseTask(
            "run: x\nenvs: {B: mine}\nfile_mounts:\n  /in: {source: 's3://sets/a', mode: MOUNT, read_only: true}\n"
            "  ~/out: {name: $B, read_only: false}\n  /az: {name: c, store: azure, mode: mount_cached}\n"
            "volumes:\n  /data: datasets\n  /disk: {name: /dev/sdb1, read_only: true}\n");
        QVERIFY2(check.errors.isEmpty(), qPrintable(listed(check.errors)));
        const QMap<QString, StoreMount> stores{{QStringLiteral("/in"), {QStringLiteral("s3://sets/a"), false, false}},
                                               {QStringLiteral("~/out"), {QStringLiteral("s3://$B"), false, true}},
                                               {QStringLiteral("/az"), {QStringLiteral("az://c"), true, false}}};
        QCOMPARE(check.task.storeMounts, stores);
        QCOMPARE(check.warnings.size(), 1);  // SkyPilot's could be written to
        QVERIFY2(check.warnings[0].what.contains(QLatin1String("'/az' is mounted so that the run can only read it")),
                 qPrintable(check.warnings[0].what));
        const QMap<QString, FolderMount> volumes{{QStringLiteral("/data"), {QStringLiteral("datasets"), false}},
                                                 {QStringLiteral("/disk"), {QStringLiteral("/dev/sdb1"), true}}};
        QCOMPARE(check.task.volumes, volumes);
        const TaskCheck again = parseTask(writeTask(check.task));
        QVERIFY2(again.errors.isEmpty() && again.task == check.task, writeTask(check.task).constData());
        const auto filled = withVariables(check.task);
        QVERIFY(filled && filled->storeMounts.value(QStringLiteral("~/out")).source == QLatin1String("s3://mine"));
    }
    void mistakesAreNamedWithTheirPlace()
    {
        QFETCH(QByteArray, yaml);
        QFETCH(int, line);
        QFETCH(int, column);
        QFETCH(QString, part);
        const TaskCheck check = parseTask(yaml);
        QVERIFY2(check.errors.size() == 1, qPrintable(listed(check.errors)));
        QVERIFY2(check.errors[0].what.contains(part), qPrintable(check.errors[0].what));
        QCOMPARE(check.errors[0].line, line);
        QCOMPARE(check.errors[0].column, column);
    }

    void aSecretMayBeInTheKeyring()
    {
        const TaskCheck check = parseTask(withRun("secrets:\n  HF_TOKEN: {keyring: lab/hf}\n  OTHER:\n"));
        QCOMPARE(listed(check.errors) + listed(check.warnings), QString());
        QVERIFY(check.task.secrets.size() == 2 && !check.task.secrets.value(QStringLiteral("HF_TOKEN")));
        QVERIFY((check.task.keyringSecrets == QMap<QString, QString>{{QStringLiteral("HF_TOKEN"), QStringLiteral("lab/hf")}}));
    }

    void whatARunGetsOfItsMachineIsRead()
    {
        const TaskCheck check = parseTask(withRun("mounts:\n  /data: /srv/data\n  /models: {source: ~/models, read_only: yes}\n"
                                                  "resources: {shm: 16 GiB, ports: [8888, 8080:80, 0.0.0.0:9000-9003:9000-9003]}\n"
                                                  "network: bridge\nuser: host\n"));
        QCOMPARE(listed(check.errors) + listed(check.warnings), QString());
        QVERIFY((check.task.mounts
                 == QMap<QString, FolderMount>{{QStringLiteral("/data"), {QStringLiteral("/srv/data"), false}},
                                               {QStringLiteral("/models"), {QStringLiteral("~/models"), true}}}));
        QVERIFY(check.task.sharedMemory == qint64(16) << 30);
        QVERIFY(check.task.network == NetworkKind::Bridge && check.task.user == UserKind::Host);
        QStringList published;
        for (const QString &port : check.task.ports)
            published << publishedPort(port).value_or(QString());
        QCOMPARE(published, (QStringList{QStringLiteral("127.0.0.1:8888:8888"), QStringLiteral("127.0.0.1:8080:80"),
                                         QStringLiteral("0.0.0.0:9000-9003:9000-9003")}));
        // What is the default may be written, and ports of SkyPilot's files are known.
        const TaskCheck usual = parseTask(withRun("resources: {shm: host, ports: 8888}\nnetwork: host\nuser: root\nlauncher: none\n"));
        QCOMPARE(listed(usual.errors), QString());
        QVERIFY(!usual.task.sharedMemory && usual.task.user == UserKind::Root);
        QCOMPARE(usual.warnings.size(), 1);
        QVERIFY(usual.warnings.first().what.contains(QLatin1String("'ports' has no effect")));
    }

    void aLauncherStartsTheOnePythonCommand_data()
    {
        QTest::addColumn<QString>("run");
        QTest::addColumn<LauncherKind>("launcher");
        QTest::addColumn<int>("gpus");  // 0: all that are visible
        QTest::addColumn<QString>("launched");
        const auto row = [](const char *name, const char *run, LauncherKind launcher, int gpus, const char *launched) {
            QTest::newRow(name) << QString::fromLatin1(run) << launcher << gpus << QString::fromLatin1(launched);
        };
        const auto torchrun = LauncherKind::Torchrun;
        row("a file", "python train.py --lr 1\n", torchrun, 8, "torchrun --standalone --nproc-per-node=8 train.py --lr 1\n");
        row("all GPUs", "python3.11 -u train.py", torchrun, 0, "torchrun --standalone --nproc-per-node=gpu train.py");
        row("a module", "python -m lib.train a", torchrun, 2, "torchrun --standalone --nproc-per-node=2 -m lib.train a");
        row("a module of DeepSpeed", "python -m lib.train", LauncherKind::DeepSpeed, 4, "deepspeed --num_gpus 4 --module lib.train");
        row("a file by itself", "./train.py x", LauncherKind::DeepSpeed, 0, "deepspeed ./train.py x");
        row("one GPU", "python a.py", LauncherKind::Accelerate, 1, "accelerate launch --num_machines 1 --num_processes 1 a.py");
        row("two GPUs", "python a.py", LauncherKind::Accelerate, 2,
            "accelerate launch --num_machines 1 --num_processes 2 --multi_gpu a.py");
        row("a command over two lines", "python \\\n  x.py\n", torchrun, 2, "torchrun --standalone --nproc-per-node=2 \\\n  x.py\n");
        row("a script", "set -e\nnvidia-smi\ncd code && A=1 python train.py \\\n  --lr $LR | tee log  # go\necho done\n", torchrun, 2,
            "set -e\nnvidia-smi\ncd code && A=1 torchrun --standalone --nproc-per-node=2 train.py \\\n  --lr $LR | tee log  # go\necho done\n");
        row("a path with blanks", "python 'my code/a.py'", torchrun, 2, "torchrun --standalone --nproc-per-node=2 'my code/a.py'");
        row("none", "python a.py; x", LauncherKind::None, 2, "python a.py; x");
        row("two commands", "python a.py\npython b.py\n", torchrun, 2, "");
        row("another language", "./train\n", torchrun, 2, "");
        row("code in the command", "python -c 'print(1)'", torchrun, 2, "");
        row("a launcher already", "torchrun train.py", torchrun, 2, "");
        row("a comment", "# python a.py\n./b", torchrun, 2, "");
    }
    void aLauncherStartsTheOnePythonCommand()
    {
        QFETCH(QString, run);
        QFETCH(LauncherKind, launcher);
        QFETCH(int, gpus);
        QFETCH(QString, launched);
        const auto text = launchedText(run, launcher, gpus > 0 ? std::optional(gpus) : std::nullopt);
        QCOMPARE(text.value_or(QString()), launched);
        QVERIFY(text.has_value() != launched.isEmpty());
    }

    void oneOfSeveralAcceleratorsMayBeTaken_data()
    {
        QTest::addColumn<QByteArray>("resources");
        QTest::addColumn<QString>("kinds");
        QTest::newRow("a set") << QByteArray("  accelerators: {L4: 1, A10G: 2}\n") << QStringLiteral("L4:1 A10G:2");
        QTest::newRow("any of") << QByteArray("  any_of:\n    - accelerators: A100:8\n    - {accelerators: H100:4, use_spot: true}\n")
                                << QStringLiteral("A100:8 H100:4");
        QTest::newRow("ordered, before what stands beside it")
            << QByteArray("  ordered: [{accelerators: T4}, {infra: aws}]\n  accelerators: L4:2\n") << QStringLiteral("T4:1 L4:2");
        QTest::newRow("what stands beside places only")
            << QByteArray("  accelerators: L4\n  any_of: [{infra: aws}, {infra: gcp}]\n") << QStringLiteral("L4:1");
        QTest::newRow("or none at all") << QByteArray("  any_of: [{accelerators: L4}, {cpus: 8+}]\n") << QStringLiteral("L4:1 :0");
        QTest::newRow("merged") << QByteArray(
            "  any_of:\n    - <<: &b {accelerators: L4, infra: aws}\n    - <<: *b\n      accelerators: T4\n")
                                << QStringLiteral("L4:1 T4:1");
        QTest::newRow("places alone") << QByteArray("  any_of: [{infra: aws}, {infra: gcp}]\n") << QString();
    }
    void oneOfSeveralAcceleratorsMayBeTaken()
    {
        QFETCH(QByteArray, resources);
        const TaskCheck check = parseTask(withRun("resources:\n" + resources));
        QCOMPARE(listed(check.errors), QString());
        QStringList kinds;
        if (check.task.accelerators)
            kinds << check.task.accelerators->model + u':' + QString::number(check.task.accelerators->count);
        for (const Accelerators &other : check.task.otherAccelerators)
            kinds << other.model + u':' + QString::number(other.count);
        QTEST(kinds.join(u' '), "kinds");
        QVERIFY(parseTask(writeTask(check.task)).task == check.task);
    }

    void variablesWithoutValueAreTakenAtLaunch()
    {
        const TaskCheck check = parseTask(withRun("envs:\n  BUCKET:\n  SEED: 7\n  EMPTY: ''\n"));
        QCOMPARE(listed(check.errors) + listed(check.warnings), QString());
        QCOMPARE(check.task.envsToTake, QStringList{QStringLiteral("BUCKET")});
        QVERIFY(check.task.envs.contains(QStringLiteral("EMPTY")) && !check.task.envs.contains(QStringLiteral("BUCKET")));
        QVERIFY(parseTask(writeTask(check.task)).task == check.task);
        QVERIFY(!parseTask(withRun("envs: {A: }\nsecrets: {A: }\n")).errors.isEmpty());
    }

    void mergeKeysBringWhatIsNotWritten()
    {
        const TaskCheck check = parseTask(
            withRun("envs: &common\n  A: one\n  B: two\nsecrets:\n  S: &limit 3\nresources:\n  <<: {accelerators: T4, cpus: 4}\n  "
                    "accelerators: L4\n"));
        QCOMPARE(listed(check.errors), QString());
        QVERIFY((check.task.accelerators == Accelerators{QStringLiteral("L4"), 1}));
        const TaskCheck list = parseTask(withRun("envs:\n  <<: [{A: 1, B: 2}, {B: 3, C: 4}]\n  C: 5\n"));
        QCOMPARE(listed(list.errors), QString());
        QVERIFY((list.task.envs
                 == QMap<QString, QString>{{QStringLiteral("A"), QStringLiteral("1")},
                                           {QStringLiteral("B"), QStringLiteral("2")},
                                           {QStringLiteral("C"), QStringLiteral("5")}}));
        const TaskCheck aliased = parseTask(
            "limits: &l {hours: 2, grace: 9}\nenvs:\n  A: b\ncheckpoints:\n  dir: /c\nrun: x\nalerts:\n  <<: *l\n");
        QCOMPARE(aliased.errors.size(), 2);  // they are not alerts, and the error points at their place
        QCOMPARE(aliased.errors[0].line, 1);
        for (const char *wrong : {"envs:\n  <<: text\n", "envs:\n  <<: [text]\n", "envs: &e\n  <<: *e\n"})
            QVERIFY2(!parseTask(withRun(wrong)).errors.isEmpty(), wrong);
    }

    void skyPilotKeysAreAcceptedAndSaidToDoNothing()
    {
        const TaskCheck check = parseTask(R"(
name: minimal
resources:
  cloud: aws
  region: us-east-1
  use_spot: true
  disk_size: 256
  ports: [8080, 9000-9010]
  any_of:
    - infra: aws
    - infra: gcp
  cpus: 4+
  memory: 32+
envs:
  EMPTY:
secrets:
  TOKEN: abc
checkpoints:
  dir: /c
  store: s3://b
  keep: 3
service: [x]
run: |
  torchrun --nnodes=$SKYPILOT_NUM_NODES train.py
)");
        QCOMPARE(listed(check.errors), QString());
        QStringList quoted;
        for (const TaskIssue &issue : check.warnings) {
            QVERIFY(issue.line > 0 && issue.column > 0);
            quoted << issue.what.section(u'\'', 1, 1);
        }
        QCOMPARE(quoted, QStringLiteral("cloud region use_spot disk_size cpus memory any_of TOKEN store service").split(u' '));
        QCOMPARE(check.task.checkpoints->keep, 3);
        QVERIFY(check.task.secrets.value(QStringLiteral("TOKEN")) == QStringLiteral("abc"));
    }

    void whatToKeepIsReadByNumberAndByRules()
    {
        const auto planOf = [](const QByteArray &keep) {
            const TaskCheck check = parseTask("run: x\ncheckpoints: {dir: /c, keep: " + keep + "}\n");
            return check.errors.isEmpty() ? *check.task.checkpoints : CheckpointPlan{};
        };
        QVERIFY(!planOf("0").removes());
        QVERIFY(planOf("3").removes());
        QCOMPARE(planOf("3").keep, 3);
        const CheckpointPlan plan = planOf("{last: 2, best: 3, by: eval_accuracy, better: higher, every: 5000}");
        QCOMPARE(plan.keep, 2);
        QCOMPARE(plan.keepBest, 3);
        QCOMPARE(plan.keepBy, QStringLiteral("eval_accuracy"));
        QVERIFY(plan.isHigherBetter);
        QCOMPARE(plan.keepEvery, 5000);
        QVERIFY(!planOf("{best: 1, by: wer, better: lower}").isHigherBetter);
    }

    void settingsOfAlertsAreReadAndWritten()
    {
        const Task task = parseTask("run: x\nalerts:\n  gpu_temperature: 80\n  gpu_utilization: {at: 20, for: 30m}\n  no_progress: 15m\n"
                                    "  gpu_memory: off\n  gpu_lost: {for: 5m}\n  run_finished: on\n  notify: [desktop, webhook]\n")
                              .task;
        using std::chrono::minutes;
        const AlertOverrides wanted{{{AlertKind::GpuTemperature, true, 80, {}},
                                     {AlertKind::GpuIdle, true, 20, minutes(30)},
                                     {AlertKind::NoProgress, true, 900, {}},
                                     {AlertKind::GpuMemory, false, {}, {}},
                                     {AlertKind::GpuLost, true, {}, minutes(5)},
                                     {AlertKind::RunFinished, true, {}, {}}},
                                    QList<AlertChannel>{AlertChannel::Desktop, AlertChannel::Webhook}};
        QVERIFY(task.alerts == wanted);
        QVERIFY(parseTask(writeTask(task)).task == task);
        QVERIFY(parseTask("run: x\nalerts: {notify: off}\n").task.alerts.ways == QList<AlertChannel>());
        QVERIFY(!parseTask("run: x\nalerts: {gpu_lost: on}\n").task.alerts.ways);
    }

    void readTaskSaysFileLineAndColumn()
    {
        QVERIFY(readTask(kFull, QStringLiteral("a.yaml")));
        const auto refused = readTask("run: x\nnam: y\n", QStringLiteral("job.yaml"));
        QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
        QCOMPARE(refused.error().what, QStringLiteral("job.yaml:2:1: Unknown key 'nam'. Did you mean 'name'?"));
    }

    void windowsLineEndsAndMarksAreAccepted()
    {
        QByteArray yaml = "\xef\xbb\xbf" + QByteArray(kFull).replace("\n", "\r\n");
        const TaskCheck check = parseTask(yaml);
        QCOMPARE(listed(check.errors), QString());
        QVERIFY(check.task == parseTask(kFull).task);
    }

    void writtenTaskIsReadBackEqual()
    {
        const Task task = parseTask(kFull).task;
        const QByteArray written = writeTask(task);
        const TaskCheck again = parseTask(written);
        QVERIFY2(again.errors.isEmpty(), qPrintable(listed(again.errors) + QString::fromUtf8(written)));
        QVERIFY2(again.task == task, written.constData());
        QVERIFY(written.contains("run: |\n  echo"));
    }

    void secretsAreNeverWritten()
    {
        Task task;
        task.run = QStringLiteral("x");
        task.secrets.insert(QStringLiteral("TOKEN"), QStringLiteral("hunter2"));
        const QByteArray written = writeTask(task);
        QVERIFY(!written.contains("hunter2"));
        const TaskCheck again = parseTask(written);
        QVERIFY(again.errors.isEmpty() && again.warnings.isEmpty());
        QVERIFY(again.task.secrets.contains(QStringLiteral("TOKEN")) && !again.task.secrets.value(QStringLiteral("TOKEN")));
    }

    void anyTaskIsReadBackEqual()
    {
        QRandomGenerator random(20260102);
        static const QStringList kPieces{
            QStringLiteral(" "),     QStringLiteral("\n"),         QStringLiteral("\t"),   QStringLiteral("#"),
            QStringLiteral(": "),    QStringLiteral("- "),         QStringLiteral("'"),    QStringLiteral("\""),
            QStringLiteral("\\"),    QStringLiteral("{"),          QStringLiteral("}"),    QStringLiteral("[,]"),
            QStringLiteral("&a *a"), QStringLiteral("!!str"),      QStringLiteral("|"),    QStringLiteral(">"),
            QStringLiteral("%"),     QStringLiteral("@`"),         QStringLiteral("null"), QStringLiteral("~"),
            QStringLiteral("yes"),   QStringLiteral("1e3"),        QStringLiteral("训"),   QStringLiteral("🚂"),
            QStringLiteral("\r"),    QStringLiteral("\x1b"),       QString(QChar(0x2028)), QString(QChar(0x85)),
            QString(QChar(0xfeff)),  QString(QChar(0xa0)),         QStringLiteral("---"),  QStringLiteral("..."),
            QStringLiteral("abc"),   QStringLiteral("?"),          QStringLiteral("$VAR"), QStringLiteral("${A:-b}"),
            QStringLiteral("\x7f"),  QStringLiteral("  x\n\n y\n")};
        const auto text = [&](int most) {
            QString made;
            for (int n = random.bounded(most + 1); n > 0; --n)
                made += kPieces[random.bounded(int(kPieces.size()))];
            return made;
        };
        const auto line = [&](int most) {
            QString made = text(most);
            made.removeIf([](QChar c) { return isUnseen(c.unicode()); });
            return made;
        };
        for (int round = 0; round < 1000; ++round) {
            Task task;
            task.name = text(5);
            task.run = text(12) + u'x' + text(12);
            task.setup = text(12);
            for (int n = random.bounded(4); n > 0; --n)
                task.envs.insert(QStringLiteral("V%1").arg(random.bounded(100)), text(6));
            for (int n = random.bounded(3); n > 0; --n)
                task.secrets.insert(QStringLiteral("S%1").arg(random.bounded(100)), std::nullopt);
            for (int n = random.bounded(3); n > 0; --n)
                task.fileMounts.insert(u'/' + line(4), u'.' + line(4));
            if (random.bounded(2))
                task.workdir = u'/' + line(3);
            if (random.bounded(2))
                task.accelerators = Accelerators{QStringLiteral("A100-80GB"), 1 + random.bounded(16)};
            if (random.bounded(2))
                task.image = QStringLiteral("registry:5000/a/b@sha256:%1").arg(random.generate(), 0, 16);
            if (random.bounded(2)) {
                task.checkpoints = CheckpointPlan{
                    u'/' + QStringLiteral("c k/") + line(3).remove(u'.'), line(3).remove(u'/'), line(4), random.bounded(3),
                    QStringList{{}, QStringLiteral("HUP"), QStringLiteral("USR1"), QStringLiteral("USR2")}[random.bounded(4)]};
                task.checkpoints->keepBest = random.bounded(3);
                task.checkpoints->keepEvery = random.bounded(2) * 500;
                task.checkpoints->manifests = ManifestPolicy(random.bounded(3));
                if (task.checkpoints->keepBest > 0 && random.bounded(2)) {
                    task.checkpoints->keepBy = u'v' + line(3) + u'x';
                    task.checkpoints->isHigherBetter = random.bounded(2);
                }
            }
            for (int n = random.bounded(3); n > 0; --n)
                task.tensorboard << QStringLiteral("/%1 ").arg(n) + line(3).remove(u'.').remove(u'/') + u'x';
            for (int n = random.bounded(3); n > 0; --n)
                task.gpus << (n == 1 ? QStringLiteral("GPU-%1ab").arg(random.bounded(9)) : QString::number(random.bounded(8)));
            if (random.bounded(2))
                task.project = u'p' + line(3) + u'j';
            task.engine = EngineKind(random.bounded(5));
            if (random.bounded(2))
                task.limits.hours = 0.001 + random.generateDouble() * 1000;
            task.graceSeconds = random.bounded(100);
            if (random.bounded(2))
                task.limits.lease = std::chrono::seconds(10 + random.bounded(10'000'000));
            if (random.bounded(2)) {
                task.limits.budget = Money(1 + random.bounded(1'000'000'000), Currency::CNY);
                task.limits.price = Money(1 + random.bounded(1'000'000'000), Currency::CNY);
            }
            if (random.bounded(2))
                task.limits.idle = IdleLimit{std::chrono::seconds(10 + random.bounded(100'000)), 1 + random.bounded(100)};
            task.limits.save = std::chrono::seconds(random.bounded(80'000));
            task.limits.heedsSpotNotice = random.bounded(2) == 0;
            if (random.bounded(2))
                task.limits.shutdown = u'x' + text(8);
            task = withDollarsKept(task);
            const QByteArray written = writeTask(task);
            const TaskCheck again = parseTask(written);
            QVERIFY2(again.errors.isEmpty(), qPrintable(listed(again.errors) + u'\n' + QString::fromUtf8(written)));
            const Task &back = again.task;
            QCOMPARE(back.name, task.name);
            QCOMPARE(back.run, task.run);
            QCOMPARE(back.setup, task.setup);
            QCOMPARE(back.envs, task.envs);
            QCOMPARE(back.fileMounts, task.fileMounts);
            QCOMPARE(back.workdir, task.workdir);
            QVERIFY2(back == task, written.constData());
        }
    }

    void bombsAreRefusedQuickly_data()
    {
        QTest::addColumn<QByteArray>("yaml");
        QTest::newRow("too large") << QByteArray(1024 * 1024 + 1, '#');
        QTest::newRow("deep flow lists") << QByteArray(1000000, '[');
        QTest::newRow("deep flow maps") << QByteArray("{a: ").repeated(200000);
        QTest::newRow("deep block lists") << QByteArray("- ").repeated(500000);
        QTest::newRow("question marks") << QByteArray("? ").repeated(500000);
        QTest::newRow("colons") << QByteArray(": ").repeated(500000);
        QTest::newRow("many keys") << [] {
            QByteArray yaml = "run: x\nenvs:\n";
            for (int i = 0; i < 40000; ++i)
                yaml += "  1K" + QByteArray::number(i) + ": a\n";
            return yaml;
        }();
        QByteArray laughs = "run: x\nenvs:\n  A: &a0 [lol]\n";
        for (int i = 1; i < 30; ++i) {
            laughs += "  B" + QByteArray::number(i) + ": &a" + QByteArray::number(i) + " [";
            for (int j = 0; j < 9; ++j)
                laughs += "*a" + QByteArray::number(i - 1) + ",";
            laughs += "]\n";
        }
        QTest::newRow("billion laughs") << laughs;
        QTest::newRow("list that holds itself") << QByteArray("run: &a [*a]\n");
        QTest::newRow("map that holds itself") << QByteArray("&a {resources: *a}\n");
        QTest::newRow("anchors") << QByteArray("&a ").repeated(300000);
        QTest::newRow("tags") << QByteArray("!a ").repeated(300000);
        QTest::newRow("unclosed quote") << "run: \"" + QByteArray(1000000, 'a');
        QTest::newRow("one long key") << QByteArray(1000000, 'a') + ": b";
        QTest::newRow("empty lines") << QByteArray(1000000, '\n');
    }
    void bombsAreRefusedQuickly()
    {
        QFETCH(QByteArray, yaml);
        const std::clock_t before = std::clock();
        const TaskCheck check = parseTask(yaml);
        const double seconds = double(std::clock() - before) / CLOCKS_PER_SEC;
        QVERIFY(!check.errors.isEmpty());
        QVERIFY(check.errors.size() <= 101);
        // Far below a second each; it is processor time and has a margin for sanitizers, so that only a different order of growth exceeds
        // it.
        QVERIFY2(seconds < 10, qPrintable(QString::number(seconds)));
    }

    void engineNamesComeBack()
    {
        for (EngineKind engine : {EngineKind::Auto, EngineKind::Docker, EngineKind::Podman, EngineKind::Process, EngineKind::Slurm})
            QVERIFY(engineFromName(engineName(engine)) == engine);
        QVERIFY(!engineFromName(QStringLiteral("Docker")));
    }
};

QTEST_APPLESS_MAIN(TestTask)
#include "tst_task.moc"
