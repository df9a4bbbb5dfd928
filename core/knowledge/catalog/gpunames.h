// SPDX-License-Identifier: GPL-3.0-or-later
// People and price lists name the same GPU in many ways: "A100", "a100-80gb", "NVIDIA A100-SXM4-80GB", "RTX4090". A name matches every
// model that has all its words, so "A100" matches four models and "A10" none of them. Pure, any thread.
#pragma once

#include "core/knowledge/catalog/gpumodel.h"

#include <QSet>

namespace trainyard {

// The words that match a GPU, in capitals: those of its names, neighbours joined (RTX4090), and its memory (80GB).
class GpuWords {
public:
    explicit GpuWords(const GpuModel &model);
    explicit GpuWords(const QString &name);  // of a GPU that is not in the catalogue

    bool answersTo(const QString &name) const;
    bool haveAll(const QStringList &words) const;  // in capitals, letters and digits only

private:
    void add(const QString &name);

    QSet<QString> m_words;
};

// The facts about a GPU whose name may be ambiguous: only those that all matching models share.
struct GpuFacts {
    QList<qsizetype> models;          // the models that the name matches, by index; empty: none is known
    std::optional<double> memoryGib;  // of a whole one
    std::array<std::optional<double>, kPrecisionCount> tflops;
};

class GpuNames {
public:
    explicit GpuNames(const QList<GpuModel> &models);

    QList<qsizetype> meantBy(const QString &name) const;  // an id matches only its own model
    GpuFacts facts(const QString &name) const;
    const GpuWords &words(qsizetype model) const { return m_words[model]; }

private:
    QList<GpuModel> m_models;
    QList<GpuWords> m_words;
};

}  // namespace trainyard
