// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/gitsource.h"
#include "core/model/internal/taskreferences.h"
#include "core/model/internal/tasksections.h"
#include "core/model/internal/taskstores.h"
#include "core/model/projectname.h"
#include "core/model/taskvariables.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringDecoder>

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>

#include <algorithm>
#include <functional>
#include <sstream>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Task)
};

// Real task files are a few KiB; yaml-cpp is slow per byte.
constexpr qsizetype kMaxBytes = 1024 * 1024;

void readEngine(const YAML::Node &node, Task &task, IssueList &issues)
{
    const auto text = scalarText(node, QStringLiteral("engine"), issues);
    if (!text)
        return;
    if (const auto engine = engineFromName(*text))
        task.engine = *engine;
    else
        issues.error(node.Mark(), Words::tr("'%1' is not a valid engine: use auto, docker, podman, process or slurm.").arg(shown(*text)));
}

void readName(const YAML::Node &node, Task &task, IssueList &issues)
{
    if (!node.IsNull())
        task.name = scalarText(node, QStringLiteral("name"), issues).value_or(QString());
}

void readProject(const YAML::Node &node, Task &task, IssueList &issues)
{
    if (node.IsNull())
        return;
    const auto text = scalarText(node, QStringLiteral("project"), issues);
    if (const auto named = text ? checkProjectName(*text) : Result<void>(); !named)
        issues.error(node.Mark(), named.error().what);
    else
        task.project = text.value_or(QString());
}

// A folder, or a repository as text or as `url` and `ref`. With variables in it, it is checked once they are filled in.
void readWorkdir(const YAML::Node &node, Task &task, IssueList &issues)
{
    if (node.IsNull())
        return;
    GitSource repository;
    if (node.IsMap()) {
        const auto part = [&issues](const char *key, QString &text) {
            return KeyHandler{QLatin1String(key), [&issues, &text, key](const auto &, const auto &value) {
                                  if (!value.IsNull())
                                      text = scalarText(value, QLatin1String(key), issues).value_or(QString());
                              }};
        };
        readMap(node, QStringLiteral("workdir"), {part("url", repository.url), part("ref", repository.ref)}, issues);
        task.workdir = repository.text();
    } else {
        task.workdir = scalarText(node, QStringLiteral("workdir"), issues).value_or(QString());
        static const QRegularExpression kElsewhere(QStringLiteral("\\A(?!https?:|ssh:|git:)[A-Za-z][A-Za-z0-9+.-]*://"));
        if (task.workdir.contains(kElsewhere)) {
            issues.error(node.Mark(), Words::tr("'%1' is not on this computer: name a local folder.").arg(shown(task.workdir)));
            return;
        }
        const auto source = gitSource(task.workdir);
        if (!source)
            return;
        repository = *source;
    }
    if (!variablesIn(task.workdir).isEmpty())
        return;
    if (const auto checked = checkGitSource(repository); !checked)
        issues.error(node.Mark(), checked.error().what);
}

// Scripts that SkyPilot puts on its machines are not on others.
void checkScript(const YAML::Node &node, const QString &text, IssueList &issues)
{
    if (text.contains(QLatin1String("sky_templates/")))
        issues.error(node.Mark(), Words::tr("~/sky_templates is only on SkyPilot's machines: start Ray here with its own command."));
    static const QStringList kSet{
        QStringLiteral("NODE_RANK"),         QStringLiteral("NODE_IPS"),       QStringLiteral("NUM_NODES"),
        QStringLiteral("NUM_GPUS_PER_NODE"), QStringLiteral("TASK_ID"),        QStringLiteral("TASK_IDS"),
        QStringLiteral("SETUP_NODE_RANK"),   QStringLiteral("SETUP_NODE_IPS"), QStringLiteral("SETUP_NUM_GPUS_PER_NODE")};
    static const QRegularExpression kVariable(QStringLiteral("\\$\\{?SKYPILOT_([A-Z0-9_]+)"));
    QStringList told;
    for (auto found = kVariable.globalMatch(text); found.hasNext();) {
        const QString name = found.next().captured(1);
        if (kSet.contains(name) || told.contains(name))
            continue;
        told << name;
        issues.warning(node.Mark(),
                       Words::tr("SKYPILOT_%1 has no value here: a run has one machine and no cluster. Write the value, or add a "
                                 "variable of another name to 'envs'.")
                           .arg(name));
    }
}

