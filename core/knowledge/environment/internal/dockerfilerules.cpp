// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/environment/internal/dockerfilerules.h"

#include "core/base/secretname.h"
#include "core/knowledge/environment/internal/commandrules.h"
#include "core/knowledge/environment/internal/dockerfilereader.h"

#include <QCoreApplication>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::DockerfileRules)
};

bool isShellPath(const QString &word)
{
    static const QStringList kShells{QStringLiteral("sh"), QStringLiteral("bash"), QStringLiteral("dash"), QStringLiteral("zsh"),
                                     QStringLiteral("ash")};
    return kShells.contains(word.section(u'/', -1));
}

struct Stage {
    QString name;
    TextRange image;  // in its FROM
    InstallPlace place;
    bool isKnown = false;           // that its base image runs as root
    std::optional<ShellWord> user;  // the last one given
    bool hasUser = false;           // or its base stage has set one
};

class DockerfileJudge {
public:
    explicit DockerfileJudge(LintCase &lint) : m_lint(lint), m_dockerfile(readDockerfile(lint.source())) {}

    void judge()
    {
        for (const Instruction &instruction : std::as_const(m_dockerfile.instructions))
            judgeInstruction(instruction);
        if (m_dockerfile.stages == 0) {
            m_lint.add("instruction", {0, 0}, Words::tr("There is no FROM: a Dockerfile begins with the image that it builds on."));
            return;
        }
        judgeUser();
    }

private:
    void judgeInstruction(const Instruction &instruction)
    {
        using Handler = void (DockerfileJudge::*)(const Instruction &);
        static const QHash<QString, Handler> kHandlers{{QStringLiteral("FROM"), &DockerfileJudge::judgeFrom},
                                                       {QStringLiteral("RUN"), &DockerfileJudge::judgeRun},
                                                       {QStringLiteral("CMD"), &DockerfileJudge::judgeStart},
                                                       {QStringLiteral("ENTRYPOINT"), &DockerfileJudge::judgeStart},
                                                       {QStringLiteral("ENV"), &DockerfileJudge::readEnv},
                                                       {QStringLiteral("ARG"), &DockerfileJudge::readArg},
                                                       {QStringLiteral("COPY"), &DockerfileJudge::judgeCopy},
                                                       {QStringLiteral("ADD"), &DockerfileJudge::judgeCopy},
                                                       {QStringLiteral("USER"), &DockerfileJudge::readUser},
                                                       {QStringLiteral("EXPOSE"), &DockerfileJudge::judgePorts},
                                                       {QStringLiteral("LABEL"), nullptr},
                                                       {QStringLiteral("MAINTAINER"), nullptr},
                                                       {QStringLiteral("VOLUME"), nullptr},
                                                       {QStringLiteral("WORKDIR"), nullptr},
                                                       {QStringLiteral("ONBUILD"), nullptr},
                                                       {QStringLiteral("STOPSIGNAL"), nullptr},
                                                       {QStringLiteral("HEALTHCHECK"), nullptr},
                                                       {QStringLiteral("SHELL"), nullptr}};
        const auto handler = kHandlers.find(instruction.name);
        if (handler == kHandlers.end()) {
            QString nearest;
            for (auto it = kHandlers.begin(); it != kHandlers.end() && instruction.name.size() < 20; ++it) {
                if (distance(it.key(), instruction.name) == 1)
                    nearest = it.key();
            }
            m_lint.add("instruction", instruction.nameRange,
                       Words::tr("“%1” is not a valid instruction.").arg(m_lint.source().part(instruction.nameRange).left(40)),
                       {nearest.isEmpty() ? std::nullopt : std::optional(nearest)});
        } else if (m_stages.isEmpty() && instruction.name != QLatin1String("FROM") && instruction.name != QLatin1String("ARG")) {
            m_lint.add("instruction", instruction.nameRange, Words::tr("%1 comes before FROM.").arg(instruction.name));
        } else if (*handler) {
            (this->**handler)(instruction);
        }
    }

    // Replaces ${NAME} and ${NAME:-default} using the preceding ARGs.
    QString filledIn(QString text) const
    {
        static const QRegularExpression form(
            QStringLiteral("\\$(?:\\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\\}|([A-Za-z_][A-Za-z0-9_]*))"));
        for (int i = 0; i < 8; ++i) {
            const auto match = form.match(text);
            if (!match.hasMatch())
                break;
            const QString name = match.captured(1) + match.captured(3);
            if (!m_arguments.contains(name) && match.captured(2).isEmpty())
                break;
            text.replace(match.capturedStart(), match.capturedLength(), m_arguments.value(name, match.captured(2)));
        }
        return text.left(1000);
    }

