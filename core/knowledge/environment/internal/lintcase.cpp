// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/environment/internal/lintcase.h"
#include "core/base/secretname.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qsizetype kMaxFindings = 200;
constexpr qsizetype kMaxShown = 120;

// One line, with characters that could move a terminal's cursor replaced by blanks.
QString shown(const QString &text)
{
    QString line;
    for (const QChar sign : text.left(kMaxShown + 1))
        line += sign.isPrint() || sign.isHighSurrogate() || sign.isLowSurrogate() ? sign : QChar(u' ');
    return line.size() > kMaxShown ? line.left(kMaxShown) + u'…' : line;
}

// Hides what looks like the value of a secret; a value that the shell fills in is not one.
QString masked(QString text)
{
    static const QRegularExpression named(
        QStringLiteral(
            "((?:TOKEN|PASSWORD|PASSWD|SECRET|API[_-]?KEY|ACCESS[_-]?KEY|PRIVATE_KEY|CREDENTIALS)(?![A-Za-z])[\"']?[ \\t]*[=: \\t,][ \\t]*[\"']?)(?![$\\s\"'])[^\\s\"',]+"),
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression address(QStringLiteral("://(?!\\$)[^/\\s@]{8,200}@")),
        header(QStringLiteral("\\b(Bearer|Basic)[ \\t]+(?!\\$)[A-Za-z0-9._~+/-]{12,}"));
    text.replace(named, QStringLiteral("\\1…")).replace(address, QStringLiteral("://…@")).replace(header, QStringLiteral("\\1 …"));
    return text.replace(secretForm(), QStringLiteral("…"));
}

}  // namespace

void LintCase::add(const char *id, const TextRange &found, const QString &what, const More &more)
{
    if (m_report->findings.size() >= kMaxFindings) {
        m_report->isCut = true;
        return;
    }
    const LintRule &rule = lintRule(id);
    const auto translated = [](const char *text) { return QCoreApplication::translate("trainyard::LintRules", text); };
    const bool isWhole = found.begin >= found.end;
    LintFinding finding{QLatin1String(rule.id),
                        more.severity.value_or(rule.severity),
                        m_source.line(found.begin),
                        m_source.column(found.begin),
                        more.shown.value_or(isWhole ? QString() : masked(shown(m_source.part(found)))),
                        QString(what).replace(secretForm(), QStringLiteral("…")),
                        translated(rule.why),
                        more.fix.isEmpty() ? translated(rule.fix) : more.fix,
                        more.replacement,
                        more.sources};
    if (finding.replacement && masked(*finding.replacement) != *finding.replacement)
        finding.replacement.reset();
    if (finding.sources.isEmpty())
        finding.sources = QString::fromLatin1(rule.sources).split(u' ');
    const bool isReported = std::any_of(m_report->findings.begin(), m_report->findings.end(), [&](const LintFinding &other) {
        return other.rule == finding.rule && other.line == finding.line && other.column == finding.column;
    });
    if (!isReported)
        m_report->findings << finding;
}

void LintCase::judge(const CompatQuestion &question, const TextRange &found)
{
    const CompatAnswer answer = CompatJudge(m_compat).check(question);
    // A pair that was never built works on no machine; all other findings are about the given machine.
    const bool isAboutHost = !m_host.gpus.isEmpty() && m_host.driver;
    for (const CompatReason &reason : answer.reasons) {
        const bool isWrong = reason.effect >= CompatVerdict::Fails;
        const bool isUnpublished = reason.rule == QLatin1String("unpublished");
        if (!(isWrong && (isAboutHost || reason.rule == QLatin1String("no-build") || reason.rule == QLatin1String("cpu-build")))
            && !isUnpublished)
            continue;
        More more;
        more.sources = reason.sources;
        more.severity = isUnpublished ? LintSeverity::Warning : LintSeverity::Error;
        if (!answer.remedies.isEmpty())
            more.fix = answer.remedies.first().sentence;
        if (!answer.remedies.isEmpty() && answer.remedies.first().kind == QLatin1String("image") && question.image)
            more.replacement = answer.remedies.first().value;
        add("compat", found, reason.sentence, more);
        return;
    }
}

int distance(const QString &a, const QString &b)
{
    constexpr int kFar = 3;
    if (std::abs(a.size() - b.size()) >= kFar)
        return kFar;
    QList<int> row(b.size() + 1);
    for (qsizetype j = 0; j <= b.size(); ++j)
        row[j] = static_cast<int>(j);
    for (qsizetype i = 1; i <= a.size(); ++i) {
        int before = std::exchange(row[0], static_cast<int>(i));
        for (qsizetype j = 1; j <= b.size(); ++j) {
            const int changed = before + (a[i - 1] == b[j - 1] ? 0 : 1);
            before = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
        }
    }
    return std::min(row.last(), kFar);
}

}  // namespace trainyard
