// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/environment/internal/variablerules.h"

#include "core/base/secretname.h"
#include "core/knowledge/compat/constraint.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::VariableRules)
};

using Where = VariableUse::Where;

bool isFilledIn(const QString &value) { return value.contains(u'$') || value.contains(u'`') || value.contains(u'{'); }

// Invented names for the port of NCCL, or for its timeout.
bool isInventedPort(const QString &name)
{
    static const QRegularExpression form(
        QStringLiteral("\\A(TORCH_)?NCCL_((MASTER|DATA|SOCKET|COMM|BASE|START|NET|LISTEN|SERVER|BOOTSTRAP)_)?PORTS?(_RANGE|_START)?\\z"));
    return form.match(name).hasMatch();
}

bool isOn(const QString &value)
{
    static const QStringList kOn{QStringLiteral("1"),   QStringLiteral("true"),   QStringLiteral("on"),
                                 QStringLiteral("yes"), QStringLiteral("detail"), QStringLiteral("y")};
    return kOn.contains(value.toLower());
}

class VariableJudge {
public:
    VariableJudge(LintCase &lint, const VariableUse &use) : m_lint(lint), m_use(use), m_value(use.value.value_or(QString()).trimmed()) {}

    void judge()
    {
        if (!m_use.value) {
            judgeName();
            return;
        }
        judgeSecret();
        if (isInventedPort(m_use.name)) {
            add("nccl-port", Words::tr("%1 is not an NCCL variable: no program reads it.").arg(m_use.name), m_use.nameRange,
                QStringLiteral("MASTER_PORT"));
            return;
        }
        if (!judgeName() || isFilledIn(m_value))
            return;
        judgeValue();
        judgeLeftovers();
        judgeAllocator();
        judgeDevices();
        judgeContainer();
    }

private:
    void add(const char *rule, const QString &what, const TextRange &range, const std::optional<QString> &replacement = {},
             std::optional<LintSeverity> severity = {}, const QString &fix = {})
    {
        m_lint.add(rule, range, what, {replacement, severity, fix});
    }
    TextRange whole() const { return {m_use.nameRange.begin, std::max(m_use.valueRange.end, m_use.nameRange.end)}; }

    void judgeSecret()
    {
        const bool isKey = isSecretValue(m_value);
        if (m_value.isEmpty() || (!isKey && !isSecretName(m_use.name)))
            return;
        // Secrets belong in a file of variables; a task reports its own secrets.
        if (m_use.where == Where::File || m_use.where == Where::Task)
            return;
        const QString name = m_use.name;
        LintCase::More more;
        more.shown = name + QStringLiteral("=…");
        if (isFilledIn(m_value) && m_use.where == Where::Argument) {
            more.shown.reset();
            more.replacement = name;
            m_lint.add("secret-argument", whole(), Words::tr("The value of %1 is written into the command line.").arg(name), more);
        } else if (m_use.where == Where::Image || m_use.where == Where::BuildArgument) {
            m_lint.add("secret", whole(), Words::tr("%1 becomes part of the image.").arg(name), more);
        } else if (!isFilledIn(m_value)) {
            m_lint.add("secret", whole(), Words::tr("The command contains the value of %1.").arg(name), more);
        }
    }

