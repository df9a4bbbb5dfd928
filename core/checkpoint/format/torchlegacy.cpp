// SPDX-License-Identifier: GPL-3.0-or-later
// torch.save before 1.6: five pickles (a number, the version, sizes of types, the object, the keys of its storages), then for each key the
// number of elements and the data. Layout: _legacy_save in torch/serialization.py. Its head determines its exact size.
#include "core/checkpoint/format/internal/checkpointname.h"
#include "core/checkpoint/format/internal/torchreaders.h"

#include <QCoreApplication>
#include <QLocale>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

QString places(const RangeReader &reader, int which)
{
    static constexpr const char *names[] = {"magic", "version", "system", "object", "keys"};
    return reader.file().name + QLatin1Char('/') + QLatin1String(names[which]);
}

}  // namespace

Inspection inspectLegacy(RangeReader &reader)
{
    Inspection inspection;
    inspection.format = QStringLiteral("torch legacy");
    inspection.safety = Safety::Safe;
    qint64 at = 0;
    std::vector<Pickle> pickles;
    for (int which = 0; which < 5; ++which) {
        auto pickle = readPickleAt(reader, at);
        if (!pickle) {
            setVerdict(inspection, Verdict::Unknown, pickle.error().what);
            inspection.safety = graver(inspection.safety, Safety::Unknown);
            return inspection;
        }
        addGrade(inspection, *pickle, places(reader, which));
        at += pickle->endOffset();
        const PickleEnd end = pickle->end();
        pickles.push_back(std::move(*pickle));
        if (end == PickleEnd::Stopped)
            continue;
        if (end == PickleEnd::CutOff)
            setVerdict(inspection, Verdict::Partial, Words::tr("The file ends early, before its tensors."));
        else
            setVerdict(inspection, end == PickleEnd::TooLarge ? Verdict::Unknown : Verdict::Corrupt,
                       brokenPickle(places(reader, which), pickles.back()));
        break;
    }
    if (pickles.size() < 4)
        return inspection;
    const Pickle &object = pickles[3];
    addRefusals(inspection, object, places(reader, 3));
    TorchObjects objects = readTorchObjects(object);
    const QString complaint = objects.complaint;
    std::optional<std::pair<TorchTensor, qint64>> counted;  // and where its storage is
    if (pickles.size() == 5 && pickles[4].end() == PickleEnd::Stopped) {
        const Pickle &keys = pickles[4];
        quint64 end = quint64(at);
        size_t present = 0, count = 0;
        bool isSure = true;
        const TorchTensor *counting = countingTensor(objects, !stepFromName(reader.file().name));
        qint64 countAt = -1;
        keys.eachItem(keys.root(), [&](PickleRef key) {
            const int storage = objects.storageOfKey.value(keys.raw(key), -1);
            ++count;
            if (counting && storage == counting->storage && isSure && end < quint64(reader.size()))
                countAt = qint64(end) + 8;
            isSure = isSure && storage >= 0 && objects.storages[size_t(storage)].isSure;
            if (isSure
                && (__builtin_add_overflow(end, 8 + objects.storages[size_t(storage)].bytes, &end)
                    || end > quint64(std::numeric_limits<qint64>::max())))
                isSure = false;
            present += isSure && end <= quint64(reader.size());
        });
        if (!complaint.isEmpty())
            setVerdict(inspection, Verdict::Corrupt, Words::tr("A tensor is described wrongly: %1.").arg(complaint));
        else if (!isSure)
            setVerdict(inspection, Verdict::Unknown, Words::tr("It contains a data type of unknown size."));
        else if (end > quint64(reader.size()))
            setVerdict(inspection, Verdict::Partial,
                       Words::tr("The file ends early: %1 of %2 bytes, %3 of %4 storages.")
                           .arg(QLocale().toString(reader.size()), QLocale().toString(end))
                           .arg(present)
                           .arg(count));
        else
            setVerdict(inspection, Verdict::Complete, Words::tr("All storages are present."));
        if (isSure && end < quint64(reader.size()))
            addNote(inspection, Safety::Safe, reader.file().name,
                    Words::tr("%n byte(s) follow after its end.", nullptr, int(std::min<quint64>(quint64(reader.size()) - end, 1 << 30))));
        if (counting && countAt >= 0)
            counted.emplace(*counting, countAt);
    }
    addObjects(inspection, std::move(objects), object, reader.file().name);
    if (counted && (!inspection.step || counted->first.info.name.isEmpty())) {
        const TorchTensor &tensor = counted->first;
        const RangeReader::Range range{counted->second + qint64(tensor.begin), qint64(tensor.end - tensor.begin)};
        if (reader.fetch({range}))
            takeCount(inspection, tensor, reader.bytes(range.offset, range.length));
    }
    return inspection;
}

// A pickle by itself, or several in a row: a program that loads it may load them all.
Inspection inspectPickleFile(RangeReader &reader)
{
    constexpr int mostPickles = 1000;
    Inspection inspection;
    inspection.format = QStringLiteral("pickle");
    inspection.safety = Safety::Safe;
    qint64 at = 0;
    for (int which = 0; which < mostPickles && at < reader.size(); ++which) {
        const auto pickle = readPickleAt(reader, at);
        if (!pickle) {
            setVerdict(inspection, Verdict::Unknown, pickle.error().what);
            inspection.safety = graver(inspection.safety, Safety::Unknown);
            return inspection;
        }
        const QString place = which == 0 ? reader.file().name : Words::tr("%1, from byte %2 on").arg(reader.file().name).arg(at);
        if (which > 0 && pickle->end() == PickleEnd::Broken && pickle->incidents().empty() && pickle->valueCount() < 8) {
            addNote(inspection, Safety::Unknown, place, Words::tr("What follows is not a pickle."));
            return inspection;
        }
        addGrade(inspection, *pickle, place);
        if (which == 0) {
            if (pickle->end() == PickleEnd::Stopped)
                setVerdict(inspection, Verdict::Complete, Words::tr("It is complete."));
            else if (pickle->end() == PickleEnd::CutOff)
                setVerdict(inspection, Verdict::Partial, Words::tr("The file ends early."));
            else
                setVerdict(inspection, pickle->end() == PickleEnd::TooLarge ? Verdict::Unknown : Verdict::Corrupt,
                           brokenPickle(place, *pickle));
            readTorchFacts(*pickle, inspection);
            inspection.framework.clear();
        }
        if (pickle->end() != PickleEnd::Stopped)
            return inspection;
        at += pickle->endOffset();
    }
    if (at < reader.size())
        inspection.safety = graver(inspection.safety, Safety::Unknown);
    return inspection;
}

}  // namespace trainyard
