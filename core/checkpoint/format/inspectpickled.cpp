// SPDX-License-Identifier: GPL-3.0-or-later
// Formats that can hold code.
#include "core/checkpoint/format/internal/inspectparts.h"

#include "core/checkpoint/format/internal/torchreaders.h"
#include "core/checkpoint/pickle/pickleglobals.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

// A model of 10,000 layers has 5 MB; parsing takes twenty times as much memory.
constexpr qint64 kMaxConfig = 16 * 1024 * 1024;

// A record of a zip, inflated; its name in the local header must be the same.
Result<QByteArray> kerasRecord(RangeReader &reader, const ZipEntry &entry)
{
    const Error unreadable{ErrorCode::Corrupt, Words::tr("It cannot be read, so it is unknown whether it contains code."), {}};
    if (entry.bytes > quint64(kMaxConfig) || entry.storedBytes > quint64(kMaxConfig))
        return unreadable;
    const qint64 at = qint64(entry.offset), header = kZipLocalBytes + entry.name.size();
    // The header is followed by an extra field of at most 64 KiB.
    const qint64 length = header + 0xffff + qint64(entry.storedBytes);
    TRY_DO(reader.fetch({{at, length}}));
    const ZipLocal local = checkZipLocal(reader.bytes(at, header), entry);
    if (local.complaint)
        return unreadable;
    const QByteArray stored = reader.bytes(qint64(local.dataOffset), qint64(entry.storedBytes));
    if (quint64(stored.size()) != entry.storedBytes)
        return unreadable;
    if (entry.method == 0)
        return stored;
    const auto inflated = inflateBegin(stored, qsizetype(entry.bytes));
    return inflated && quint64(inflated->size()) == entry.bytes ? Result<QByteArray>(*inflated) : unreadable;
}

// Keras creates its layers from the module and class named in the configuration; Lambda layers contain code. Source:
// https://github.com/keras-team/keras/blob/master/keras/src/saving/serialization_lib.py
void gradeKerasConfig(const QByteArray &text, const QString &place, Inspection &inspection)
{
    const QJsonDocument document = QJsonDocument::fromJson(text);
    if (!document.isObject()) {
        addNote(inspection, Safety::Unknown, place, Words::tr("It cannot be read, so it is unknown whether it contains code."));
        return;
    }
    std::vector<QJsonValue> pending{document.object()};
    QSet<QString> told;
    while (!pending.empty()) {
        const QJsonValue value = pending.back();
        pending.pop_back();
        const QJsonArray items = value.toArray();
        for (const QJsonValue &item : items)
            pending.push_back(item);
        if (!value.isObject())
            continue;
        const QJsonObject object = value.toObject();
        QString name = object[QLatin1String("class_name")].toString();
        const QString module = object[QLatin1String("module")].toString();
        if ((name == QLatin1String("Lambda") || name == QLatin1String("__lambda__")) && !told.contains(name)) {
            told.insert(name);
            addNote(inspection, Safety::Dangerous, place,
                    Words::tr("A Lambda layer contains Python code, which runs when the model is used."), name);
        }
        // A function is looked up by its module and name and called when the model is built (CVE-2025-1550).
        if (name == QLatin1String("function") && object[QLatin1String("config")].isString())
            name = object[QLatin1String("config")].toString();
        const QString path = (module + u'.' + name).left(200);
        const bool isDeadly = !module.isEmpty() && isDangerous(gradeName(module.toUtf8(), name.toUtf8()));
        const bool isKeras = module.isEmpty() || module == QLatin1String("keras") || module.startsWith(QLatin1String("keras."))
                             || module == QLatin1String("builtins");
        if ((isDeadly || (!isKeras && told.size() < 100)) && !told.contains(path)) {
            told.insert(path);
            addNote(inspection, isDeadly ? Safety::Dangerous : Safety::Foreign, place,
                    isDeadly ? Words::tr("It can run any code that comes with the file.")
                             : Words::tr("Loading it imports a module that is not part of Keras."),
                    path);
        }
        for (const QJsonValue &member : object)
            pending.push_back(member);
    }
}

}  // namespace

Inspection inspectPickled(const CheckpointFile &file, FileSource &source)
{
    RangeReader reader(source, file);
    if (const auto looked = inspectTorch(reader))
        return *looked;
    return inspectKeras(reader);
}

void gradeAsPickle(const CheckpointFile &file, FileSource &source, Inspection &inspection)
{
    RangeReader reader(source, file);
    const auto fetched = reader.fetchEnds();
    const auto pickle = fetched ? readPickleAt(reader, 0) : Result<Pickle>(fetched.error());
    reader.count(inspection);
    if (!pickle) {
        inspection.safety = graver(inspection.safety, Safety::Unknown);
        return;
    }
    const PickleGrade grade = gradePickle(*pickle, file.name);
    // Where it is broken, loading fails as well, but only after all earlier calls.
    if (pickle->end() == PickleEnd::Broken && grade.safety != Safety::Dangerous)
        return;
    for (const Finding &finding : grade.findings)
        inspection.findings << finding;
    addNote(inspection, graver(grade.safety, Safety::Unknown), file.name,
            Words::tr("It is also a pickle, and a loader that goes by this name loads the pickle."));
    orderFindings(inspection.findings);
}

Inspection inspectKeras(RangeReader &reader)
{
    Inspection inspection;
    inspection.files << reader.file();
    const FetchedZip zip = fetchZip(reader);
    inspection.verdict = zip.verdict;
    inspection.reason = zip.reason;
    const ZipEntry *config = zip.directory ? zip.directory->find("config.json") : nullptr;
    if (!zip.directory || zip.directory->complaint())
        return inspection;
    if (!config || !zip.directory->find("metadata.json")) {
        const FileVerdict judged = judgeOtherZip(*zip.directory);
        inspection.verdict = judged.verdict;
        inspection.reason = judged.reason;
        inspection.format = judged.format;
        return inspection;
    }
    inspection.format = QStringLiteral("Keras");
    inspection.framework = QStringLiteral("Keras");
    inspection.reason = Words::tr("All records are present. Its tensors are not listed.");
    const QString place = reader.file().name + QStringLiteral("/config.json");
    const auto text = kerasRecord(reader, *config);
    if (!text) {
        addNote(inspection, Safety::Unknown, place, text.error().what);
        return inspection;
    }
    inspection.safety = Safety::Safe;
    gradeKerasConfig(*text, place, inspection);
    orderFindings(inspection.findings);
    return inspection;
}

}  // namespace trainyard