    void judgeFrom(const Instruction &instruction)
    {
        Stage stage;
        if (!instruction.words.isEmpty()) {
            const ShellWord &image = instruction.words.first();
            stage.image = image.range();
            if (instruction.words.size() > 2 && instruction.words[1].text.compare(QLatin1String("as"), Qt::CaseInsensitive) == 0)
                stage.name = instruction.words[2].text;
            const auto earlier = std::find_if(m_stages.begin(), m_stages.end(), [&](const Stage &one) {
                return !one.name.isEmpty() && one.name.compare(image.text, Qt::CaseInsensitive) == 0;
            });
            if (earlier != m_stages.end()) {
                const QString name = stage.name;
                stage = *earlier;
                stage.name = name;
                stage.image = image.range();
                stage.user.reset();
            } else {
                judgeImage(image, stage);
            }
        } else {
            m_lint.add("instruction", instruction.nameRange, Words::tr("FROM names no image."));
        }
        m_stages << stage;
    }

    void judgeImage(const ShellWord &word, Stage &stage)
    {
        const QString text = filledIn(word.text);
        if (text == QLatin1String("scratch") || text.contains(u'$'))
            return;
        const auto reference = ImageReference::parse(text);
        if (!reference) {
            m_lint.add("instruction", word.range(), reference.error().what);
            return;
        }
        static const QStringList kRoots{
            QStringLiteral("nvidia/cuda"),    QStringLiteral("pytorch/pytorch"),  QStringLiteral("tensorflow/tensorflow"),
            QStringLiteral("ubuntu"),         QStringLiteral("debian"),           QStringLiteral("python"),
            QStringLiteral("nvidia/pytorch"), QStringLiteral("nvidia/tensorflow")};
        stage.isKnown = kRoots.contains(reference->repository);
        if (reference->digest.isEmpty() && (reference->tag.isEmpty() || reference->tag.startsWith(QLatin1String("latest")))) {
            m_lint.add("image-tag", word.range(),
                       reference->tag.isEmpty() ? Words::tr("The image has no tag, so it is the latest.")
                                                : Words::tr("The tag %1 can change.").arg(reference->tag));
            return;
        }
        const ImageContents contents = contentsOf(*reference, m_lint.compat());
        if (!contents.missing.isEmpty())
            return;
        stage.place.base = contents;
        CompatQuestion question = m_lint.question();
        question.image = *reference;
        m_lint.judge(question, word.range());
    }

    void judgeRun(const Instruction &instruction)
    {
        InstallPlace &place = m_stages.last().place;
        place.mounts.clear();
        for (const ShellWord &flag : instruction.flags)
            place.mounts << flag;
        if (instruction.isExec) {
            ShellReading reading;
            reading.texts << QString();
            reading.commands << ShellCommand{{}, instruction.words, {}, true, 0};
            judgeCommands(m_lint, reading, place);
            return;
        }
        const QString &text = m_lint.source().text();
        ShellReading reading = readShell(text, instruction.arguments, ShellForm::Dockerfile);
        for (const TextRange &document : instruction.documents) {
            // `RUN <<EOF` is a script; in `RUN cat <<EOF >file` it is data.
            if (m_lint.source().part(instruction.arguments).trimmed().startsWith(QLatin1String("<<"))) {
                const ShellReading inner = readShell(text, document, ShellForm::Shell);
                reading.commands += inner.commands;
            }
        }
        judgeCommands(m_lint, reading, place);
    }

    void readEnv(const Instruction &instruction)
    {
        QList<ShellWord> words = instruction.words;
        if (words.isEmpty())
            return;
        if (!namedValue(words.first())) {
            // ENV NAME with the rest of the line as value
            const qsizetype begin = words.size() > 1 ? words[1].begin : words[0].end, end = words.last().end;
            add({words.first().text, m_lint.source().part({begin, end}), words.first().range(), {begin, end}, VariableUse::Where::Image});
            return;
        }
        for (const ShellWord &word : std::as_const(words)) {
            if (const auto named = namedValue(word))
                add({named->name, named->value, named->nameRange, named->valueRange, VariableUse::Where::Image});
        }
    }
    void add(const VariableUse &use)
    {
        m_lint.variables << use;
        m_arguments.insert(use.name, use.value.value_or(QString()));
        InstallPlace &place = m_stages.last().place;
        place.hasPipCacheOff = place.hasPipCacheOff || use.name == QLatin1String("PIP_NO_CACHE_DIR");
        place.hasConstraints = place.hasConstraints || use.name == QLatin1String("PIP_CONSTRAINT");
        if (use.name == QLatin1String("LD_LIBRARY_PATH") && use.value.value_or(QString()).contains(QLatin1String("/stubs"))) {
            m_lint.add("driver-in-image", {use.nameRange.begin, use.valueRange.end},
                       Words::tr("The stub of libcuda for building would be found before the driver's own."),
                       {{}, {}, Words::tr("Name the folder only for the one build step that links against it.")});
        }
    }

