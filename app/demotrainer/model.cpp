// SPDX-License-Identifier: GPL-3.0-or-later
#include "model.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace trainyard::demo {

namespace {

constexpr std::size_t kInput = kContext * kEmbedding;
enum Slot : std::size_t { Embed, HiddenWeight, HiddenBias, OutputWeight, OutputBias };

void addScaled(float *out, const float *in, float factor, std::size_t n)
{
    for (std::size_t i = 0; i < n; ++i)
        out[i] += factor * in[i];
}

// Eight explicit lanes: the compiler may not reorder a float sum, and the order must never change.
float dot(const float *a, const float *b, std::size_t n)
{
    std::array<float, 8> lanes{};
    const std::size_t whole = n - n % lanes.size();
    for (std::size_t i = 0; i < whole; i += 8)
        for (std::size_t lane = 0; lane < 8; ++lane)
            lanes[lane] += a[i + lane] * b[i + lane];
    float sum = 0;
    for (std::size_t i = whole; i < n; ++i)
        sum += a[i] * b[i];
    for (const float lane : lanes)
        sum += lane;
    return sum;
}

// In place; cannot overflow: the largest logit is subtracted first.
void softmax(float *row, std::size_t n)
{
    const float highest = *std::max_element(row, row + n);
    float sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
        row[i] = std::exp(row[i] - highest);
        sum += row[i];
    }
    for (std::size_t i = 0; i < n; ++i)
        row[i] /= sum;
}

}  // namespace

Model::Model(std::size_t vocabulary) : m_vocabulary(vocabulary)
{
    addSlot("embed.weight", {vocabulary, kEmbedding});
    addSlot("hidden.weight", {kInput, kHidden});
    addSlot("hidden.bias", {kHidden});
    addSlot("output.weight", {kHidden, vocabulary});
    addSlot("output.bias", {vocabulary});
    const std::size_t total = m_slots.back().offset + m_slots.back().size;
    for (auto *vector : {&m_weights, &m_gradients, &m_first, &m_second})
        vector->assign(total, 0.0f);
}

void Model::addSlot(const std::string &name, std::vector<std::size_t> shape)
{
    std::size_t size = 1;
    for (const std::size_t n : shape)
        size *= n;
    const std::size_t offset = m_slots.empty() ? 0 : m_slots.back().offset + m_slots.back().size;
    m_slots.push_back({name, std::move(shape), offset, size});
}

void Model::initialise(Rng &rng)
{
    const auto fill = [&](Slot slot, double bound) {
        const TensorSlot &s = m_slots[slot];
        for (std::size_t i = 0; i < s.size; ++i)
            m_weights[s.offset + i] = static_cast<float>((rng.uniform() * 2 - 1) * bound);
    };
    fill(Embed, 1.0);
    fill(HiddenWeight, std::sqrt(3.0 / kInput));
    fill(OutputWeight, 0.3 * std::sqrt(3.0 / kHidden));  // small: the first loss is then ln(vocabulary)
}

void Model::forward(std::span<const std::uint8_t> contexts, std::size_t count, Activations &out) const
{
    const float *embed = &m_weights[m_slots[Embed].offset];
    const float *hiddenWeight = &m_weights[m_slots[HiddenWeight].offset];
    const float *hiddenBias = &m_weights[m_slots[HiddenBias].offset];
    const float *outputWeight = &m_weights[m_slots[OutputWeight].offset];
    const float *outputBias = &m_weights[m_slots[OutputBias].offset];
    out.input.resize(count * kInput);
    out.hidden.resize(count * kHidden);
    out.logits.resize(count * m_vocabulary);
    for (std::size_t b = 0; b < count; ++b) {
        float *input = &out.input[b * kInput];
        for (std::size_t c = 0; c < kContext; ++c)
            std::copy_n(embed + contexts[b * kContext + c] * kEmbedding, kEmbedding, input + c * kEmbedding);
        float *hidden = &out.hidden[b * kHidden];
        std::copy_n(hiddenBias, kHidden, hidden);
        for (std::size_t k = 0; k < kInput; ++k)
            addScaled(hidden, hiddenWeight + k * kHidden, input[k], kHidden);
        for (std::size_t i = 0; i < kHidden; ++i)
            hidden[i] = std::tanh(hidden[i]);
        float *logits = &out.logits[b * m_vocabulary];
        std::copy_n(outputBias, m_vocabulary, logits);
        for (std::size_t k = 0; k < kHidden; ++k)
            addScaled(logits, outputWeight + k * m_vocabulary, hidden[k], m_vocabulary);
        softmax(logits, m_vocabulary);
    }
}

