// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/taskcompletion.h"

#include "core/model/taskschema.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::TaskCompletion)
};

using CandidateKind = TaskCandidate::Kind;

constexpr qsizetype kMaxCandidates = 40;

struct SnippetRow {
    const char *name, *help;
    const char *section;  // not offered where the file has it
    // Lines with two blanks for each level; what is between [[ and ]] is to be filled in.
    const char *lines;
};

const SnippetRow kSnippets[] = {
    {"checkpoints: …",
     QT_TRANSLATE_NOOP("trainyard::TaskCompletion", "A section with folder, names, resume argument and how many are kept."), "checkpoints",
     "checkpoints:\n  dir: [[/checkpoints]]\n  pattern: [[step-*.pt]]\n  resume: [[--resume {path}]]\n  keep: [[3]]\n"},
    {"limits: …",
     QT_TRANSLATE_NOOP("trainyard::TaskCompletion",
                       "A section that ends the run after some hours, when a budget is used up or when its GPUs are idle."),
     "limits", "limits:\n  hours: [[12]]\n  budget: [[40 USD]]\n  price: [[2.49 USD]]\n  idle: [[30m]]\n"},
    {"alerts: …",
     QT_TRANSLATE_NOOP("trainyard::TaskCompletion", "A section with alerts for temperature, missing progress and a full disk."), "alerts",
     "alerts:\n  gpu_temperature: [[80]]\n  no_progress: [[15m]]\n  disk_full: [[6h]]\n"},
    {"run: torchrun …",
     QT_TRANSLATE_NOOP("trainyard::TaskCompletion", "One process for each GPU of the machine, with the arguments to resume."), "run",
     "run: |\n  torchrun --standalone --nproc-per-node=$SKYPILOT_NUM_GPUS_PER_NODE [[train.py]] $TRAINYARD_RESUME_ARGS\n"},
};
const char *const kTorchrunLine = "torchrun --standalone --nproc-per-node=$SKYPILOT_NUM_GPUS_PER_NODE [[train.py]] $TRAINYARD_RESUME_ARGS";

struct VariableRow {
    const char *name, *help;
};

// docs/run-directory.md lists what a run finds in its environment.
const VariableRow kVariables[] = {
    {"TRAINYARD_RESUME_ARGS",
     QT_TRANSLATE_NOOP("trainyard::TaskCompletion", "What checkpoints.resume adds to the command; empty for a new run.")},
    {"TRAINYARD_RESUME", QT_TRANSLATE_NOOP("trainyard::TaskCompletion", "The checkpoint to resume from; empty for a new run.")},
    {"TRAINYARD_CHECKPOINT_DIR", QT_TRANSLATE_NOOP("trainyard::TaskCompletion", "The folder for checkpoints, as the run sees it.")},
    {"TRAINYARD_RUN_ID", QT_TRANSLATE_NOOP("trainyard::TaskCompletion", "The name of this attempt.")},
    {"TRAINYARD_ATTEMPT", QT_TRANSLATE_NOOP("trainyard::TaskCompletion", "The number of this attempt, from 1.")},
    {"SKYPILOT_NUM_GPUS_PER_NODE", QT_TRANSLATE_NOOP("trainyard::TaskCompletion", "The number of GPUs that the task asks for.")},
    {"SKYPILOT_NUM_NODES", QT_TRANSLATE_NOOP("trainyard::TaskCompletion", "The number of machines.")},
    {"SKYPILOT_NODE_RANK", QT_TRANSLATE_NOOP("trainyard::TaskCompletion", "The number of this machine, from 0.")},
    {"SKYPILOT_NODE_IPS", QT_TRANSLATE_NOOP("trainyard::TaskCompletion", "The addresses of the machines, one a line.")},
    {"SKYPILOT_TASK_ID", QT_TRANSLATE_NOOP("trainyard::TaskCompletion", "The name of this attempt.")},
};

const VariableRow kFields[] = {
    {"path", QT_TRANSLATE_NOOP("trainyard::TaskCompletion", "The path of the checkpoint, as the run sees it.")},
    {"dir", QT_TRANSLATE_NOOP("trainyard::TaskCompletion", "The folder that the checkpoint is in.")},
    {"name", QT_TRANSLATE_NOOP("trainyard::TaskCompletion", "The name of the checkpoint in its folder.")},
    {"step", QT_TRANSLATE_NOOP("trainyard::TaskCompletion", "The step of the checkpoint.")},
};

