// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/taskimport.h"

#include "core/model/task.h"

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTest>

using namespace trainyard;

namespace {

// What a row expects of a task, as `key=value` lines: the shortest form that still compares everything that matters.
QString shape(const Task &task)
{
    QStringList lines;
    const auto add = [&lines](const char *key, const QString &value) {
        if (!value.isEmpty())
            lines << QLatin1String(key) + u'=' + value;
    };
    add("name", task.name);
    add("image", task.image);
    add("engine", task.engine == EngineKind::Auto ? QString() : engineName(task.engine));
    if (task.accelerators)
        add("gpus", task.accelerators->model + u':' + QString::number(task.accelerators->count));
    for (const Accelerators &other : task.otherAccelerators)
        add("or", other.model + u':' + QString::number(other.count));
    add("chosen", task.gpus.join(u' '));
    if (task.sharedMemory)
        add("shm", memorySizeText(*task.sharedMemory));
    if (task.network)
        add("network", networkName(*task.network));
    add("ports", task.ports.join(u' '));
    if (task.user == UserKind::Host)
        add("user", QStringLiteral("host"));
    else if (task.user == UserKind::Ids)
        add("user", task.userIds);
    add("workdir", task.workdir);
    for (auto mount = task.fileMounts.begin(); mount != task.fileMounts.end(); ++mount)
        add("mount", *mount + QStringLiteral("->") + mount.key());
    for (auto folder = task.mounts.begin(); folder != task.mounts.end(); ++folder)
        add("folder", folder->source + QStringLiteral("->") + folder.key() + (folder->isReadOnly ? QStringLiteral(" ro") : QString()));
    for (auto env = task.envs.begin(); env != task.envs.end(); ++env)
        add("env", env.key() + u'=' + *env);
    add("take", task.envsToTake.join(u' '));
    for (auto secret = task.secrets.begin(); secret != task.secrets.end(); ++secret)
        add("secret", secret.key() + (*secret ? QStringLiteral("!") : QString()));
    if (task.limits.hours)
        add("hours", QString::number(*task.limits.hours));
    if (task.graceSeconds != 30)
        add("grace", QString::number(task.graceSeconds));
    add("setup", task.setup.trimmed());
    add("run", task.run.trimmed());
    return lines.join(u'\n');
}

}  // namespace

class TestTaskImport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void commandsScriptsAndFilesBecomeTasks_data();
    void commandsScriptsAndFilesBecomeTasks();
    void whatIsLeftOutIsNotedWithItsLine_data();
    void whatIsLeftOutIsNotedWithItsLine();
    void secretsLoseTheirValuesEverywhere_data();
    void secretsLoseTheirValuesEverywhere();
    void secretsInCommandsBecomeVariables_data();
    void secretsInCommandsBecomeVariables();
    void otherTextIsRefusedWithAReason_data();
    void otherTextIsRefusedWithAReason();
    void textFromEditorsAndTerminalsIsUnderstood();
    void anEndlessListOfNotesIsCut();
    void anyCommandBecomesATaskThatIsValid();
};