// Options of docker in SkyPilot's own settings would change the container, which the keys of a task do here. All else in the settings is
// about clouds.
void readConfig(const QString &name, const YAML::Node &key, const YAML::Node &value, IssueList &issues)
{
    YAML::Node settings = value;
    if (name == QLatin1String("experimental") && value.IsMap() && value["config_overrides"])
        settings.reset(value["config_overrides"]);
    const YAML::Node docker = settings.IsMap() ? settings["docker"] : YAML::Node();
    if (docker.IsMap() && docker["run_options"] && !docker["run_options"].IsNull())
        issues.error(
            docker["run_options"].Mark(),
            Words::tr("'run_options' of docker are not read: write 'resources.shm', 'resources.ports', 'mounts', 'network' or 'user', "
                      "and remove them."));
    else
        issues.warning(key.Mark(), Words::tr("'%1' has no effect so far.").arg(name));
}

void readDocument(const YAML::Node &root, Task &task, IssueList &issues)
{
    if (!root.IsMap()) {
        issues.error(root.Mark(), Words::tr("A task file contains 'key: value' lines; it needs at least 'run: COMMAND'."));
        return;
    }
    bool hasRun = false, hasSlurm = false;
    YAML::Mark network = YAML::Mark::null_mark(), launcher = YAML::Mark::null_mark();
    std::function<void()> mounts, volumes;  // read last: they must not meet other folders
    YAML::Mark gpusAt = YAML::Mark::null_mark();
    QList<KeyHandler> handlers{
        {QStringLiteral("name"), [&](const auto &, const auto &value) { readName(value, task, issues); }},
        {QStringLiteral("project"), [&](const auto &, const auto &value) { readProject(value, task, issues); }},
        {QStringLiteral("resources"), [&](const auto &, const auto &value) { readResources(value, task, issues); }},
        {QStringLiteral("gpus"),
         [&](const auto &key, const auto &value) {
             gpusAt = key.Mark();
             readGpus(value, task, issues);
         }},
        {QStringLiteral("num_nodes"),
         [&](const auto &, const auto &value) {
             if (!value.IsNull() && scalarInt(value, QStringLiteral("num_nodes"), 1, 100000, issues).value_or(1) != 1)
                 issues.error(value.Mark(), Words::tr("Only one machine per run is supported so far: set 'num_nodes: 1'."));
         }},
        {QStringLiteral("workdir"), [&](const auto &, const auto &value) { readWorkdir(value, task, issues); }},
        {QStringLiteral("envs"), [&](const auto &, const auto &value) { readEnvs(value, task, issues); }},
        {QStringLiteral("secrets"), [&](const auto &, const auto &value) { readSecrets(value, task, issues); }},
        {QStringLiteral("file_mounts"), [&](const auto &, const auto &value) { readFileMounts(value, task, issues); }},
        {QStringLiteral("mounts"),
         [&](const auto &, const auto &value) { mounts = [&task, &issues, value] { readMounts(value, task, issues); }; }},
        {QStringLiteral("network"),
         [&](const auto &key, const auto &value) {
             network = key.Mark();
             readNetwork(value, task, issues);
         }},
        {QStringLiteral("ports"),
         [&](const auto &key, const auto &) { issues.error(key.Mark(), Words::tr("'ports' belongs in 'resources': move it there.")); }},
        {QStringLiteral("volumes"),
         [&](const auto &, const auto &value) { volumes = [&task, &issues, value] { readVolumes(value, task, issues); }; }},
        {QStringLiteral("setup"),
         [&](const auto &, const auto &value) {
             if (!value.IsNull())
                 task.setup = scalarText(value, QStringLiteral("setup"), issues).value_or(QString());
             checkScript(value, task.setup, issues);
         }},
        {QStringLiteral("run"),
         [&](const auto &, const auto &value) {
             if (value.IsNull())
                 return;
             hasRun = true;
             const auto text = scalarText(value, QStringLiteral("run"), issues);
             task.run = text.value_or(QString());
             checkScript(value, task.run, issues);
             if (text && text->trimmed().isEmpty())
                 issues.error(value.Mark(), Words::tr("'run' is empty: write the command that trains."));
         }},
        {QStringLiteral("checkpoints"), [&](const auto &key, const auto &value) { readCheckpoints(key, value, task, issues); }},
        {QStringLiteral("tensorboard"), [&](const auto &, const auto &value) { readTensorBoard(value, task, issues); }},
        {QStringLiteral("limits"), [&](const auto &, const auto &value) { readLimits(value, task, issues); }},
        {QStringLiteral("alerts"), [&](const auto &, const auto &value) { readAlerts(value, task, issues); }},
        {QStringLiteral("engine"), [&](const auto &, const auto &value) { readEngine(value, task, issues); }},
        {QStringLiteral("slurm"),
         [&](const auto &, const auto &value) {
             hasSlurm = !value.IsNull();
             readSlurm(value, task, issues);
         }},
        {QStringLiteral("user"), [&](const auto &, const auto &value) { readUser(value, task, issues); }},
        {QStringLiteral("launcher"),
         [&](const auto &, const auto &value) {
             launcher = value.Mark();
             readLauncher(value, task, issues);
         }},
    };
    for (const char *name : {"config", "experimental"}) {
        const QString key = QString::fromLatin1(name);
        handlers << KeyHandler{key, [&issues, key](const auto &keyNode, const auto &value) { readConfig(key, keyNode, value, issues); }};
    }
    handlers << withoutEffectIn(QString(), issues);
    readMap(root, Words::tr("the task"), handlers, issues);
    // What asks for a partition must not run on the login node.
    if (hasSlurm && task.engine == EngineKind::Auto)
        task.engine = EngineKind::Slurm;
    checkReferences(root, task, issues);
    if (mounts)
        mounts();
    if (volumes)
        volumes();
    checkStoreMounts(root, task, issues);
    checkPorts(network, task, issues);
    checkLauncher(launcher, task, issues);
    for (const char *name : {"CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES"}) {
        const QString variable = QString::fromLatin1(name);
        if (!task.gpus.isEmpty() && (task.envs.contains(variable) || task.envsToTake.contains(variable)))
            issues.error(gpusAt, Words::tr("Both 'gpus' and the variable %1 choose GPUs: remove one of the two.").arg(variable));
    }
    if (!hasRun)
        issues.error(root.Mark(), Words::tr("'run' is missing: write the command that trains."));
}