// Expects m_activations.logits to hold probabilities minus the one-hot targets, divided by the batch size.
void Model::backward(const Batch &batch)
{
    std::fill(m_gradients.begin(), m_gradients.end(), 0.0f);
    float *embed = &m_gradients[m_slots[Embed].offset];
    float *hiddenWeight = &m_gradients[m_slots[HiddenWeight].offset];
    float *hiddenBias = &m_gradients[m_slots[HiddenBias].offset];
    float *outputWeight = &m_gradients[m_slots[OutputWeight].offset];
    float *outputBias = &m_gradients[m_slots[OutputBias].offset];
    const float *hiddenWeights = &m_weights[m_slots[HiddenWeight].offset];
    const float *outputWeights = &m_weights[m_slots[OutputWeight].offset];
    m_hiddenGradient.resize(kHidden);
    m_inputGradient.resize(kInput);
    for (std::size_t b = 0; b < batch.size(); ++b) {
        const float *input = &m_activations.input[b * kInput];
        const float *hidden = &m_activations.hidden[b * kHidden];
        const float *delta = &m_activations.logits[b * m_vocabulary];
        addScaled(outputBias, delta, 1.0f, m_vocabulary);
        for (std::size_t k = 0; k < kHidden; ++k) {
            addScaled(outputWeight + k * m_vocabulary, delta, hidden[k], m_vocabulary);
            m_hiddenGradient[k] = dot(outputWeights + k * m_vocabulary, delta, m_vocabulary) * (1.0f - hidden[k] * hidden[k]);
        }
        addScaled(hiddenBias, m_hiddenGradient.data(), 1.0f, kHidden);
        for (std::size_t k = 0; k < kInput; ++k) {
            addScaled(hiddenWeight + k * kHidden, m_hiddenGradient.data(), input[k], kHidden);
            m_inputGradient[k] = dot(hiddenWeights + k * kHidden, m_hiddenGradient.data(), kHidden);
        }
        for (std::size_t c = 0; c < kContext; ++c)
            addScaled(embed + batch.contexts[b * kContext + c] * kEmbedding, &m_inputGradient[c * kEmbedding], 1.0f, kEmbedding);
    }
}

void Model::update(double learningRate, std::uint64_t step)
{
    constexpr float kBeta1 = 0.9f, kBeta2 = 0.999f, kEpsilon = 1e-8f;  // the values of Kingma & Ba 2015
    const double t = static_cast<double>(step);
    const float scale1 = static_cast<float>(1.0 / (1.0 - std::pow(0.9, t)));
    const float scale2 = static_cast<float>(1.0 / (1.0 - std::pow(0.999, t)));
    const float rate = static_cast<float>(learningRate);
    for (std::size_t i = 0; i < m_weights.size(); ++i) {
        const float g = m_gradients[i];
        m_first[i] = kBeta1 * m_first[i] + (1.0f - kBeta1) * g;
        m_second[i] = kBeta2 * m_second[i] + (1.0f - kBeta2) * g * g;
        m_weights[i] -= rate * (m_first[i] * scale1) / (std::sqrt(m_second[i] * scale2) + kEpsilon);
    }
}

double Model::train(const Batch &batch, double learningRate, std::uint64_t step)
{
    const std::size_t count = batch.size();
    forward(batch.contexts, count, m_activations);
    double loss = 0;
    const float share = 1.0f / static_cast<float>(count);
    for (std::size_t b = 0; b < count; ++b) {
        float *row = &m_activations.logits[b * m_vocabulary];
        loss -= std::log(std::max(row[batch.targets[b]], 1e-20f));
        row[batch.targets[b]] -= 1.0f;
        for (std::size_t i = 0; i < m_vocabulary; ++i)
            row[i] *= share;
    }
    backward(batch);
    update(learningRate, step);
    return loss / static_cast<double>(count);
}

std::vector<float> Model::predict(std::span<const std::uint8_t> context) const
{
    Activations activations;
    forward(context, 1, activations);
    return activations.logits;
}

}  // namespace trainyard::demo