void TestTaskImport::commandsScriptsAndFilesBecomeTasks_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const char *text, const char *expected) {
        QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(expected);
    };
    row("one line", "docker run --rm --gpus all pytorch/pytorch:2.4.0-cuda12.4-cudnn9-runtime python train.py",
        "image=pytorch/pytorch:2.4.0-cuda12.4-cudnn9-runtime\nrun=python train.py");
    row("a user by numbers", "docker run -u 1000:100 python:3.11 ls", "image=python:3.11\nuser=1000:100\nrun=ls");
    row("a user of dstack by numbers", "type: task\nuser: \"1000:100\"\nimage: img\ncommands:\n  - ls\n",
        "image=img\nuser=1000:100\nrun=ls");
    row("several lines with backslashes",
        "docker run -it --rm \\\n  --gpus all \\\n  --ipc=host --ulimit memlock=-1 \\\n  -v /data/imagenet:/data:ro \\\n"
        "  nvcr.io/nvidia/pytorch:24.05-py3 \\\n  torchrun --nproc_per_node=8 main.py --data /data",
        "image=nvcr.io/nvidia/pytorch:24.05-py3\nfolder=/data/imagenet->/data ro\nrun=torchrun --nproc_per_node=8 main.py --data /data");
    row("the current folder as workdir", "docker run -v $PWD:/workspace -w /workspace python:3.11 python train.py",
        "image=python:3.11\nworkdir=.\nrun=python train.py");
    row("the current folder from pwd, quoted", "docker run -v \"$(pwd)\":/app -w /app img:1 ./train.sh",
        "image=img:1\nworkdir=.\nrun=./train.sh");
    row("a folder below the current one", "docker run -v $PWD/data:/data img python a.py",
        "image=img\nmount=./data->/data\nrun=python a.py");
    row("a folder without a mount", "docker run -w /srv img python a.py", "image=img\nrun=cd /srv\npython a.py");
    row("podman", "podman run --device nvidia.com/gpu=all docker.io/library/python:3.12 python3 -c 'print(1)'",
        "image=docker.io/library/python:3.12\nengine=podman\nrun=python3 -c 'print(1)'");
    row("sudo and a prompt", "$ sudo docker run --name=bert-base img python run.py", "name=bert-base\nimage=img\nrun=python run.py");
    row("docker container run", "docker --context lab container run -d --name a img python a.py", "name=a\nimage=img\nrun=python a.py");
    row("a script for bash -c", "docker run img bash -c 'pip install -r req.txt && python train.py --lr 1e-4'",
        "image=img\nrun=pip install -r req.txt && python train.py --lr 1e-4");
    row("bash -lc over several lines", "docker run img bash -lc \"\n  set -e\n  python a.py\n\"", "image=img\nrun=set -e\n  python a.py");
    row("an entry point", "docker run --entrypoint python img train.py --epochs 3", "image=img\nrun=python train.py --epochs 3");
    row("a shell as entry point", "docker run --entrypoint /bin/bash img -c 'python a.py'", "image=img\nrun=python a.py");
    row("variables in all forms", "docker run -e EPOCHS=10 --env LR=1e-4 -eBATCH=32 --env=SEED='4 2' -e HOME_DIR img python a.py",
        "image=img\nenv=BATCH=32\nenv=EPOCHS=10\nenv=LR=1e-4\nenv=SEED=4 2\ntake=HOME_DIR\nrun=python a.py");
    row("words keep their quotes", "docker run img python train.py --prompt 'a \"b\" $c' --glob '*.pt' ''",
        "image=img\nrun=python train.py --prompt 'a \"b\" $c' --glob '*.pt' ''");
    row("a mount with names", "docker run --mount type=bind,source=/models,target=/m,readonly img python a.py",
        "image=img\nfolder=/models->/m ro\nrun=python a.py");
    row("time to stop", "docker run --stop-timeout 120 img python a.py", "image=img\ngrace=120\nrun=python a.py");
    row("output and errors together", "docker run img python a.py 2>&1", "image=img\nrun=python a.py");
    row("the image's own command", "docker run --gpus all vllm/vllm-openai:latest", "image=vllm/vllm-openai:latest");
    row("a job of one node",
        "#!/bin/bash\n#SBATCH --job-name=resnet50\n#SBATCH --gres=gpu:a100:4\n#SBATCH --time=1-12:00:00\n#SBATCH --cpus-per-task=32\n"
        "#SBATCH --mem=200G\n#SBATCH --output=logs/%j.out\n\nsource venv/bin/activate\nsrun python train.py --epochs 90\n",
        "name=resnet50\ngpus=A100:4\nhours=36\nrun=source venv/bin/activate\npython train.py --epochs 90");
    row("short options", "#!/bin/bash\n#SBATCH -J tune\n#SBATCH -t 90\n#SBATCH -N1\n#SBATCH -n 1\n#SBATCH -G h100:2\npython tune.py\n",
        "name=tune\ngpus=H100:2\nhours=1.5\nrun=python tune.py");
    row("GPUs for each node", "#!/bin/bash\n#SBATCH --gpus-per-node=nvidia_a100_80gb:8\n#SBATCH --time=02:30:00\ntorchrun t.py\n",
        "gpus=A100-80GB:8\nhours=2.5\nrun=torchrun t.py");
    row("GPUs for each process", "#!/bin/bash\n#SBATCH --ntasks-per-node=4\n#SBATCH --gpus-per-task=v100:1\npython t.py\n",
        "gpus=V100:4\nrun=python t.py");
    row("modules become comments", "#!/bin/bash\n#SBATCH -J a\nmodule purge\nmodule load cuda/12.1\npython a.py\n",
        "name=a\nrun=# module purge\n# module load cuda/12.1\npython a.py");
    row("a module in a block", "#!/bin/bash\n#SBATCH -J a\nif true; then\n  module load a \\\n    b\nfi\nls\n",
        "name=a\nrun=if true; then\n  : # module load a \\\n#     b\nfi\nls");
    row("GPUs by model and by number", "#!/bin/bash\n#SBATCH --gres=lscratch:200,gpu:h100:4(S:0-1)\nls\n", "gpus=H100:4\nrun=ls");
    row("a model that ends with a number", "#!/bin/bash\n#SBATCH --gres=gpu:h100\nls\n", "gpus=H100:1\nrun=ls");
    row("what Slurm would set",
        "#!/bin/bash\n#SBATCH --cpus-per-task=12\n#SBATCH -N 1\nexport OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK\nsrun python a.py --nodes $SLURM_NNODES\n",
        "env=SLURM_CPUS_PER_TASK=12\nenv=SLURM_NNODES=1\nrun=export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK\npython a.py --nodes $SLURM_NNODES");
    row("srun behind other words", "#!/bin/bash\n#SBATCH -J a\nfor i in 1 2; do srun -n 1 python a.py $i; done\nLR=1 srun python b.py\n",
        "name=a\nrun=for i in 1 2; do python a.py $i; done\nLR=1 python b.py");
    row("folders of a container of pyxis",
        "#!/bin/bash\n#SBATCH -J a\nsrun --container-image=img --container-mounts=/d:/data:ro,/s python a.py\n",
        "name=a\nimage=img\nfolder=/d->/data ro\nfolder=/s->/s\nrun=python a.py");
    row("srun over several lines",
        "#!/bin/bash\n#SBATCH -J a\nsrun --ntasks=1 \\\n     --cpu-bind=none \\\n     python a.py \\\n  --x 1\necho done\n",
        "name=a\nrun=python a.py \\\n  --x 1\necho done");
    row("a container of pyxis",
        "#!/bin/bash\n#SBATCH -J a\nsrun --container-image=nvcr.io#nvidia/pytorch:24.01-py3 --container-mounts=/d:/d python a.py\n",
        "name=a\nimage=nvcr.io/nvidia/pytorch:24.01-py3\nfolder=/d->/d\nrun=python a.py");
    row("an array", "#!/bin/bash\n#SBATCH --array=3-9%2\npython a.py --seed $SLURM_ARRAY_TASK_ID\n",
        "env=SLURM_ARRAY_TASK_ID=3\nrun=python a.py --seed $SLURM_ARRAY_TASK_ID");
    row("exported variables", "#!/bin/bash\n#SBATCH --export=NONE,OMP_NUM_THREADS=8\npython a.py\n",
        "env=OMP_NUM_THREADS=8\nrun=python a.py");
    row("a dstack task",
        "type: task\nname: train-distrib\npython: \"3.12\"\nenv:\n  - EPOCHS=3\n  - HF_TOKEN\ncommands:\n  - pip install -r requirements.txt\n"
        "  - python train.py\nresources:\n  gpu: H100:8\n  shm_size: 24GB\nmax_duration: 6h\n",
        "name=train-distrib\ngpus=H100:8\nshm=24GB\nenv=EPOCHS=3\nsecret=HF_TOKEN\nhours=6\nrun=pip install -r requirements.txt\npython train.py");
    row("ports, memory and network",
        "docker run -p 8888:8888 -p 8080:80/tcp --publish=0.0.0.0:6006:6006 --shm-size 16g --net=bridge img python a.py",
        "image=img\nshm=16GB\nnetwork=bridge\nports=8888 8080:80 0.0.0.0:6006:6006\nrun=python a.py");
    row("memory in bytes", "docker run --shm-size=1073741824 img ls", "image=img\nshm=1GB\nrun=ls");
    row("a part of a gigabyte", "docker run --shm-size 1.5gb img ls", "image=img\nshm=1536MB\nrun=ls");
    row("the machine's memory", "docker run --ipc=host --shm-size 8g img ls", "image=img\nrun=ls");
    row("the machine's network", "docker run --network host img ls", "image=img\nnetwork=host\nrun=ls");
    row("chosen GPUs", "docker run --gpus '\"device=0,2\"' img ls", "image=img\nchosen=0 2\nrun=ls");
    row("one chosen GPU", "docker run --gpus device=1 img ls", "image=img\nchosen=1\nrun=ls");
    row("chosen GPUs without quotes", "docker run --gpus device=0,1,capabilities=utility img ls", "image=img\nchosen=0 1\nrun=ls");
    row("a GPU by UUID", "docker run --gpus '\"device=GPU-5f1c0a2b-aa\"' img ls", "image=img\nchosen=GPU-5f1c0a2b-aa\nrun=ls");
    row("a GPU of podman", "podman run --device nvidia.com/gpu=1 --userns=keep-id img ls",
        "image=img\nengine=podman\nchosen=1\nuser=host\nrun=ls");
    row("a GPU by variable", "docker run --runtime=nvidia -e NVIDIA_VISIBLE_DEVICES=0,3 img ls", "image=img\nchosen=0 3\nrun=ls");
    row("two ways to choose GPUs", "docker run --gpus device=1 -e CUDA_VISIBLE_DEVICES=0 img ls", "image=img\nchosen=1\nrun=ls");
    row("whoever types", "docker run -u $(id -u):$(id -g) img ls", "image=img\nuser=host\nrun=ls");
    row("whoever types, by variables", "docker run --user \"$UID:$GID\" img ls", "image=img\nuser=host\nrun=ls");
    row("root", "docker run --user 0:0 img ls", "image=img\nrun=ls");
    row("folders in the home", "docker run -v $HOME/.cache/huggingface:/root/.cache/huggingface -v ~/runs:/runs:z img ls",
        "image=img\nfolder=~/.cache/huggingface->/root/.cache/huggingface\nfolder=~/runs->/runs\nrun=ls");
    row("shared memory as a folder", "docker run -v /dev/shm:/dev/shm img ls", "image=img\nrun=ls");
    row("a mount that can be written", "docker run --mount type=bind,src=/a,dst=/b,readonly=false img ls",
        "image=img\nfolder=/a->/b\nrun=ls");
    row("short options together, and a port", "docker run -itp 80:80 img ls", "image=img\nports=80\nrun=ls");
    row("short options together, and a folder", "docker run -itdv /a:/b img ls", "image=img\nfolder=/a->/b\nrun=ls");
    row("short options together, and a value in the word", "docker run -itp8080:80 -dv/a:/b -e=A=1 img ls",
        "image=img\nports=8080:80\nfolder=/a->/b\nenv=A=1\nrun=ls");
    row("a name with a dollar sign", "docker run --name 'a$b' img ls", "name=a$$b\nimage=img\nrun=ls");
    row("memory and count", "type: task\nimage: a/b:1\ncommands:\n  - ls\nresources:\n  gpu: A100:80GB:2\n",
        "image=a/b:1\ngpus=A100-80GB:2\nrun=ls");
    row("several models", "type: task\ncommands: [ls]\nresources:\n  gpu: nvidia:H100,A100:4..8\n", "gpus=H100:4\nor=A100:4\nrun=ls");
    row("at least some memory", "type: task\ncommands: [ls]\nresources:\n  gpu: A100:40GB..:2\n  shm_size: 16GB\n",
        "gpus=A100:2\nshm=16GB\nrun=ls");
    row("ports and volumes",
        "type: task\nimage: a\nports: [8888, '8080:80', '*:6006']\nvolumes:\n  - /srv/data:/data\n  - instance_path: /srv/c\n    path: /c\ncommands: [ls]\n",
        "image=a\nports=8888 8080:80 6006\nfolder=/srv/c->/c\nfolder=/srv/data->/data\nrun=ls");
    row("secrets of a server",
        "type: task\nenv:\n  - WHO=${{ secrets.user_name }}\n  - RUN=${{ run.id }}\ncommands: [ls]\nstop_duration: 2m\n",
        "take=RUN\nsecret=WHO\ngrace=120\nrun=ls");
    row("a GPU as a map", "type: task\ncommands: [python a.py]\nresources:\n  gpu: {name: L40S, count: 2..4}\nenv: {A: 1}\n",
        "gpus=L40S:2\nenv=A=1\nrun=python a.py");
    row("a dev environment", "type: dev-environment\nname: vscode\nide: vscode\ninit:\n  - pip install wandb\nresources:\n  gpu: 24GB\n",
        "name=vscode\nsetup=pip install wandb\nrun=sleep infinity");
    row("files and a repository", "type: task\nrepos:\n  - .\nfiles:\n  - ~/data:/data\ncommands:\n  - |\n    a\n    b\n",
        "workdir=.\nmount=~/data->/data\nrun=a\nb");
}

