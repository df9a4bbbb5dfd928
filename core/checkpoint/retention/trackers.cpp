// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/retention/trackers.h"

#include "core/checkpoint/retention/ownnames.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

QString baseOf(const QString &path)
{
    const QString trimmed = path.endsWith(u'/') ? path.chopped(1) : path;
    return trimmed.mid(trimmed.lastIndexOf(u'/') + 1);
}

bool isIt(const QString &whole, const QString &name)
{
    return whole == name
           || (whole.size() > name.size() && whole.startsWith(name) && (whole[name.size()] == u'/' || whole[name.size()] == u'.'));
}

}  // namespace

bool isTracker(const QString &fileName)
{
    return fileName == QLatin1String("latest") || fileName == QLatin1String("latest_universal")
           || fileName == QLatin1String("latest_checkpointed_iteration.txt") || fileName == QLatin1String("checkpoint");
}

QStringList trackedNames(const QString &fileName, const QByteArray &content)
{
    if (content.size() > kMaxTracker)
        return {};
    const QString base = baseOf(fileName);
    const QString text = QString::fromUtf8(content).trimmed();
    QString name;
    if (base == QLatin1String("latest") || base == QLatin1String("latest_universal")) {
        name = text;
    } else if (base == QLatin1String("latest_checkpointed_iteration.txt")) {
        bool isNumber = false;
        const qint64 iteration = text.toLongLong(&isNumber);
        name = isNumber ? QStringLiteral("iter_%1").arg(iteration, 7, 10, QLatin1Char('0')) : text;  // "release"
    } else if (base == QLatin1String("checkpoint")) {
        static const QRegularExpression line(QStringLiteral("^model_checkpoint_path: \"([^\"\n]+)\""), QRegularExpression::MultilineOption);
        name = line.match(text).captured(1);
        if (name.startsWith(u'/'))
            name = baseOf(name);
    } else if (base == QLatin1String("trainer_state.json")) {
        // A path on the machine it was first trained on: only the last part is meaningful here.
        name = baseOf(QJsonDocument::fromJson(content).object()[QLatin1String("best_model_checkpoint")].toString());
    }
    return isSafeRelative(name) ? QStringList{name} : QStringList();
}

bool isNamed(const Checkpoint &checkpoint, const QString &name)
{
    return !name.isEmpty()
           && (isIt(checkpoint.name, name)
               || std::any_of(checkpoint.files.begin(), checkpoint.files.end(),
                              [&](const CheckpointFile &file) { return isIt(file.name, name); }));
}

}  // namespace trainyard