QString translated(const char *text) { return QCoreApplication::translate("trainyard::TaskCompletion", text); }

// With the file's indentation, `column` blanks before each line but the first.
TaskSnippet snippetOf(const QString &lines, int step, qsizetype column)
{
    TaskSnippet snippet;
    qsizetype at = 0;
    const auto add = [&](qsizetype to) {
        for (; at < to; ++at) {
            snippet.text += lines[at];
            if (lines[at] != u'\n' || at + 1 >= lines.size())
                continue;
            qsizetype blanks = 0;
            while (at + 1 + blanks < lines.size() && lines[at + 1 + blanks] == u' ')
                ++blanks;
            snippet.text += QString(column + blanks / 2 * step, u' ');
            at += blanks;
        }
    };
    for (qsizetype open = lines.indexOf(QLatin1String("[[")); open >= 0; open = lines.indexOf(QLatin1String("[["), at)) {
        add(open);
        at += 2;
        const qsizetype close = lines.indexOf(QLatin1String("]]"), at);
        const qsizetype start = snippet.text.size();
        add(close);
        at += 2;
        snippet.stops.append({start, snippet.text.size() - start});
    }
    add(lines.size());
    return snippet;
}

class Candidates {
public:
    Candidates(const QString &text, const TaskCursor &cursor, const TaskVocabulary &vocabulary)
        : m_text(text), m_cursor(cursor), m_vocabulary(vocabulary)
    {
        switch (cursor.in) {
        case TaskCursor::In::Nothing: break;
        case TaskCursor::In::Key: addKeys(); break;
        case TaskCursor::In::Value: addValues(); break;
        case TaskCursor::In::Script: addTorchrun(); break;
        case TaskCursor::In::Variable: addVariables(); break;
        case TaskCursor::In::Field: addNamed(kFields); break;
        }
    }

    // Words that begin with the typed text come before those that contain it.
    TaskOffer best() const
    {
        QList<TaskCandidate> first, second, last;
        TaskOffer offer;
        for (const TaskCandidate &one : m_all) {
            const bool isWhole = one.word == m_cursor.typed && one.kind != CandidateKind::Snippet;
            const TaskSchemaKey *const key = one.kind == CandidateKind::Key ? schemaKey(one.word) : nullptr;
            offer.isWhole = offer.isWhole || isWhole;
            if (isWhole)
                continue;
            if (!one.word.startsWith(m_cursor.typed, Qt::CaseInsensitive)) {
                if (m_cursor.typed.size() > 1 && one.word.contains(m_cursor.typed, Qt::CaseInsensitive))
                    second << one;
            } else if (key && key->isUnused()) {
                last << one;
            } else {
                first << one;
            }
        }
        offer.candidates = (first + second + last).mid(0, kMaxCandidates);
        return offer;
    }

private:
    const TaskSchemaKey *schemaKey(const QString &name) const
    {
        return taskSchemaKey(m_cursor.section.isEmpty() ? name : m_cursor.section + u'.' + name);
    }
    void add(CandidateKind kind, const QString &word, const QString &about, const QString &inserted)
    {
        m_all.append({kind, word, about, {inserted, {}}});
    }
    QString keyText(const TaskSchemaKey &key) const;
    void addKeys();
    void addValues();
    void addTorchrun();
    void addVariables();
    void addNamed(const auto &rows)
    {
        for (const VariableRow &row : rows)
            addVariable(QLatin1String(row.name), translated(row.help));
    }
    void addVariable(const QString &name, const QString &about)
    {
        add(CandidateKind::Variable, name, about, m_cursor.isBraced && !m_cursor.hasValue ? name + u'}' : name);
    }

    const QString &m_text;
    const TaskCursor &m_cursor;
    const TaskVocabulary &m_vocabulary;
    QList<TaskCandidate> m_all;
};

