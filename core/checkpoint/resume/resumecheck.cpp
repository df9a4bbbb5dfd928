// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/resume/resumecheck.h"

#include "core/checkpoint/resume/internal/resumelines.h"

#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

QString effectName(ResumeEffect effect)
{
    switch (effect) {
    case ResumeEffect::Ok: return QStringLiteral("ok");
    case ResumeEffect::Note: return QStringLiteral("note");
    case ResumeEffect::Unknown: return QStringLiteral("unknown");
    case ResumeEffect::Wrong: return QStringLiteral("wrong");
    }
    return {};
}

QList<ResumeLine> checkResume(const ResumeQuestion &question)
{
    QList<ResumeLine> lines{tellingLine(question)};
    const auto add = [&lines](const std::optional<ResumeLine> &line) {
        if (line)
            lines << *line;
    };
    add(runningLine(question));
    add(stepsLine(question));
    add(copyLine(question));
    add(safetyLine(question));
    add(optimizerLine(question));
    lines << gpuLine(question) << processLine(question) << imageLine(question) << driverLine(question);
    add(codeLine(question));
    add(revisionLine(question));
    add(dataLine(question));
    lines << diskLine(question);
    return lines;
}

ResumeEffect worstEffect(const QList<ResumeLine> &lines)
{
    ResumeEffect worst = ResumeEffect::Ok;
    for (const ResumeLine &line : lines)
        worst = std::max(worst, line.effect);
    return worst;
}

QStringList pathsIn(const QString &command, const QString &checkpointDir)
{
    constexpr int kMaxPaths = 16;
    // A path of a data set is a word of its own or follows "=" or ":"; a slash within a word is part of a name ("org/model").
    static const QRegularExpression kPath(QStringLiteral("(?:^|[\\s=:\"'])(/[A-Za-z0-9_@%+.,-]+(?:/[A-Za-z0-9_@%+.,-]+)*)"));
    QStringList paths;
    for (auto match = kPath.globalMatch(command); match.hasNext() && paths.size() < kMaxPaths;) {
        const QString path = match.next().captured(1);
        static const QStringList kOfTheSystem{QStringLiteral("/bin/"), QStringLiteral("/usr/"), QStringLiteral("/dev/"),
                                              QStringLiteral("/proc/"), QStringLiteral("/sys/")};
        const bool isSystem = std::any_of(kOfTheSystem.begin(), kOfTheSystem.end(),
                                          [&path](const QString &top) { return path.startsWith(top); });
        const bool isCheckpoint = !checkpointDir.isEmpty() && (path == checkpointDir || path.startsWith(checkpointDir + u'/'));
        if (!isSystem && !isCheckpoint && !paths.contains(path))
            paths << path;
    }
    return paths;
}

}  // namespace trainyard