void TestTaskImport::commandsScriptsAndFilesBecomeTasks()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    QVERIFY(importKind(text) != ImportKind::None);
    const auto imported = importedTask(text);
    QVERIFY2(imported, imported ? "" : qPrintable(imported.error().what));
    const TaskCheck check = parseTask(imported->yaml);
    if (expected.contains(QLatin1String("run="))) {
        QVERIFY2(check.errors.isEmpty(), imported->yaml.constData());
        QCOMPARE(shape(check.task), expected);
        // What was made is a task file, and no second import.
        QCOMPARE(importKind(imported->yaml), ImportKind::None);
    } else {
        QCOMPARE(check.errors.size(), 1);
        QVERIFY(imported->yaml.contains(expected.section(u'=', 1).toUtf8()));
    }
}

void TestTaskImport::whatIsLeftOutIsNotedWithItsLine_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("part");
    const auto row = [](const char *name, const char *text, int line, const char *part) {
        QTest::newRow(name) << QByteArray(text) << line << QString::fromUtf8(part);
    };
    row("an option", "docker run \\\n --rm \\\n --privileged img ls", 3, "--privileged");
    row("a port", "docker run \\\n -p 53:53/udp img ls", 2, "resources.ports");
    row("who reaches a port", "docker run -p 8888:8888 img ls", 0, "0.0.0.0:8888:8888");
    row("ports without a network", "docker run --network none -p 80:80 img ls", 0, "no network");
    row("a network of one's own", "docker run --network lab img ls", 1, "“lab”");
    row("odd GPUs", "docker run --gpus 'device=first' img ls", 1, "in gpus");
    row("another user", "docker run -u alice img ls", 1, "user: host");
    row("a user without a group", "docker run -u 1000 img ls", 1, "1000:1000");
    row("odd shared memory", "docker run --shm-size lots img ls", 1, "resources.shm");
    row("an option of a folder", "docker run -v /a:/b:rshared img ls", 1, "rshared");
    row("where folders are", "docker run -v /a:/b img ls", 1, "file_mounts");
    row("a folder by variable", "docker run -v $DATA:/b img ls", 1, "$DATA:/b");
    row("processors", "docker run --cpus 8 img ls", 1, "--cpus=8");
    row("a file of variables", "docker run --env-file .env img ls", 1, ".env");
    row("a named volume", "docker run -v cache:/c img ls", 1, "cache");
    row("a number of GPUs", "docker run --gpus 2 img ls", 1, "H100:2");
    row("another command", "docker pull img\ndocker run img ls", 1, "docker pull");
    row("an image without a name", "docker run 'odd image' ls", 1, "resources.image_id");
    row("ports that meet", "docker run -p 8000-8010:8000-8010 \\\n -p 8005:5 img ls", 2, "same port of the machine");
    row("a file for the output", "docker run img ls > out.txt 2>&1", 1, "> out.txt");
    row("what follows the command", "docker run img ls | tee log", 1, "tee log");
    row("a variable in the command", "docker run img \\\n echo $HOME", 2, "$HOME");
    row("the missing command", "docker run img", 0, "run");
    row("an interactive shell", "docker run -it img bash", 1, "interactive");
    row("several nodes", "#!/bin/bash\n#SBATCH --nodes=4\nls\n", 2, "4 nodes");
    row("a partition", "#!/bin/bash\n#SBATCH -p gpu\nls\n", 2, "partition");
    row("mail", "#!/bin/bash\n#SBATCH --mail-user=a@b.c\nls\n", 2, "alerts");
    row("an array", "#!/bin/bash\n#SBATCH --array=1-3\nls\n", 2, "1-3");
    row("a directive behind a command", "#!/bin/bash\n#SBATCH -J a\nls\n#SBATCH -t 5\n", 4, "behind");
    row("a variable of Slurm", "#!/bin/bash\n#SBATCH -J a\necho $SLURM_NODELIST\n", 3, "SLURM_NODELIST");
    row("an odd time", "#!/bin/bash\n#SBATCH -t soon\nls\n", 2, "soon");
    row("python of dstack", "type: task\npython: \"3.11\"\ncommands: [ls]\n", 2, "3.11");
    row("memory without a model", "type: task\ncommands: [ls]\nresources:\n  gpu: 24GB..\n", 4, "24GB");
    row("an unknown key", "type: task\ncommands: [ls]\nspot_policy: auto\n", 3, "spot_policy");
    row("ports of dstack", "type: task\nports:\n  - 6006\ncommands: [ls]\n", 0, "tunnel");
    row("a folder without an image", "type: task\nvolumes:\n  - /srv/data:/data\ncommands: [ls]\n", 0, "resources.image_id");
    row("a volume of a cloud", "type: task\nvolumes:\n  - data:/data\ncommands: [ls]\n", 3, "mounts");
    row("a number of GPUs of dstack", "type: task\ncommands: [ls]\nresources:\n  gpu: H100:2..4\n", 4, "2..4");
    row("a module beside a command", "#!/bin/bash\n#SBATCH -J a\nmodule load a && python b.py\n", 3, "still in");
    row("a container of a cluster", "#!/bin/bash\n#SBATCH -J a\nsingularity exec --nv a.sif python b.py\n", 3, "resources.image_id");
    row("nodes asked for in a command", "#!/bin/bash\n#SBATCH -J a\nH=$(scontrol show hostnames | head -1)\nls\n", 3, "scontrol");
    row("where Slurm starts", "#!/bin/bash\n#SBATCH -J a\nls\n", 0, "workdir");
    row("a second document", "type: task\ncommands: [ls]\n---\ntype: task\n", 4, "first document");
}