    // False if it is not the intended variable.
    bool judgeName()
    {
        const QString &name = m_use.name;
        if (const VariableFact *today = m_lint.facts().renamed(name)) {
            add("variable-renamed", Words::tr("%1 is the name used by older releases.").arg(name), m_use.nameRange, today->name);
            return true;
        }
        if (m_lint.facts().isKnown(name))
            return true;
        if (name == QLatin1String("NCCL_TIMEOUT") || name == QLatin1String("TORCH_NCCL_TIMEOUT")) {
            add("variable-name", Words::tr("%1 is not a known variable: no program reads it.").arg(name), m_use.nameRange, {}, {},
                Words::tr("Set the time-out in the program: init_process_group(timeout=timedelta(minutes=30))."));
            return false;
        }
        // Among custom names like MASTER_ADDR2 and RANK1, an extra letter is not a mistake.
        const bool isNccl = name.startsWith(QLatin1String("NCCL_")) || name.startsWith(QLatin1String("TORCH_NCCL_"));
        static const QStringList kOurs{QStringLiteral("CUDA_"),    QStringLiteral("NVIDIA_"),  QStringLiteral("OMP_"),
                                       QStringLiteral("PYTORCH_"), QStringLiteral("TORCH_FR"), QStringLiteral("TF_")};
        const bool isOurs = isNccl || std::any_of(kOurs.begin(), kOurs.end(), [&](const QString &start) { return name.startsWith(start); });
        if (!isOurs || name == QLatin1String("OMP_NUM_THREADS") || name.size() > 60)
            return true;
        QString nearest;
        int least = name.size() < 12 ? 2 : 3;
        const auto consider = [&](const QString &other) {
            const int far = distance(name, other);
            if (far > 0 && far < least) {
                least = far;
                nearest = other;
            }
        };
        for (const VariableFact &fact : m_lint.facts().variables)
            consider(fact.name);
        for (const QString &other : m_lint.facts().otherNames)
            consider(other);
        consider(QStringLiteral("OMP_NUM_THREADS"));
        if (!nearest.isEmpty()) {
            add("variable-name", Words::tr("There is no variable %1: probably %2 is meant.").arg(name, nearest), m_use.nameRange, nearest);
            return false;
        }
        if (isNccl)
            add("variable-unknown", Words::tr("%1 is not a known NCCL variable.").arg(name), m_use.nameRange);
        return !isNccl;
    }

    void judgeValue()
    {
        const VariableFact *fact = m_lint.facts().variable(m_use.name);
        if (!fact || fact->values.isEmpty() || m_value.isEmpty() || m_use.name.endsWith(QLatin1String("_LEVEL"))
            || m_use.name == QLatin1String("NVIDIA_DRIVER_CAPABILITIES"))
            return;
        const QStringList parts = fact->isList ? m_value.split(u',') : QStringList{m_value};
        for (QString part : parts) {
            part = part.trimmed();
            // "^NET" excludes one.
            if (fact->isList && part.startsWith(u'^'))
                part.remove(0, 1);
            if (!fact->values.contains(part, Qt::CaseInsensitive)) {
                m_lint.add("variable-value", m_use.valueRange,
                           Words::tr("%1 accepts %2, not “%3”.").arg(m_use.name, fact->values.join(QStringLiteral(", ")), part.left(60)),
                           {{}, {}, {}, fact->sources});
                return;
            }
        }
        static const QStringList kSwitches{QStringLiteral("NCCL_IB_DISABLE"), QStringLiteral("NCCL_P2P_DISABLE"),
                                           QStringLiteral("NCCL_SHM_DISABLE")};
        if (kSwitches.contains(m_use.name) && m_value == fact->defaultValue)
            add("no-effect", Words::tr("%1=%2 turns nothing on or off.").arg(m_use.name, m_value), whole());
    }

