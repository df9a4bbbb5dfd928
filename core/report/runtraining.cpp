#include "core/report/runtraining.h"

#include "core/training/trainingline.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace trainyard {

namespace {

constexpr qsizetype kLongestLine = 64 * 1024;      // a line without end must not fill the memory
constexpr size_t kMostCurves = 64, kMostPlaces = 8192;
constexpr int kMedianOf = 20'000;                  // points: exact for all but very long curves

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RunTraining)
};

const QString kLoss = QStringLiteral("loss"), kRate = QStringLiteral("lr"), kStepTime = QStringLiteral("step_time"),
              kThroughput = QStringLiteral("throughput");

}  // namespace

QList<TrainingRow> TrainingRows::feed(const QByteArray &bytes)
{
    QList<TrainingRow> rows;
    qsizetype begin = 0;
    // Every state of a progress bar is a line here: each says a step.
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        if (bytes[i] != '\n' && bytes[i] != '\r')
            continue;
        if (m_line.size() < kLongestLine)
            m_line += QByteArrayView(bytes).sliced(begin, i - begin);
        take(rows);
        begin = i + 1;
        m_lineAt = m_at + begin;
    }
    if (m_line.size() < kLongestLine)
        m_line += QByteArrayView(bytes).sliced(begin);
    m_at += bytes.size();
    return rows;
}

QList<TrainingRow> TrainingRows::finish()
{
    QList<TrainingRow> rows;
    take(rows);
    return rows;
}

void TrainingRows::take(QList<TrainingRow> &rows)
{
    const QByteArray line = std::exchange(m_line, {});
    if (line.isEmpty())
        return;
    const TrainingLine said = parseTrainingLine(line);
    if (!said.step)
        return;
    TrainingRow row;
    row.step = double(*said.step);
    row.offset = m_lineAt;
    if (said.totalSteps)
        row.totalSteps = double(*said.totalSteps);
    const auto put = [&row](const QString &name, std::optional<double> value) {
        if (value)
            row.values.append({name, *value});
    };
    put(kLoss, said.loss);
    put(kRate, said.learningRate);
    if (said.stepsPerSecond && *said.stepsPerSecond > 0)
        put(kStepTime, 1 / *said.stepsPerSecond);
    if (said.throughput)
        put(kThroughput + QStringLiteral(" (%1)").arg(said.throughputUnit), said.throughput);
    rows << row;
}

void RunTraining::append(const QList<TrainingRow> &rows)
{
    for (const TrainingRow &row : rows) {
        m_lastStep = row.step;
        place(row.step, row.offset);
        if (row.totalSteps)
            m_totalSteps = row.totalSteps;
        for (const auto &[name, value] : row.values) {
            if (!m_curves.contains(name) && m_curves.size() >= kMostCurves)
                continue;
            TrainingPoint point;
            point.step = row.step;
            point.loss = value;
            m_curves[name].append({point});
        }
    }
}

void RunTraining::place(double step, qint64 offset)
{
    // A step that goes back takes the place of what it repeats.
    if (!m_places.empty() && step <= m_places.back().first) {
        const auto from = std::lower_bound(m_places.begin(), m_places.end(), std::pair(step, std::numeric_limits<qint64>::min()));
        m_places.erase(from, m_places.end());
        m_sincePlace = m_placeEvery;
    }
    if (!m_places.empty() && ++m_sincePlace < m_placeEvery)
        return;
    m_sincePlace = 0;
    m_places.emplace_back(step, offset);
    if (m_places.size() < kMostPlaces)
        return;
    for (size_t i = 0; i < kMostPlaces / 2; ++i)
        m_places[i] = m_places[2 * i];
    m_places.resize(kMostPlaces / 2);
    m_placeEvery *= 2;
}

std::optional<qint64> RunTraining::offsetAt(double step) const
{
    const auto after = std::lower_bound(m_places.begin(), m_places.end(), std::pair(step, std::numeric_limits<qint64>::min()));
    if (after == m_places.end())
        return std::nullopt;
    if (after->first == step)
        return after->second;
    if (after == m_places.begin())
        return std::nullopt;
    const auto &[a, offsetA] = *(after - 1);
    return offsetA + qint64(double(after->second - offsetA) * (step - a) / (after->first - a));
}

QStringList RunTraining::names() const
{
    QStringList names;
    for (const auto &[name, curve] : m_curves) {
        if (!curve.isEmpty())
            names << name;
    }
    const auto rank = [](const QString &name) { return name == kLoss ? 0 : name.contains(QLatin1String("loss")) ? 1 : 2; };
    std::stable_sort(names.begin(), names.end(), [&](const QString &a, const QString &b) { return rank(a) < rank(b); });
    return names;
}

const TrainingCurve *RunTraining::curve(const QString &name) const
{
    const auto found = m_curves.find(name);
    return found == m_curves.end() || found->second.isEmpty() ? nullptr : &found->second;
}

std::optional<double> RunTraining::median(const QString &name) const
{
    const TrainingCurve *const known = curve(name);
    if (!known)
        return std::nullopt;
    std::vector<double> values;
    for (const QPointF &point : known->raw(kMedianOf))
        values.push_back(point.y());
    const auto middle = values.begin() + qsizetype(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

QString RunTraining::throughput() const
{
    for (const QString &name : names()) {
        if (name.startsWith(kThroughput))
            return name;
    }
    return {};
}

QString trainingTitle(const QString &name, QString *unit)
{
    unit->clear();
    if (name == kLoss)
        return Words::tr("Loss");
    if (name == QLatin1String("val_loss"))
        return Words::tr("Validation loss");
    if (name == kRate)
        return Words::tr("Learning rate");
    if (name == kStepTime) {
        *unit = QStringLiteral("s");
        return Words::tr("Time of a step");
    }
    if (name.startsWith(kThroughput) && name.endsWith(u')')) {
        *unit = name.mid(kThroughput.size() + 2).chopped(1);
        return Words::tr("Throughput");
    }
    return name;
}

}  // namespace trainyard