void TestTaskImport::whatIsLeftOutIsNotedWithItsLine()
{
    QFETCH(QByteArray, text);
    QFETCH(int, line);
    QFETCH(QString, part);
    const auto imported = importedTask(text);
    QVERIFY(imported);
    QString all;
    bool isFound = false;
    for (const ImportNote &note : imported->notes) {
        all += QStringLiteral("%1: %2\n").arg(note.line).arg(note.what);
        isFound = isFound || (note.line == line && note.what.contains(part));
    }
    QVERIFY2(isFound, qPrintable(all));
    QVERIFY(QString::fromUtf8(imported->yaml).contains(part));
}

void TestTaskImport::secretsLoseTheirValuesEverywhere_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("name");
    QTest::newRow("docker") << QByteArray("docker run -e HF_TOKEN=topsecretvalue img ls") << QStringLiteral("HF_TOKEN");
    QTest::newRow("docker, by value") << QByteArray("docker run -e HUB=hf_abcdefghijklmnopqrstuvwxyztopsecretvalue img ls")
                                      << QStringLiteral("HUB");
    QTest::newRow("before the command") << QByteArray("WANDB_API_KEY=topsecretvalue docker run -e WANDB_API_KEY img ls")
                                        << QStringLiteral("WANDB_API_KEY");
    QTest::newRow("exported before") << QByteArray("export DB_PASSWORD=topsecretvalue\ndocker run -e DB_PASSWORD img ls")
                                     << QStringLiteral("DB_PASSWORD");
    QTest::newRow("sbatch body") << QByteArray("#!/bin/bash\n#SBATCH -J a\nexport HF_TOKEN='topsecretvalue'\nls\n")
                                 << QStringLiteral("HF_TOKEN");
    QTest::newRow("sbatch option") << QByteArray("#!/bin/bash\n#SBATCH --export=API_KEY=topsecretvalue\nls\n") << QStringLiteral("API_KEY");
    QTest::newRow("an option of the command") << QByteArray("docker run img python a.py --hf-token topsecretvalue")
                                              << QStringLiteral("HF_TOKEN");
    QTest::newRow("an assignment in a shell") << QByteArray("docker run img bash -c 'export WANDB_API_KEY=topsecretvalue; python a.py'")
                                              << QStringLiteral("WANDB_API_KEY");
    QTest::newRow("a login") << QByteArray("docker run img bash -c \"huggingface-cli login --token topsecretvalue && ls\"")
                             << QStringLiteral("TOKEN");
    QTest::newRow("an address") << QByteArray("#!/bin/bash\n#SBATCH -J a\ngit clone https://me:topsecretvalue@code.example/a.git\n")
                                << QStringLiteral("ADDRESS_PASSWORD");
    QTest::newRow("a variable in the command") << QByteArray("docker run -e A=1 img bash -c \"DB_PASSWORD=topsecretvalue python $A\"")
                                               << QStringLiteral("DB_PASSWORD");
    QTest::newRow("dstack command") << QByteArray("type: task\ncommands:\n  - export HF_TOKEN=topsecretvalue\n  - python a.py\n")
                                    << QStringLiteral("HF_TOKEN");
    QTest::newRow("dstack list") << QByteArray("type: task\nenv:\n  - HF_TOKEN=topsecretvalue\ncommands: [ls]\n")
                                 << QStringLiteral("HF_TOKEN");
    QTest::newRow("dstack map") << QByteArray("type: task\nenv: {HF_TOKEN: topsecretvalue}\nregistry_auth: {password: topsecretvalue}\n"
                                              "commands: [ls]\n")
                                << QStringLiteral("HF_TOKEN");
}