// The name of a pipeline, and how its tasks follow each other: a document before them.
bool isPipelineHead(const YAML::Node &document)
{
    return document.IsMap() && std::all_of(document.begin(), document.end(), [](const auto &entry) {
               static const QStringList kKeys{QStringLiteral("name"), QStringLiteral("execution"), QStringLiteral("primary_tasks")};
               return entry.first.IsScalar() && kKeys.contains(rawText(entry.first));
           });
}

void readPipelineHead(const YAML::Node &head, QString &name, IssueList &issues)
{
    readMap(head, Words::tr("the pipeline"),
            {
                {QStringLiteral("name"),
                 [&](const auto &, const auto &value) {
                     if (!value.IsNull())
                         name = scalarText(value, QStringLiteral("name"), issues).value_or(QString()).simplified();
                 }},
                {QStringLiteral("execution"),
                 [&](const auto &, const auto &value) {
                     if (scalarText(value, QStringLiteral("execution"), issues).value_or(QString()) == QLatin1String("parallel"))
                         issues.error(value.Mark(), Words::tr("Tasks of one file run one after the other here: use 'execution: serial', or "
                                                              "give each task its own file."));
                 }},
                {QStringLiteral("primary_tasks"),
                 [&](const auto &key, const auto &) {
                     issues.warning(key.Mark(), Words::tr("'%1' has no effect so far.").arg(QStringLiteral("primary_tasks")));
                 }},
            },
            issues);
}

// Each task is read, so that all mistakes are told at once.
void readPipeline(const std::vector<YAML::Node> &documents, TaskCheck &check, IssueList &issues)
{
    // By position: assigning one node to another would make all that refer to it the same.
    size_t first = 0, end = documents.size();
    while (end > 1 && documents[end - 1].IsNull())
        --end;
    if (end > 1 && isPipelineHead(documents.front())) {
        readPipelineHead(documents.front(), check.pipeline, issues);
        ++first;
    }
    if (end - first > size_t(kMaxPipelineSteps)) {
        issues.error(documents[first + kMaxPipelineSteps].Mark(), Words::tr("A pipeline has at most %1 tasks.").arg(kMaxPipelineSteps));
        return;
    }
    readDocument(documents[first], check.task, issues);
    while (++first < end)
        readDocument(documents[first], check.later.emplaceBack(), issues);
}

// yaml-cpp accepts any bytes; a NUL or invalid UTF-8 would result in text that is not in the file.
bool checkText(const QByteArray &yaml, IssueList &issues)
{
    YAML::Mark place = YAML::Mark::null_mark();
    if (yaml.size() > kMaxBytes) {
        issues.error(place, Words::tr("The file is larger than 1 MiB: a task file contains commands, not data."));
        return false;
    }
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString decoded = decoder.decode(yaml);
    if (decoder.hasError() || decoded.contains(QChar(u'\0'))) {
        issues.error(place, Words::tr("The file is not UTF-8 text: save it as UTF-8."));
        return false;
    }
    return true;
}

