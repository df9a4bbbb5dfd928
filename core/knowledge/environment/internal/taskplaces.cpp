// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/environment/internal/taskplaces.h"

#include <QRegularExpression>

namespace trainyard {

namespace {

struct KeyLine {
    int indent = -1;  // -1: no key
    QString key;
    TextRange name, value;
};

KeyLine keyLine(const SourceText &source, const TextRange &line)
{
    static const QRegularExpression form(QStringLiteral("\\A( *)([\"']?)([A-Za-z_][A-Za-z0-9_./-]*)\\2[ \\t]*:(?:[ \\t]+(.*))?\\z"));
    const auto match = form.match(source.part(line));
    if (!match.hasMatch())
        return {};
    KeyLine key;
    key.indent = static_cast<int>(match.capturedLength(1));
    key.key = match.captured(3);
    key.name = {line.begin + match.capturedStart(3), line.begin + match.capturedEnd(3)};
    key.value = {line.end, line.end};
    if (match.capturedStart(4) >= 0) {
        QString value = match.captured(4);
        qsizetype begin = line.begin + match.capturedStart(4);
        if (value.startsWith(u'"') || value.startsWith(u'\'')) {
            const qsizetype close = value.indexOf(value[0], 1);
            if (close > 0) {
                key.value = {begin + 1, begin + close};
                return key;
            }
        }
        const qsizetype comment = value.indexOf(QLatin1String(" #"));
        value = comment >= 0 ? value.left(comment) : value.startsWith(u'#') ? QString() : value;
        while (value.endsWith(u' '))
            value.chop(1);
        key.value = {begin, begin + value.size()};
    }
    return key;
}

}  // namespace

TaskPlaces taskPlaces(const SourceText &source)
{
    TaskPlaces places;
    const QString &text = source.text();
    QString section;
    for (qsizetype at = 0; at < text.size();) {
        const TextRange line = source.lineAround(at);
        at = line.end + 1;
        const KeyLine key = keyLine(source, line);
        if (key.indent < 0)
            continue;
        if (key.indent == 0) {
            section = key.key;
            if (section == QLatin1String("checkpoints"))
                places.hasCheckpoints = true;
            if (section != QLatin1String("run") && section != QLatin1String("setup"))
                continue;
            if (section == QLatin1String("run"))
                places.run = key.name;
            const QString value = source.part(key.value);
            if (!value.startsWith(u'|') && !value.startsWith(u'>')) {
                places.scripts << key.value;
                continue;
            }
            // All indented or empty lines belong to it.
            const qsizetype begin = at;
            qsizetype end = at;
            while (at < text.size()) {
                const TextRange next = source.lineAround(at);
                const QString content = source.part(next);
                if (!content.trimmed().isEmpty() && !content.startsWith(u' '))
                    break;
                end = next.end;
                at = next.end + 1;
            }
            places.scripts << TextRange{std::min(begin, text.size()), std::min(end, text.size())};
        } else if (section == QLatin1String("envs")) {
            places.variables << TaskPlaces::Entry{key.name, key.value};
        } else if (section == QLatin1String("resources") && key.key == QLatin1String("image_id")) {
            // Machine images, and a null beside an alternative, name no container.
            static const QString kContainer = QStringLiteral("docker:");
            if (source.part(key.value).startsWith(kContainer))
                places.image = TextRange{key.value.begin + kContainer.size(), key.value.end};
        } else if (section == QLatin1String("checkpoints") && key.key == QLatin1String("dir")) {
            places.checkpointDir = key.value;
        }
    }
    return places;
}

}  // namespace trainyard