void TestTaskImport::secretsLoseTheirValuesEverywhere()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, name);
    const auto imported = importedTask(text);
    QVERIFY(imported);
    QVERIFY2(!imported->yaml.contains("topsecretvalue"), imported->yaml.constData());
    for (const ImportNote &note : imported->notes)
        QVERIFY2(!note.what.contains(QLatin1String("topsecretvalue")), qPrintable(note.what));
    const Task task = parseTask(imported->yaml).task;
    QVERIFY2(task.secrets.contains(name), imported->yaml.constData());
    QVERIFY(!task.secrets.value(name));
    QVERIFY(!imported->notes.isEmpty());
}

void TestTaskImport::secretsInCommandsBecomeVariables_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("run");
    const auto row = [](const char *name, const QByteArray &script, const QByteArray &run) {
        QTest::newRow(name) << QByteArray("#!/bin/bash\n#SBATCH -J a\n") + script << QString::fromUtf8(run);
    };
    const QByteArray token = "hf_" + QByteArray(24, 'a');
    row("alone", "a --x " + token, "a --x \"${HF_TOKEN}\"");
    row("in double quotes", "a \"x " + token + "\"", "a \"x ${HF_TOKEN}\"");
    row("in single quotes", "a 'x " + token + "'", "a 'x '\"${HF_TOKEN}\"''");
    row("twice the same", "a " + token + " " + token, "a \"${HF_TOKEN}\" \"${HF_TOKEN}\"");
    row("another one", "a " + token + " " + token + "b", "a \"${HF_TOKEN}\" \"${HF_TOKEN_2}\"");
    row("in a comment", "a # " + token + "\nb", "a # …\nb");
    row("an apostrophe in a comment", "# don't\na --password 'my secret 1'", "# don't\na --password \"${PASSWORD}\"");
    row("a variable stays", "a --token $HF_TOKEN --max-tokens 4096 --pad_token '<pad>' --tokenizer llama",
        "a --token $HF_TOKEN --max-tokens 4096 --pad_token '<pad>' --tokenizer llama");
    row("a placeholder stays", "HF_TOKEN=<your_token> a\nA_KEY= b", "HF_TOKEN=<your_token> a\nA_KEY= b");
    row("the keyring of wandb", "wandb login " + QByteArray(40, 'f'), "wandb login \"${WANDB_API_KEY}\"");
}

