// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/internal/checkpointname.h"

#include <QRegularExpression>
#include <QStringList>

namespace trainyard {

namespace {

const QStringList &extensions()
{
    static const QStringList list{QStringLiteral(".safetensors"), QStringLiteral(".pt"),   QStringLiteral(".pth"),  QStringLiteral(".ckpt"),
                                  QStringLiteral(".bin"),         QStringLiteral(".gguf"), QStringLiteral(".onnx"), QStringLiteral(".npz"),
                                  QStringLiteral(".keras"),       QStringLiteral(".h5")};
    return list;
}

bool isDigit(QChar c) { return c >= u'0' && c <= u'9'; }

// Higher is likelier to be the step; 0 = something else (an epoch, a rank, part of a word).
int likelihood(const QString &word, bool isJoined)
{
    if (word.endsWith(QLatin1String("step")) || word.endsWith(QLatin1String("steps")))
        return 4;
    if (word.endsWith(QLatin1String("iter")) || word.endsWith(QLatin1String("iteration")) || word.endsWith(QLatin1String("checkpoint"))
        || word.endsWith(QLatin1String("ckpt")))
        return 3;
    static const QStringList kOthers{QStringLiteral("epoch"), QStringLiteral("rank"), QStringLiteral("of"), QStringLiteral("shard"),
                                     QStringLiteral("part"),  QStringLiteral("loss"), QStringLiteral("v")};
    if (kOthers.contains(word))
        return 0;
    return isJoined && !word.isEmpty() ? 0 : 1;
}

// Removes terminal colour sequences: their digits are not a step. ECMA-48, 5.4.
QString withoutEscapes(const QString &base)
{
    static const QRegularExpression kSequence(QStringLiteral("(?:\\x1b\\[|\\x{9b})[0-?]*[ -/]*[@-~]?"));
    return base.contains(QChar(0x1b)) || base.contains(QChar(0x9b)) ? QString(base).replace(kSequence, QStringLiteral(" ")) : base;
}

std::optional<qint64> stepFromBase(const QString &name)
{
    const QString base = withoutEscapes(name);
    std::optional<qint64> step;
    int best = 0;
    for (qsizetype at = 0; at < base.size();) {
        if (!isDigit(base[at])) {
            ++at;
            continue;
        }
        const qsizetype start = at;
        while (at < base.size() && isDigit(base[at]))
            ++at;
        const bool isFraction = start > 1 && base[start - 1] == u'.' && isDigit(base[start - 2]);
        qsizetype wordEnd = start;
        while (wordEnd > 0 && QStringLiteral("-_= .").contains(base[wordEnd - 1]))
            --wordEnd;
        qsizetype wordStart = wordEnd;
        while (wordStart > 0 && base[wordStart - 1].isLetter())
            --wordStart;
        const int rank = isFraction ? 0 : likelihood(base.mid(wordStart, wordEnd - wordStart).toLower(), wordEnd == start);
        if (rank > 0 && rank >= best && at - start <= 18) {
            best = rank;
            step = base.mid(start, at - start).toLongLong();
        }
    }
    return step;
}

}  // namespace

std::optional<qint64> stepFromName(const QString &path)
{
    // Orbax appends a number of its own to the step while it writes.
    const QString name = path.left(path.indexOf(QLatin1String(".orbax-checkpoint-tmp")));
    const QStringList parts = withoutExtension(shardOf(name) ? shardOf(name)->group : name).split(u'/');
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        if (const auto step = stepFromBase(*part))
            return step;
    }
    return std::nullopt;
}

bool matchesPattern(QStringView name, QStringView pattern)
{
    qsizetype n = 0, p = 0, starAt = -1, retry = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == u'*') {
            starAt = p++;
            retry = n;
        } else if (p < pattern.size() && (pattern[p] == u'?' || pattern[p] == name[n])) {
            ++p;
            ++n;
        } else if (starAt >= 0) {
            p = starAt + 1;
            n = ++retry;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == u'*')
        ++p;
    return p == pattern.size();
}

std::optional<QString> finalName(const QString &name)
{
    QString base = baseOf(name);
    for (const char *suffix : {".tmp", ".part", ".partial", ".incomplete", ".crdownload"}) {
        if (base.endsWith(QLatin1String(suffix), Qt::CaseInsensitive) && base.size() > qsizetype(qstrlen(suffix))) {
            base.chop(qsizetype(qstrlen(suffix)));
            while (base.startsWith(u'.'))
                base.remove(0, 1);
            return folderOf(name) + base;
        }
    }
    if (!base.startsWith(u'.') || base.size() < 2)
        return std::nullopt;
    base.remove(0, 1);
    // rsync and other programs use names like ".step-3.safetensors.Xa81Qz".
    if (!hasKnownExtension(base) && hasKnownExtension(base.left(base.lastIndexOf(u'.'))))
        base.truncate(base.lastIndexOf(u'.'));
    return folderOf(name) + base;
}

bool hasKnownExtension(const QString &name) { return withoutExtension(name).size() < name.size(); }

QString withoutExtension(const QString &name)
{
    for (const QString &extension : extensions()) {
        if (name.endsWith(extension, Qt::CaseInsensitive) && baseOf(name).size() > extension.size())
            return name.chopped(extension.size());
    }
    return name;
}

QString folderOf(const QString &name) { return name.left(name.lastIndexOf(u'/') + 1); }

QString baseOf(const QString &name) { return name.mid(name.lastIndexOf(u'/') + 1); }

std::optional<Shard> shardOf(const QString &name)
{
    static const QRegularExpression kPattern(QStringLiteral("-([0-9]{5})-of-([0-9]{5})(\\.[a-z]+)$"));
    const auto match = kPattern.match(name);
    if (!match.hasMatch())
        return std::nullopt;
    // torch.distributed.checkpoint's safetensors writer puts the rank in front: "shard-00002-model-00001-of-00003".
    static const QRegularExpression kRank(QStringLiteral("^shard-[0-9]{5}-"));
    Shard shard{folderOf(name) + baseOf(name.left(match.capturedStart())).remove(kRank) + match.captured(3), match.captured(1).toInt(),
                match.captured(2).toInt()};
    if (shard.number < 1 || shard.number > shard.count)
        return std::nullopt;
    return shard;
}

bool isBesideModel(const QString &name)
{
    static const QRegularExpression kPattern(QStringLiteral(
        "^((optimizer|scheduler|scaler|sampler)(_[0-9]+)?|training_args|rng_state(_[0-9]+)?)\\.(pt|pth|bin)$|^trainer_state\\.json$"));
    return kPattern.match(baseOf(name)).hasMatch();
}

bool isInside(const QString &name)
{
    return !name.isEmpty() && !name.startsWith(u'/') && !name.contains(QChar(u'\0')) && !name.split(u'/').contains(QLatin1String(".."));
}

}  // namespace trainyard