    void judgeLeftovers()
    {
        const QString &name = m_use.name;
        const QString level = m_value.toUpper();
        if ((name == QLatin1String("NCCL_DEBUG") && (level == QLatin1String("INFO") || level == QLatin1String("TRACE")))
            || (name == QLatin1String("NCCL_DEBUG_SUBSYS") && level.contains(QLatin1String("ALL")))
            || (name == QLatin1String("TORCH_DISTRIBUTED_DEBUG") && level == QLatin1String("DETAIL"))) {
            const std::optional<QString> replacement = name == QLatin1String("NCCL_DEBUG")
                                                           ? std::optional(QStringLiteral("NCCL_DEBUG=WARN"))
                                                           : std::nullopt;
            add("debug-left-on", Words::tr("%1=%2 is for debugging.").arg(name, m_value), whole(), replacement);
        } else if (name == QLatin1String("CUDA_LAUNCH_BLOCKING") && isOn(m_value)) {
            add("debug-left-on", Words::tr("CUDA_LAUNCH_BLOCKING=1 waits for every kernel: training becomes much slower."), whole(), {},
                LintSeverity::Warning);
        } else if ((name == QLatin1String("NCCL_P2P_DISABLE") || name == QLatin1String("NCCL_SHM_DISABLE")
                    || name == QLatin1String("NCCL_IB_DISABLE"))
                   && m_value == QLatin1String("1")) {
            add("switched-off", Words::tr("%1=1 turns off a fast path.").arg(name), whole());
        } else if (name == QLatin1String("NCCL_SOCKET_IFNAME") && m_lint.nodes > 1) {
            QString first = m_value.section(u',', 0, 0);
            if (first.startsWith(u'='))
                first.remove(0, 1);
            if (first == QLatin1String("lo") || first.startsWith(QLatin1String("docker")))
                add("nccl-interface", Words::tr("%1 cannot be reached from outside this machine.").arg(first), m_use.valueRange);
        } else if (name == QLatin1String("TF_ENABLE_AUTO_MIXED_PRECISION") && isOn(m_value)) {
            add("amp-switch", Words::tr("TF_ENABLE_AUTO_MIXED_PRECISION is not a TensorFlow setting."), whole());
        } else if (name == QLatin1String("MASTER_ADDR") && m_lint.nodes > 1
                   && (m_value == QLatin1String("localhost") || m_value.startsWith(QLatin1String("127."))
                       || m_value == QLatin1String("::1"))) {
            add("master-address",
                Words::tr("With %1 nodes, MASTER_ADDR=%2 means another machine on each of them.")
                    .arg(QString::number(m_lint.nodes), m_value),
                whole());
        }
    }

    void judgeAllocator()
    {
        const VariableFact *fact = m_lint.facts().variable(m_use.name);
        if (!fact || fact->options.isEmpty() || m_value.isEmpty())
            return;
        // Bracketed lists, as in roundup_power2_divisions, have commas of their own.
        QString flat = m_value;
        static const QRegularExpression lists(QStringLiteral("\\[[^\\]]*\\]"));
        flat.replace(lists, QStringLiteral("0"));
        for (const QString &part : flat.split(u',', Qt::SkipEmptyParts)) {
            const QString key = part.section(u':', 0, 0).trimmed();
            if (!part.contains(u':')) {
                QString colons = m_value;
                add("allocator-option", Words::tr("“%1” has no value: separate key and value with a colon.").arg(part.trimmed().left(60)),
                    m_use.valueRange, part.contains(u'=') ? std::optional(colons.replace(u'=', u':')) : std::nullopt);
                return;
            }
            if (!fact->options.contains(key)) {
                add("allocator-option", Words::tr("The allocator has no option “%1”.").arg(key.left(60)), m_use.valueRange);
                return;
            }
            bool isNumber = false;
            const int size = part.section(u':', 1).trimmed().toInt(&isNumber);
            if (key == QLatin1String("max_split_size_mb") && isNumber && size <= 20) {
                add("allocator-option", Words::tr("max_split_size_mb must be larger than 20."), m_use.valueRange);
                return;
            }
        }
    }

    void judgeDevices()
    {
        if (m_use.name != QLatin1String("CUDA_VISIBLE_DEVICES") || m_value.isEmpty())
            return;
        if (m_use.where == Where::Image) {
            add("visible-devices-image", Words::tr("The image hides all GPUs but %1.").arg(m_value.left(60)), whole());
            return;
        }
        static const QRegularExpression entry(QStringLiteral("\\A(-?[0-9]+|GPU-[0-9a-fA-F-]+|MIG-[0-9A-Za-z/-]+|all)\\z"));
        const QStringList parts = m_value.split(u',');
        QStringList seen;
        for (const QString &part : parts) {
            if (!entry.match(part).hasMatch() || part == QLatin1String("all")) {
                QString tidy = m_value;
                tidy.remove(u' ');
                const bool isBlank = entry.match(part.trimmed()).hasMatch() && part != part.trimmed();
                add("visible-devices",
                    isBlank ? Words::tr("A space in CUDA_VISIBLE_DEVICES ends the list.")
                            : Words::tr("“%1” is not a valid GPU for CUDA_VISIBLE_DEVICES: it takes numbers and UUIDs.").arg(part.left(60)),
                    m_use.valueRange, isBlank ? std::optional(tidy) : std::nullopt);
                return;
            }
            if (seen.contains(part)) {
                add("visible-devices", Words::tr("GPU %1 appears twice in CUDA_VISIBLE_DEVICES, so no GPU is visible.").arg(part),
                    m_use.valueRange);
                return;
            }
            seen << part;
        }
    }

