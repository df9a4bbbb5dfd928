// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/resume/launchfacts.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace trainyard {

namespace {

QStringList textsOf(const QJsonValue &value)
{
    QStringList texts;
    for (const QJsonValue &one : value.toArray())
        texts << one.toString();
    return texts;
}

QJsonObject toJson(const CodeRevision &revision)
{
    QJsonObject object{{QStringLiteral("commit"), revision.commit},
                       {QStringLiteral("branch"), revision.branch},
                       {QStringLiteral("remote"), revision.remote},
                       {QStringLiteral("folder"), revision.folder}};
    if (revision.changes)
        object[QStringLiteral("changes")] = *revision.changes;
    return object;
}

std::optional<CodeRevision> revisionIn(const QJsonValue &value)
{
    const QJsonObject object = value.toObject();
    CodeRevision revision{object[QStringLiteral("commit")].toString(), object[QStringLiteral("branch")].toString(),
                          object[QStringLiteral("remote")].toString(), std::nullopt, object[QStringLiteral("folder")].toString()};
    if (object.contains(QStringLiteral("changes")))
        revision.changes = object[QStringLiteral("changes")].toInt();
    return revision.commit.isEmpty() ? std::nullopt : std::optional<CodeRevision>(revision);
}

}  // namespace

QByteArray writeLaunchFacts(const LaunchFacts &facts)
{
    QJsonObject object{{QStringLiteral("version"), 1},
                       {QStringLiteral("gpus"), QJsonArray::fromStringList(facts.gpus)},
                       {QStringLiteral("simulated"), facts.isSimulated},
                       {QStringLiteral("driver"), facts.driver},
                       {QStringLiteral("image"), facts.image}};
    if (facts.revision)
        object[QStringLiteral("revision")] = toJson(*facts.revision);
    if (facts.machineRevision)
        object[QStringLiteral("machine_revision")] = toJson(*facts.machineRevision);
    if (facts.resumedStep)
        object[QStringLiteral("resumed_step")] = *facts.resumedStep;
    if (!facts.resumePreset.isEmpty())
        object[QStringLiteral("resume_preset")] = facts.resumePreset;
    if (!facts.resumeWords.isEmpty())
        object[QStringLiteral("resume_words")] = QJsonArray::fromStringList(facts.resumeWords);
    if (facts.code) {
        QJsonArray files;
        for (const CodeFile &file : facts.code->files)
            files << QJsonArray{file.path, file.sizeBytes, file.sha256, file.modified};
        object[QStringLiteral("code")] = QJsonObject{
            {QStringLiteral("whole"), facts.code->isWhole}, {QStringLiteral("taken"), facts.code->taken}, {QStringLiteral("files"), files}};
    }
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

Result<LaunchFacts> parseLaunchFacts(const QByteArray &json)
{
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(json, &problem);
    if (!document.isObject() || document[QStringLiteral("version")].toInt() != 1) {
        return Error{ErrorCode::Corrupt,
                     QCoreApplication::translate("trainyard::LaunchFacts",
                                                 "The record of the launch cannot be read, so nothing is compared with it."),
                     problem.errorString()};
    }
    const QJsonObject object = document.object();
    LaunchFacts facts;
    facts.gpus = textsOf(object[QStringLiteral("gpus")]);
    facts.isSimulated = object[QStringLiteral("simulated")].toBool();
    facts.driver = object[QStringLiteral("driver")].toString();
    facts.image = object[QStringLiteral("image")].toString();
    facts.revision = revisionIn(object[QStringLiteral("revision")]);
    facts.machineRevision = revisionIn(object[QStringLiteral("machine_revision")]);
    if (object.contains(QStringLiteral("resumed_step")))
        facts.resumedStep = object[QStringLiteral("resumed_step")].toInteger();
    facts.resumePreset = object[QStringLiteral("resume_preset")].toString();
    facts.resumeWords = textsOf(object[QStringLiteral("resume_words")]);
    if (object.contains(QStringLiteral("code"))) {
        const QJsonObject code = object[QStringLiteral("code")].toObject();
        CodeManifest manifest;
        manifest.isWhole = code[QStringLiteral("whole")].toBool();
        manifest.taken = code[QStringLiteral("taken")].toInteger();
        const QJsonArray files = code[QStringLiteral("files")].toArray();
        for (const QJsonValue &file : files) {
            const QJsonArray values = file.toArray();
            manifest.files << CodeFile{values.at(0).toString(), values.at(1).toInteger(), values.at(2).toString(),
                                       values.at(3).toInteger(-1)};
        }
        facts.code = manifest;
    }
    return facts;
}

}  // namespace trainyard
