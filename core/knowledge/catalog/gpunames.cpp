// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/gpunames.h"

#include <algorithm>

namespace trainyard {

namespace {

// Its words in capitals.
QStringList wordsOf(const QString &name)
{
    QStringList words;
    bool isInside = false;
    for (const QChar c : name) {
        if (!c.isLetterOrNumber()) {
            isInside = false;
            continue;
        }
        if (!isInside)
            words << QString();
        words.last() += c.toUpper();
        isInside = true;
    }
    return words;
}

// The value that all share, or nullopt if they differ or one has none.
template <typename Value>
std::optional<double> common(const QList<qsizetype> &models, Value value)
{
    const std::optional<double> first = models.isEmpty() ? std::nullopt : value(models.first());
    const bool isCommon = std::all_of(models.begin(), models.end(), [&](qsizetype model) { return value(model) == first; });
    return isCommon ? first : std::nullopt;
}

}  // namespace

GpuWords::GpuWords(const GpuModel &model)
{
    for (const QString &name : QStringList{model.id, model.vendor, model.name} + model.names)
        add(name);
    add(QString::number(model.memoryGib) + QStringLiteral("GB"));
}

GpuWords::GpuWords(const QString &name) { add(name); }

void GpuWords::add(const QString &name)
{
    const QStringList words = wordsOf(name);
    for (qsizetype i = 0; i < words.size(); ++i) {
        m_words.insert(words[i]);
        if (i + 1 < words.size())
            m_words.insert(words[i] + words[i + 1]);
    }
}

bool GpuWords::answersTo(const QString &name) const { return haveAll(wordsOf(name)); }

bool GpuWords::haveAll(const QStringList &words) const
{
    return !words.isEmpty() && std::all_of(words.begin(), words.end(), [this](const QString &word) { return m_words.contains(word); });
}

GpuNames::GpuNames(const QList<GpuModel> &models) : m_models(models)
{
    for (const GpuModel &model : models)
        m_words << GpuWords(model);
}

QList<qsizetype> GpuNames::meantBy(const QString &name) const
{
    QList<qsizetype> found;
    const QStringList words = wordsOf(name);
    for (qsizetype i = 0; i < m_models.size(); ++i) {
        if (m_models[i].id.compare(name, Qt::CaseInsensitive) == 0)
            return {i};
        if (m_words[i].haveAll(words))
            found << i;
    }
    return found;
}

GpuFacts GpuNames::facts(const QString &name) const
{
    GpuFacts facts;
    facts.models = meantBy(name);
    facts.memoryGib = common(facts.models, [this](qsizetype i) { return std::optional(m_models[i].memoryGib); });
    for (size_t p = 0; p < kPrecisionCount; ++p)
        facts.tflops[p] = common(facts.models, [this, p](qsizetype i) { return m_models[i].tflops[p]; });
    return facts;
}

}  // namespace trainyard