    void judgeContainer()
    {
        if (m_use.name == QLatin1String("NVIDIA_DISABLE_REQUIRE") && !m_value.isEmpty()) {
            static const QStringList kMeant{QStringLiteral("yes"), QStringLiteral("on"), QStringLiteral("y")};
            if (!isRequireDisabled(m_value) && kMeant.contains(m_value.toLower()))
                add("disable-require", Words::tr("NVIDIA_DISABLE_REQUIRE=%1 disables nothing.").arg(m_value), whole(),
                    QStringLiteral("NVIDIA_DISABLE_REQUIRE=1"));
            return;
        }
        if (m_use.name != QLatin1String("NVIDIA_DRIVER_CAPABILITIES") || m_value.isEmpty())
            return;
        const VariableFact *fact = m_lint.facts().variable(m_use.name);
        QStringList parts = m_value.split(u',');
        for (QString &part : parts)
            part = part.trimmed();
        for (const QString &part : std::as_const(parts)) {
            if (fact && !fact->values.contains(part)) {
                add("driver-capabilities",
                    Words::tr("The driver has no part “%1”. Use %2.").arg(part.left(60), fact->values.join(QStringLiteral(", "))), whole(),
                    QStringLiteral("NVIDIA_DRIVER_CAPABILITIES=compute,utility"), LintSeverity::Error);
                return;
            }
        }
        if (!parts.contains(QStringLiteral("compute")) && !parts.contains(QStringLiteral("all"))) {
            add("driver-capabilities", Words::tr("Without compute, CUDA does not work in the container."), whole(),
                QStringLiteral("NVIDIA_DRIVER_CAPABILITIES=compute,utility"));
        }
    }

    LintCase &m_lint;
    const VariableUse &m_use;
    QString m_value;
};

}  // namespace

void judgeVariables(LintCase &lint)
{
    for (const VariableUse &use : std::as_const(lint.variables)) {
        if (use.name == QLatin1String("OMP_NUM_THREADS"))
            lint.hasThreads = true;
        VariableJudge(lint, use).judge();
    }
}

void judgeConditions(LintCase &lint)
{
    // Grouped by what reads them together: one image, or one start.
    QMap<std::pair<VariableUse::Where, int>, QMap<QString, QString>> environments;
    for (const VariableUse &use : std::as_const(lint.variables)) {
        if (use.value && !isFilledIn(*use.value))
            environments[{use.where, use.group}].insert(use.name, *use.value);
    }
    for (const VariableUse &use : std::as_const(lint.variables)) {
        if (!use.name.startsWith(QLatin1String("NVIDIA_REQUIRE_")) || !use.value || isFilledIn(*use.value))
            continue;
        const QMap<QString, QString> environment = environments.value({use.where, use.group});
        if (!conditionsOf(environment).contains(*use.value))
            continue;  // it is not examined
        const ConstraintAnswer answer = checkSyntax(*use.value);
        if (answer.outcome == ConstraintOutcome::Malformed) {
            lint.add("condition", use.valueRange,
                     Words::tr("The condition is malformed at character %1: %2").arg(QString::number(answer.position), answer.problem));
        } else {
            CompatQuestion question = lint.question();
            question.require = *use.value;
            lint.judge(question, use.valueRange);
        }
    }
}