void TestTaskImport::secretsInCommandsBecomeVariables()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, run);
    const auto imported = importedTask(text);
    QVERIFY(imported);
    const Task task = parseTask(imported->yaml).task;
    QCOMPARE(task.run.trimmed(), run);
    const QRegularExpression variable(QStringLiteral("\\$\\{([A-Z_0-9]+)\\}"));
    for (auto at = variable.globalMatch(run); at.hasNext();)
        QVERIFY(task.secrets.contains(at.next().captured(1)));
}

void TestTaskImport::otherTextIsRefusedWithAReason_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("prose") << QByteArray("Please run my training.");
    QTest::newRow("a task of ours") << QByteArray("name: a\nrun: |\n  docker run img ls\n");
    QTest::newRow("an open quote") << QByteArray("docker run img sh -c 'python a.py");
    QTest::newRow("an open substitution") << QByteArray("docker run img echo $(date");
    QTest::newRow("bytes that are no text") << QByteArray("docker run \xff\xfe img");
    QTest::newRow("a zero byte") << QByteArray("docker run img a\0b", 18);
    QTest::newRow("too long") << QByteArray("docker run img ") + QByteArray(300 * 1024, 'a');
    QTest::newRow("only mentioned") << QByteArray("echo 'docker run' is a command");
    QTest::newRow("a fleet") << QByteArray("type: fleet\nname: a\n");
    QTest::newRow("broken YAML") << QByteArray("type: task\ncommands: [\n");
    QTest::newRow("deep YAML") << QByteArray("type: task\ncommands: ") + QByteArray(5000, '[');
}

