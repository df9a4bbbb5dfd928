// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/internal/trainingstate.h"

#include "core/checkpoint/format/internal/bytereader.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

// trainer_state.json grows with the log history: 20 MB were observed after 100,000 steps that each logged.
constexpr qint64 kReadWhole = 64 * 1024, kTrainerStateHead = 4 * 1024, kTrainerStateTail = 12 * 1024;

QString shown(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Bool: return value.toBool() ? QStringLiteral("true") : QStringLiteral("false");
    case QJsonValue::Double: return QString::number(value.toDouble(), 'g', QLocale::FloatingPointShortest);
    case QJsonValue::String: return value.toString();
    default: return {};
    }
}

void addMetrics(TrainingState &state, const QJsonObject &measured)
{
    for (auto value = measured.begin(); value != measured.end() && state.metrics.size() < kMaxMetrics; ++value) {
        if (value->isDouble() && isMetric(value.key()))
            state.metrics.insert(value.key(), value->toDouble());
    }
}

// Python writes NaN and Infinity, which are not valid JSON; a diverged run has them in its log. The replacements have the same length, so
// quoted text need not be distinguished: no name that is searched for contains these words.
QJsonDocument documentOf(QByteArray text)
{
    const QJsonDocument document = QJsonDocument::fromJson(text);
    if (!document.isNull() || !(text.contains("NaN") || text.contains("Infinity")))
        return document;
    static const QRegularExpression pattern(QStringLiteral("(:\\s*)(NaN|-?Infinity)(?=\\s*[,}\\]])"));
    return QJsonDocument::fromJson(QString::fromUtf8(text).replace(pattern, QStringLiteral("\\1null")).toUtf8());
}

// The objects logged at this step, in a piece of a log's history.
void addMetricsOf(TrainingState &state, const QByteArray &piece, qint64 step)
{
    for (qsizetype open = piece.indexOf('{'); open >= 0; open = piece.indexOf('{', open + 1)) {
        const qsizetype close = piece.indexOf('}', open);
        if (close < 0)
            return;
        const QJsonObject logged = documentOf(piece.mid(open, close - open + 1)).object();
        if (logged[QLatin1String("step")].toDouble(-1) == double(step))
            addMetrics(state, logged);
    }
}

TrainingState fromWhole(const QByteArray &text)
{
    TrainingState state;
    const QJsonDocument document = documentOf(text);
    state.isCutOff = !document.isObject();
    const QJsonObject object = document.object();
    for (const char *key : {"global_step", "step"}) {
        if (const QJsonValue value = object[QLatin1String(key)]; value.isDouble())
            state.step = stepFrom(value.toDouble());
    }
    if (const QJsonValue epoch = object[QLatin1String("epoch")]; epoch.isDouble())
        state.epoch = epoch.toDouble();
    if (const QJsonValue loss = object[QLatin1String("loss")]; loss.isDouble())
        state.loss = loss.toDouble();
    // Hugging Face's trainer_state.json: one object per logged step, oldest first.
    const QJsonArray history = object[QLatin1String("log_history")].toArray();
    for (qsizetype i = history.size() - 1; i >= 0 && !state.loss; --i) {
        if (const QJsonValue loss = history[i].toObject()[QLatin1String("loss")]; loss.isDouble())
            state.loss = loss.toDouble();
    }
    if (object.contains(QLatin1String("log_history"))) {
        for (const QJsonValue &logged : history) {
            if (state.step && logged[QLatin1String("step")].toDouble(-1) == double(*state.step))
                addMetrics(state, logged.toObject());
        }
    } else {
        addMetrics(state, object);
    }
    for (auto value = object.begin(); value != object.end(); ++value) {
        if (const QString told = shown(value.value()); !told.isEmpty())
            state.values.append({value.key(), told});
    }
    return state;
}

// The last (or first) number under a key in a piece of JSON.
std::optional<double> numberIn(const QByteArray &piece, const char *key, bool isLast)
{
    const QByteArray quoted = '"' + QByteArray(key) + '"';
    const qsizetype at = isLast ? piece.lastIndexOf(quoted) : piece.indexOf(quoted);
    if (at < 0)
        return std::nullopt;
    static const QRegularExpression pattern(QStringLiteral("^\\s*:\\s*(-?[0-9.eE+-]+)[\\s,}]"));
    const auto match = pattern.match(QString::fromLatin1(piece.mid(at + quoted.size(), 64)));
    bool isNumber = false;
    const double value = match.captured(1).toDouble(&isNumber);
    return isNumber ? std::optional(value) : std::nullopt;
}

