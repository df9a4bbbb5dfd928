// torch.save of 0.1.1: a tar of sys_info, pickle, storages and tensors, which torch.load still opens and unpickles. Layout:
// legacy_load in torch/serialization.py.
#include "core/format/torchreaders.h"

#include <QCoreApplication>
#include <QtEndian>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

constexpr qint64 kBlock = 512;
// Nobody has written such files since 2017; larger ones are only told, not read.
constexpr qint64 kMostBytes = 64 * 1024 * 1024;
constexpr int kMostMembers = 64;

// The octal number of a header's field; nullopt when it is none.
std::optional<qint64> octal(QByteArrayView field)
{
    qint64 value = 0;
    for (const char c : field) {
        if (c == '\0' || c == ' ')
            break;
        if (c < '0' || c > '7')
            return std::nullopt;
        value = value * 8 + (c - '0');
    }
    return value;
}

}  // namespace

Inspection inspectTar(RangeReader &reader)
{
    Inspection inspection;
    inspection.format = QStringLiteral("torch tar");
    inspection.framework = QStringLiteral("PyTorch");
    inspection.safety = Safety::Safe;
    if (reader.size() > kMostBytes) {
        setVerdict(inspection, Verdict::Unknown, Words::tr("Files of torch 0.1 are not read when they are this large."));
        inspection.safety = Safety::Unknown;
        return inspection;
    }
    if (const auto fetched = reader.fetch({{0, reader.size()}}); !fetched) {
        setVerdict(inspection, Verdict::Unknown, fetched.error().what);
        inspection.safety = Safety::Unknown;
        return inspection;
    }
    const QByteArray all = reader.bytes(0, reader.size());
    QByteArrayList missing{"sys_info", "pickle", "storages", "tensors"};
    setVerdict(inspection, Verdict::Complete, Words::tr("Every record is there."));
    qint64 at = 0;
    for (int members = 0; members < kMostMembers && all.size() - at >= kBlock; ++members) {
        const QByteArrayView header = QByteArrayView(all).sliced(at, kBlock);
        if (header[0] == '\0')
            break;
        const auto size = octal(header.sliced(124, 12));
        QByteArray name = QByteArray(header.data(), qsizetype(qstrnlen(header.data(), 100)));
        at += kBlock;
        if (!size || *size > all.size() - at) {
            setVerdict(inspection, Verdict::Partial, Words::tr("The file ends early."));
            inspection.safety = graver(inspection.safety, Safety::Unknown);
        }
        const QByteArray member = all.mid(at, size.value_or(0));
        while (name.startsWith("./"))
            name.remove(0, 2);
        missing.removeAll(name);
        const QString place = reader.file().name + QLatin1Char('/') + QString::fromUtf8(name);
        // In storages and tensors pickles alternate with raw numbers, so any place where one can begin is looked at.
        qsizetype begin = 0, walked = 0;
        while (begin >= 0 && begin < member.size()) {
            const Pickle pickle = Pickle::read(member, begin);
            const bool isWhole = pickle.end() == PickleEnd::Stopped;
            walked += pickle.endOffset() - begin + 1;
            if (walked > 4 * member.size() + 64) {
                addNote(inspection, Safety::Unknown, place, Words::tr("It is too large to be looked at whole: %1.").arg(QStringLiteral("pickles within pickles")));
                break;
            }
            if (isWhole || begin == 0)
                addGrade(inspection, pickle, place);
            if (isWhole && name == "pickle" && begin == 0)
                readTorchFacts(pickle, inspection);
            begin = isWhole ? pickle.endOffset() : begin + 1;
            if (!isWhole || (begin < member.size() && member[begin] != '\x80'))
                begin = member.indexOf("\x80\x02", begin);
        }
        if (!size)
            break;
        at += (*size + kBlock - 1) / kBlock * kBlock;
    }
    if (inspection.verdict == Verdict::Complete && !missing.isEmpty()) {
        setVerdict(inspection, Verdict::Partial, Words::tr("The file ends early: %1 is missing.").arg(QString::fromUtf8(missing.join(", "))));
        inspection.safety = graver(inspection.safety, Safety::Unknown);
    }
    return inspection;
}

}  // namespace trainyard