void TestTaskImport::otherTextIsRefusedWithAReason()
{
    QFETCH(QByteArray, text);
    const auto imported = importedTask(text);
    QVERIFY2(!imported, imported ? imported->yaml.constData() : "");
    QCOMPARE(imported.error().code, ErrorCode::InvalidInput);
    QVERIFY(imported.error().what.size() > 20);
}

void TestTaskImport::textFromEditorsAndTerminalsIsUnderstood()
{
    // Line ends of other systems, a mark at the start, blanks behind a backslash.
    const auto imported = importedTask("\xef\xbb\xbf"
                                       "docker run \\  \r\n  -e A=1 \\\r\n  img python a.py\r\n");
    QVERIFY(imported);
    QCOMPARE(shape(parseTask(imported->yaml).task), QStringLiteral("image=img\nenv=A=1\nrun=python a.py"));
    // Characters that hide or turn text reach neither comments nor notes.
    const auto odd = importedTask("docker run --na\u202eme img ls");
    QVERIFY(odd);
    QVERIFY(!QString::fromUtf8(odd->yaml).section(QStringLiteral("\nresources"), 0, 0).contains(QChar(0x202e)));
}

void TestTaskImport::anEndlessListOfNotesIsCut()
{
    QByteArray text = "docker run";
    for (int i = 0; i < 5000; ++i)
        text += " --odd" + QByteArray::number(i);
    const auto imported = importedTask(text + " img ls");
    QVERIFY(imported);
    QVERIFY(imported->notes.size() < 100);
    QVERIFY(parseTask(imported->yaml).errors.isEmpty());
}

