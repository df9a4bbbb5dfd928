// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/probe/figures.h"

namespace trainyard::probe {

namespace {

double middleOf(double *values, int count)
{
    for (int i = 1; i < count; ++i) {
        const double value = values[i];
        int j = i;
        for (; j > 0 && values[j - 1] > value; --j)
            values[j] = values[j - 1];
        values[j] = value;
    }
    return count == 0 ? kNoNumber : count % 2 == 1 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

}  // namespace

void Samples::add(double value)
{
    if (m_count < kMax)
        m_values[m_count++] = value;
}

double Samples::median() const
{
    double sorted[kMax];
    for (int i = 0; i < m_count; ++i)
        sorted[i] = m_values[i];
    return middleOf(sorted, m_count);
}

double Samples::least() const
{
    double found = kNoNumber;
    for (int i = 0; i < m_count; ++i)
        found = i == 0 || m_values[i] < found ? m_values[i] : found;
    return found;
}

double Samples::most() const
{
    double found = kNoNumber;
    for (int i = 0; i < m_count; ++i)
        found = i == 0 || m_values[i] > found ? m_values[i] : found;
    return found;
}

double Samples::mean() const
{
    double sum = 0;
    for (int i = 0; i < m_count; ++i)
        sum += m_values[i];
    return m_count == 0 ? kNoNumber : sum / m_count;
}

double Samples::deviation() const
{
    const double middle = median();
    double distances[kMax];
    for (int i = 0; i < m_count; ++i)
        distances[i] = m_values[i] < middle ? middle - m_values[i] : m_values[i] - middle;
    return middleOf(distances, m_count);
}

void Samples::toJson(Json &json) const
{
    if (m_count == 0)
        return;
    json.real("median", median()).real("min", least()).real("max", most()).real("mean", mean());
    json.real("deviation", deviation()).whole("samples", m_count).beginArray("values");
    for (int i = 0; i < m_count; ++i)
        json.real(nullptr, m_values[i]);
    json.endArray();
}

void Result::skip(const char *why)
{
    verdict = Verdict::Skipped;
    reason = Text(why);
}

void Result::fail(const Failure &with, const char *why)
{
    verdict = Verdict::Failed;
    failure = with;
    reason = Text(why != nullptr ? why : factsOf(with.status).message);
}

void Result::verify(bool isRight, const char *what)
{
    isCorrect = isRight ? 1 : 0;
    check = what;
    if (!isRight)
        verdict = Verdict::Wrong;
}

Status Result::status() const
{
    switch (verdict) {
    case Verdict::Ok:
    case Verdict::Skipped: return Status::Ok;
    case Verdict::Wrong: return Status::WrongResults;
    case Verdict::Failed: break;
    }
    return failure.status == Status::Ok ? Status::SomeFailed : failure.status;
}

Text Result::toJson() const
{
    static const char *const words[] = {"ok", "wrong", "skipped", "failed"};
    Json json;
    json.beginObject().text("probe", probe);
    json.whole("device", device < 0 ? kUnknown : device);
    if (peer >= 0)
        json.beginArray("devices").whole(nullptr, device).whole(nullptr, peer).endArray();
    json.text("status", words[static_cast<int>(verdict)]).text("unit", unit);
    samples.toJson(json);
    json.flagOrNull("isCorrect", isCorrect);
    if (check != nullptr)
        json.text("check", check);
    json.raw("conditions", Text("{").add(conditions.get()).add("}")).real("seconds", seconds);
    json.raw("notes", Text("[").add(notes.get()).add("]"));
    if (!reason.isEmpty())
        json.text("reason", reason.get());
    if (verdict == Verdict::Failed)
        json.raw("failure", failure.toJson(nullptr, -1));
    Text text = json.get();
    if (!more.get().isEmpty())
        text.add(",").add(more.get());
    return text.add("}");
}

}  // namespace trainyard::probe