TrainingState fromEnds(const QByteArray &head, const QByteArray &tail)
{
    TrainingState state;
    state.isCutOff = !head.trimmed().startsWith('{') || !tail.trimmed().endsWith('}');
    // Its keys are sorted, so these come before the history; "step" within it is something else.
    const QByteArray before = head.left(head.indexOf("\"log_history\"") < 0 ? head.size() : head.indexOf("\"log_history\""));
    if (const auto step = numberIn(before, "global_step", false))
        state.step = stepFrom(*step);
    state.epoch = numberIn(before, "epoch", false);
    state.loss = numberIn(tail, "loss", true);
    if (state.step)
        addMetricsOf(state, tail, *state.step);
    return state;
}

}  // namespace

bool isMetric(const QString &name)
{
    static const QStringList others{QStringLiteral("step"), QStringLiteral("global_step"), QStringLiteral("epoch"), QStringLiteral("seed")};
    return !name.isEmpty() && name.size() <= 64 && !others.contains(name);
}

std::optional<qint64> stepFrom(double value)
{
    if (!(value >= 0) || value > 9e15 || value != std::floor(value))
        return std::nullopt;
    return qint64(value);
}

TrainingState readTrainingState(const CheckpointFile &file, FileSource &source)
{
    if (file.sizeBytes <= 0)
        return {};
    if (file.sizeBytes <= kReadWhole) {
        const auto text = readExactly(source, file.name, 0, file.sizeBytes);
        return text ? fromWhole(*text) : TrainingState();
    }
    const auto ends = source.read({{file.name, 0, kTrainerStateHead}, {file.name, file.sizeBytes - kTrainerStateTail, kTrainerStateTail}});
    return ends && ends->size() == 2 ? fromEnds(ends->at(0), ends->at(1)) : TrainingState();
}

std::optional<QStringList> shardsOfIndex(const QByteArray &json, QList<QPair<QString, QString>> *tensors)
{
    const QJsonDocument document = QJsonDocument::fromJson(json);
    const QJsonValue map = document.object()[QLatin1String("weight_map")];
    if (!map.isObject())
        return std::nullopt;
    const QJsonObject object = map.toObject();
    QStringList names;
    QSet<QString> seen;
    for (auto entry = object.begin(); entry != object.end(); ++entry) {
        if (!entry.value().isString())
            return std::nullopt;
        const QString name = entry.value().toString();
        if (!seen.contains(name)) {
            seen.insert(name);
            names << name;
        }
        if (tensors)
            tensors->append({entry.key(), name});
    }
    return names;
}

std::optional<qint64> pickledNumber(QByteArrayView pickle, QByteArrayView key)
{
    std::optional<qint64> found;
    const QByteArray whole = QByteArray::fromRawData(pickle.data(), pickle.size());
    for (qsizetype at = whole.indexOf(key); at >= 0; at = whole.indexOf(key, at + 1)) {
        // BINUNICODE (four bytes of length) or SHORT_BINUNICODE before the text, a memo number after it.
        const bool isText = (at >= 5 && pickle[at - 5] == 'X' && qFromLittleEndian<quint32>(pickle.data() + at - 4) == quint32(key.size()))
                            || (at >= 2 && pickle[at - 2] == '\x8c' && quint8(pickle[at - 1]) == key.size());
        if (!isText)
            continue;
        ByteReader reader(pickle.sliced(at + key.size()));
        auto code = reader.number<quint8>();
        if (code == 'q')
            reader.bytes(1);
        else if (code == 'r')
            reader.bytes(4);
        if (code == 'q' || code == 'r' || code == 0x94)
            code = reader.number<quint8>();
        qint64 value = 0;
        switch (code) {
        case 'K': value = reader.number<quint8>(); break;
        case 'M': value = reader.number<quint16>(); break;
        case 'J': value = reader.number<qint32>(); break;
        default: continue;
        }
        if (reader.isShort())
            continue;
        if (found && *found != value)
            return std::nullopt;
        found = value;
    }
    return found;
}

}  // namespace trainyard