void readVariableLines(LintCase &lint)
{
    static const QRegularExpression form(
        QStringLiteral("\\A(\\s*(?:(?:export|set)\\s+|(?:-e|--env)[\\s=]+)?)([^=\\s#]+)(\\s*)(?:=(\\s*)(.*))?\\z"));
    static const QRegularExpression name(QStringLiteral("\\A[A-Za-z_][A-Za-z0-9_.-]*\\z"));
    const QString &text = lint.source().text();
    for (qsizetype at = 0; at < text.size();) {
        const TextRange line = lint.source().lineAround(at);
        at = line.end + 1;
        QString content = lint.source().part(line);
        if (content.trimmed().isEmpty() || content.trimmed().startsWith(u'#'))
            continue;
        const auto match = form.match(content);
        const bool hasValue = match.capturedStart(5) >= 0;
        const bool isExport = match.captured(1).contains(QLatin1String("export"));
        if (!match.hasMatch() || !name.match(match.captured(2)).hasMatch()
            || (!hasValue && content.trimmed().contains(u' ') && !isExport && match.captured(1).trimmed().isEmpty())) {
            // It may be anything, even a secret: only a short word is repeated.
            const QString first = content.trimmed().section(u' ', 0, 0);
            lint.add("env-blank", line, Words::tr("This line is not NAME=VALUE."),
                     {{}, {}, {}, {}, first.size() > 16 ? QStringLiteral("…") : first});
            continue;
        }
        const auto range = [&](int group) {
            return TextRange{line.begin + match.capturedStart(group), line.begin + match.capturedEnd(group)};
        };
        VariableUse use{match.captured(2), {}, range(2), {}, VariableUse::Where::File, 0};
        if (hasValue) {
            QString value = match.captured(5).trimmed();
            const bool isQuoted = value.size() > 1 && (value.startsWith(u'"') || value.startsWith(u'\'')) && value.endsWith(value[0]);
            use.value = isQuoted ? value.mid(1, value.size() - 2) : value;
            use.valueRange = range(5);
            if (!match.captured(3).isEmpty() || !match.captured(4).isEmpty()) {
                const bool isSecret = isSecretName(use.name) || isSecretValue(value);
                lint.add("env-blank", {use.nameRange.begin, use.valueRange.end}, Words::tr("There are spaces around “=”."),
                         {isSecret ? std::nullopt : std::optional(use.name + u'=' + value),
                          {},
                          {},
                          {},
                          isSecret ? std::optional(use.name + QStringLiteral(" = …")) : std::nullopt});
            }
        }
        // -e in a list for a command line is an argument.
        if (match.captured(1).contains(QLatin1String("-e")) || match.captured(1).contains(QLatin1String("--env")))
            use.where = VariableUse::Where::Argument;
        lint.variables << use;
    }
}

void judgeStatements(LintCase &lint)
{
    static const QRegularExpression port(
        QString::fromUtf8("\\bNCCL[ \\t]*(?:default[ \\t]+|的|默认|通信|通讯)*(?:ports?\\b|端口)[^\\n]{0,40}?\\b\\d{4,5}\\b"),
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression version(QStringLiteral("\\bNCCL[ \\t_-]*v?([3-9]\\.\\d+)\\b|\\blibnccl2?(?:-dev)?=([3-9]\\.[\\d.]+)"),
                                            QRegularExpression::CaseInsensitiveOption);
    for (auto it = port.globalMatch(lint.source().text()); it.hasNext();) {
        const auto match = it.next();
        lint.add("nccl-port", {match.capturedStart(), match.capturedEnd()}, Words::tr("NCCL has no port of its own to open."),
                 {{}, LintSeverity::Warning});
    }
    for (auto it = version.globalMatch(lint.source().text()); it.hasNext();) {
        const auto match = it.next();
        lint.add("nccl-version", {match.capturedStart(), match.capturedEnd()},
                 Words::tr("NCCL %1 does not exist.").arg(match.captured(1) + match.captured(2)));
    }
}

}  // namespace trainyard