// The key with what every such key is followed by.
QString Candidates::keyText(const TaskSchemaKey &key) const
{
    const bool isInFlow = m_text.mid(0, m_cursor.start).section(u'\n', -1).contains(u'{');
    const QString below = u'\n' + QString(m_cursor.indent + taskIndentStep(m_text), u' ');
    if (m_cursor.hasValue)
        return key.name();
    if (isInFlow || (key.value != TaskValue::Section && key.value != TaskValue::Entries && key.value != TaskValue::Script))
        return key.name() + QStringLiteral(": ");
    const bool isScript = key.value == TaskValue::Script && key.parent().isEmpty();
    return key.name() + (isScript ? QStringLiteral(": |") : QStringLiteral(":")) + below;
}

void Candidates::addKeys()
{
    // {H100: 8} names the model as a key.
    if (const TaskSchemaKey *const map = taskSchemaKey(m_cursor.section); map && map->value == TaskValue::Accelerators) {
        for (const QString &gpu : m_vocabulary.gpus)
            add(CandidateKind::Gpu, gpu, {}, m_cursor.hasValue ? gpu : gpu + QStringLiteral(": "));
    }
    for (const TaskSchemaKey *key : taskSchemaKeysIn(m_cursor.section)) {
        if (!m_cursor.siblings.contains(key->name()))
            add(CandidateKind::Key, key->name(), key->helpText(), keyText(*key));
    }
    if (!m_cursor.section.isEmpty() || m_cursor.hasValue || m_cursor.indent > 0)
        return;
    for (const SnippetRow &row : kSnippets) {
        if (!m_cursor.siblings.contains(QLatin1String(row.section)))
            m_all.append({CandidateKind::Snippet, QString::fromUtf8(row.name), translated(row.help),
                          snippetOf(QString::fromUtf8(row.lines), taskIndentStep(m_text), 0)});
    }
}

void Candidates::addValues()
{
    const TaskSchemaKey *const key = taskSchemaKey(m_cursor.key);
    if (!key)
        return;
    // Without the blank that belongs behind the colon, it is no value.
    const bool isBehindColon = m_cursor.start > 0 && m_text[m_cursor.start - 1] == u':';
    const QString before = isBehindColon ? QStringLiteral(" ") : QString();
    for (const QString &word : key->wordList())
        add(CandidateKind::Word, word, word == QLatin1String(key->standard) ? Words::tr("This is the default.") : QString(), before + word);
    if (key->value == TaskValue::Accelerators) {
        for (const QString &gpu : m_vocabulary.gpus)
            add(CandidateKind::Gpu, gpu, {}, before + gpu);
    }
    if (key->value == TaskValue::Image) {
        for (const QString &image : m_vocabulary.images)
            add(CandidateKind::Image, QStringLiteral("docker:") + image, {}, before + QStringLiteral("docker:") + image);
    }
}

void Candidates::addTorchrun()
{
    if (m_cursor.key != QLatin1String("run"))
        return;
    m_all.append({CandidateKind::Snippet, QStringLiteral("torchrun …"), translated(kSnippets[3].help),
                  snippetOf(QString::fromLatin1(kTorchrunLine), taskIndentStep(m_text), m_cursor.indent)});
}

void Candidates::addVariables()
{
    for (const QString &name : taskNamesIn(m_text, QStringLiteral("envs")))
        addVariable(name, Words::tr("A variable of this task."));
    for (const QString &name : taskNamesIn(m_text, QStringLiteral("secrets")))
        addVariable(name, Words::tr("A secret of this task."));
    addNamed(kVariables);
}

}  // namespace

TaskOffer taskOffer(const QString &text, const TaskCursor &cursor, const TaskVocabulary &vocabulary)
{
    return Candidates(text, cursor, vocabulary).best();
}

TaskHelp taskHelpAt(const TaskCursor &cursor)
{
    const TaskSchemaKey *const key = taskSchemaKey(cursor.key);
    if (!key)
        return {};
    TaskHelp help;
    help.title = cursor.key;
    help.what = key->helpText();
    help.value = key->valueText();
    help.standard = key->standardText();
    if (key->value != TaskValue::Word && key->value != TaskValue::Renting)
        help.words = key->wordList().join(Words::tr(", ", "between words"));
    if (*key->example && key->value != TaskValue::NoEffect)
        help.example = cursor.key.section(u'.', -1) + QStringLiteral(": ") + QString::fromUtf8(key->example);
    return help;
}

}  // namespace trainyard