void TestTaskImport::anyCommandBecomesATaskThatIsValid()
{
    const uint seed = 7;
    QRandomGenerator random(seed);
    const QByteArrayList options{"-it",       "-itd",       "--rm",     "-p",           "-P",
                                 "-itp",      "-v",         "-dv",      "--volume",     "--mount",
                                 "-e",        "--env",      "-w",       "-u",           "--user",
                                 "--gpus",    "--shm-size", "--ipc",    "--net",        "--network=host",
                                 "--network", "--name",     "--device", "--entrypoint", "--stop-timeout",
                                 "--userns",  "--env-file", "--cpus",   "--restart",    "--privileged",
                                 "--",        "-",          "--="};
    const QByteArrayList values{"80",
                                "80:80",
                                "8000-8010:8000-8010",
                                "8005:5",
                                "0.0.0.0:80:81",
                                "53/udp",
                                "/a:/b",
                                "/a:/b:ro",
                                "/c:/b/",
                                "./x:/b/y",
                                "$PWD:/w",
                                "~/d:/trainyard/x",
                                "a,b:/q",
                                "'/x\"y:/z'",
                                "type=bind,src=/a,dst=/b,ro",
                                "A=1",
                                "TRAINYARD_X=1",
                                "CUDA_VISIBLE_DEVICES=1",
                                "NVIDIA_VISIBLE_DEVICES=0",
                                "HF_TOKEN=abc",
                                "all",
                                "2",
                                "device=0,1",
                                "'\"device=GPU-1f,0:1\"'",
                                "8g",
                                "0",
                                "99999999g",
                                "host",
                                "none",
                                "bridge",
                                "lab",
                                "root",
                                "1000:1000",
                                "$(id -u)",
                                "nvidia.com/gpu=1",
                                "img",
                                "'odd image'",
                                "IMAGE:Tag",
                                "python",
                                "train.py",
                                "bash",
                                "-c",
                                "'a b'",
                                "\xe8\xae\xad\xe7\xbb\x83",
                                "2>&1",
                                ">",
                                "'$x'",
                                "\"$y\"",
                                "x\\ y"};
    for (int round = 0; round < 4000; ++round) {
        QByteArray command = random.bounded(4) == 0 ? "podman run" : "docker run";
        for (int n = random.bounded(8); n > 0; --n) {
            command += ' ' + options[random.bounded(int(options.size()))];
            if (random.bounded(3) > 0)
                command += ' ' + values[random.bounded(int(values.size()))];
        }
        for (int n = random.bounded(5); n > 0; --n)
            command += ' ' + values[random.bounded(int(values.size()))];
        const auto imported = importedTask(command + " \n");
        QVERIFY2(imported, command.constData());
        const TaskCheck check = parseTask(imported->yaml);
        for (const TaskIssue &issue : check.errors) {
            QVERIFY2(issue.what.contains(QLatin1String("'run' is missing")) || issue.what.contains(QLatin1String("'run' is empty")),
                     qPrintable(QString::fromUtf8(command) + u'\n' + issue.what + u'\n' + QString::fromUtf8(imported->yaml)));
        }
        QVERIFY2(!imported->yaml.contains("abc"), command.constData());
    }
}

QTEST_APPLESS_MAIN(TestTaskImport)

#include "tst_taskimport.moc"
