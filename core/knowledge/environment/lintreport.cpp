// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/environment/lintreport.h"

#include <algorithm>

namespace trainyard {

QString lintKindName(LintKind kind)
{
    switch (kind) {
    case LintKind::Dockerfile: return QStringLiteral("dockerfile");
    case LintKind::Command: return QStringLiteral("command");
    case LintKind::Variables: return QStringLiteral("env");
    case LintKind::Task: return QStringLiteral("task");
    }
    Q_UNREACHABLE();
}

std::optional<LintKind> lintKindFromName(const QString &name)
{
    for (const LintKind kind : {LintKind::Dockerfile, LintKind::Command, LintKind::Variables, LintKind::Task}) {
        if (lintKindName(kind) == name)
            return kind;
    }
    return std::nullopt;
}

QString severityName(LintSeverity severity)
{
    return severity == LintSeverity::Error     ? QStringLiteral("error")
           : severity == LintSeverity::Warning ? QStringLiteral("warning")
                                               : QStringLiteral("hint");
}

bool LintReport::hasErrors() const { return count(LintSeverity::Error) > 0; }

int LintReport::count(LintSeverity severity) const
{
    return static_cast<int>(
        std::count_if(findings.begin(), findings.end(), [&](const LintFinding &finding) { return finding.severity == severity; }));
}

}  // namespace trainyard