    void readArg(const Instruction &instruction)
    {
        for (const ShellWord &word : instruction.words) {
            if (const auto named = namedValue(word)) {
                m_arguments.insert(named->name, named->value);
                m_lint.variables << VariableUse{
                    named->name, named->value, named->nameRange, named->valueRange, VariableUse::Where::BuildArgument, 0};
            } else if (isSecretName(word.text)) {
                m_lint.add(
                    "secret", word.range(), Words::tr("The build argument %1 stays in the history of the image.").arg(word.text),
                    {{}, LintSeverity::Warning, Words::tr("Mount it instead: RUN --mount=type=secret,id=%1,env=%1.").arg(word.text)});
            }
        }
    }

    void judgeCopy(const Instruction &instruction)
    {
        static const QRegularExpression form(QStringLiteral(
            "(\\A|/)(\\.env(\\.(?!example|sample|template|dist)[^/]*)?|id_(rsa|dsa|ecdsa|ed25519)|[^/]*\\.pem|\\.netrc|\\.aws|\\.ssh|\\.npmrc|\\.pypirc|"
            "\\.kube|kubeconfig|credentials(\\.json)?|[^/]*service[-_]?account[^/]*\\.json)/?\\z"));
        for (qsizetype i = 0; i + 1 < instruction.words.size(); ++i) {
            const ShellWord &word = instruction.words[i];
            if (form.match(word.text.left(1000)).hasMatch())
                m_lint.add("secret-file", word.range(), Words::tr("%1 is copied into the image.").arg(word.text.left(100)));
        }
    }

    void readUser(const Instruction &instruction)
    {
        if (instruction.words.isEmpty())
            return;
        m_stages.last().user = instruction.words.first();
        m_stages.last().hasUser = true;
    }

    void judgeUser()
    {
        const Stage &last = m_stages.last();
        if (last.user) {
            const QString user = filledIn(last.user->text).section(u':', 0, 0);
            if (user == QLatin1String("root") || user == QLatin1String("0"))
                m_lint.add("root-user", last.user->range(), Words::tr("The image runs as root."));
        } else if (!last.hasUser) {
            m_lint.add("root-user", last.image, Words::tr("No USER is set, so the image runs as its base image does, usually as root."),
                       {{}, last.isKnown ? LintSeverity::Warning : LintSeverity::Hint});
        }
    }

    void judgePorts(const Instruction &instruction)
    {
        for (const ShellWord &word : instruction.words) {
            const QString port = word.text.section(u'/', 0, 0);
            if (port == QLatin1String("12345") || port == QLatin1String("12355") || port == QLatin1String("29500")
                || port == QLatin1String("29400"))
                m_lint.add("nccl-port", word.range(), Words::tr("EXPOSE %1 opens nothing for NCCL.").arg(port),
                           {{}, LintSeverity::Warning, Words::tr("Use --network=host on every node of the job.")});
        }
    }

    // CMD and ENTRYPOINT.
    void judgeStart(const Instruction &instruction)
    {
        if (instruction.stage != m_dockerfile.stages)
            return;  // belongs to a stage that only builds
        if (instruction.isExec) {
            InstallPlace unused;
            ShellReading reading;
            reading.texts << QString();
            reading.commands << ShellCommand{{}, instruction.words, {}, true, 0};
            judgeCommands(m_lint, reading, unused);
            const QList<ShellWord> &words = instruction.words;
            const bool isShellText = words.size() > 2 && isShellPath(words[0].text) && words[1].text.startsWith(u'-')
                                     && words[1].text.endsWith(u'c');
            static const QRegularExpression exec(QStringLiteral("(\\A|[\\s;&])exec\\s"));
            if (isShellText && !exec.match(words[2].text).hasMatch() && !words[2].text.trimmed().isEmpty())
                m_lint.add("shell-form", words[0].range(), Words::tr("%1 starts a shell, which starts the program.").arg(instruction.name));
            return;
        }
        const ShellReading reading = readShell(m_lint.source().text(), instruction.arguments, ShellForm::Dockerfile);
        InstallPlace unused;
        judgeCommands(m_lint, reading, unused);
        const QString text = m_lint.source().part(instruction.arguments).trimmed();
        if (reading.commands.isEmpty() || text.startsWith(QLatin1String("exec ")) || isShellPath(text))
            return;
        LintCase::More more;
        const ShellCommand &only = reading.commands.first();
        if (reading.commands.size() == 1 && only.assignments.isEmpty() && !text.contains(u'$') && !text.contains(u'>')
            && !text.contains(u'<') && !text.contains(u'\n')) {
            QStringList words;
            for (const ShellWord &word : only.words)
                words << QString::fromUtf8(QJsonDocument(QJsonArray{word.text}).toJson(QJsonDocument::Compact)).mid(1).chopped(1);
            more.replacement = QStringLiteral("[%1]").arg(words.join(QStringLiteral(", ")));
        }
        m_lint.add("shell-form", instruction.arguments, Words::tr("%1 is in shell form.").arg(instruction.name), more);
    }

    LintCase &m_lint;
    const Dockerfile m_dockerfile;
    QList<Stage> m_stages;
    QHash<QString, QString> m_arguments;
};

}  // namespace

void judgeDockerfile(LintCase &lint) { DockerfileJudge(lint).judge(); }

}  // namespace trainyard