// Reads a text once more, for what yaml-cpp's nodes no longer tell.
class TagCheck : public YAML::EventHandler {
public:
    QString tag;  // the first that would give another value than the text behind it
    YAML::Mark mark = YAML::Mark::null_mark();

private:
    void OnDocumentStart(const YAML::Mark &) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark &, YAML::anchor_t) override {}
    void OnAlias(const YAML::Mark &, YAML::anchor_t) override {}
    void OnScalar(const YAML::Mark &at, const std::string &text, YAML::anchor_t, const std::string &) override { take(at, text); }
    void OnSequenceStart(const YAML::Mark &at, const std::string &text, YAML::anchor_t, YAML::EmitterStyle::value) override
    {
        take(at, text);
    }
    void OnSequenceEnd() override {}
    void OnMapStart(const YAML::Mark &at, const std::string &text, YAML::anchor_t, YAML::EmitterStyle::value) override { take(at, text); }
    void OnMapEnd() override {}

    void take(const YAML::Mark &at, const std::string &text)
    {
        static const QStringList kPlain{QString(), QStringLiteral("?"), QStringLiteral("!")};
        static const QStringList kNames{QStringLiteral("str"),  QStringLiteral("int"), QStringLiteral("float"),
                                        QStringLiteral("bool"), QStringLiteral("map"), QStringLiteral("seq")};
        const QString own = QString::fromStdString(text), yaml = QStringLiteral("tag:yaml.org,2002:");
        if (!tag.isEmpty() || kPlain.contains(own) || (own.startsWith(yaml) && kNames.contains(own.mid(yaml.size()))))
            return;
        tag = own.startsWith(yaml) ? QStringLiteral("!!") + own.mid(yaml.size()) : own;
        mark = at;
    }
};

// yaml-cpp 0.7 accepts an unclosed quote if a newline precedes the end of the file, and takes everything after it as its text. Without the
// trailing blanks it reports an error.
void insistOnPlainText(const QByteArray &yaml, IssueList &issues)
{
    TagCheck check;
    qsizetype size = yaml.size();
    while (size > 0 && (yaml[size - 1] == '\n' || yaml[size - 1] == '\r' || yaml[size - 1] == ' '))
        --size;
    std::istringstream text(yaml.left(size).toStdString());
    YAML::Parser parser(text);
    while (parser.HandleNextDocument(check)) {}
    if (!check.tag.isEmpty())
        issues.error(check.mark, Words::tr("Tags of YAML, like %1, are not read: write the value without it.").arg(shown(check.tag)));
}

QString notYaml(const YAML::Exception &exception, const IssueList &issues)
{
    if (!exception.mark.is_null() && issues.line(exception.mark.line).startsWith('\t'))
        return Words::tr("YAML cannot be indented with tabs: use spaces.");
    return Words::tr("This is not valid YAML (%1): check the indentation, colons and quotes here.")
        .arg(shown(QString::fromStdString(exception.msg)));
}

}  // namespace

TaskCheck parseTask(const QByteArray &yaml)
{
    TaskCheck check;
    IssueList issues(yaml.left(kMaxBytes));
    if (checkText(yaml, issues)) {
        try {
            const std::vector<YAML::Node> documents = YAML::LoadAll(yaml.toStdString());
            insistOnPlainText(yaml, issues);
            if (documents.empty())
                readDocument(YAML::Node(), check.task, issues);
            else
                readPipeline(documents, check, issues);
        } catch (const YAML::DeepRecursion &exception) {
            issues.error(exception.mark, Words::tr("Lists and maps are nested too deeply here: a task needs three levels."));
        } catch (const YAML::Exception &exception) {
            issues.error(exception.mark, notYaml(exception, issues));
        } catch (const std::exception &exception) {
            issues.error(YAML::Mark::null_mark(), Words::tr("The file could not be read: %1").arg(QString::fromUtf8(exception.what())));
        }
    }
    check.errors = issues.errors();
    check.warnings = issues.warnings();
    return check;
}

Result<TaskCheck> readTasks(const QByteArray &yaml, const QString &fileName)
{
    TaskCheck check = parseTask(yaml);
    if (check.errors.isEmpty())
        return check;
    const TaskIssue &first = check.errors.first();
    const QString place = first.line > 0 ? QStringLiteral("%1:%2:%3").arg(fileName).arg(first.line).arg(first.column) : fileName;
    return Error{ErrorCode::InvalidInput, QStringLiteral("%1: %2").arg(place, first.what), {}};
}

Result<Task> readTask(const QByteArray &yaml, const QString &fileName)
{
    TRY(const auto check, readTasks(yaml, fileName));
    if (check.later.isEmpty())
        return check.task;
    return Error{ErrorCode::InvalidInput,
                 QStringLiteral("%1: %2").arg(fileName, Words::tr("The file is a pipeline of several tasks: name a file with one.")),
                 {}};
}

}  // namespace trainyard
