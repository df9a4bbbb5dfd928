// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/diagnosis/explainer.h"

#include "core/knowledge/health/plaintext.h"
#include "core/observe/diagnosis/internal/explainrules.h"
#include "core/observe/trainlog/rankprefix.h"

#include <QRegularExpression>

#include <algorithm>

namespace trainyard {
namespace {

constexpr qsizetype kMaxExplainedLine = 4096;
constexpr size_t kMaxCards = 40;
constexpr size_t kMaxExplainedRanks = 64;
constexpr qsizetype kShownCards = 12;
constexpr quint64 kTraceback = quint64(1) << 63;
constexpr int kQuoted = 300;

const TextFinder &finder()
{
    static const TextFinder made = [] {
        QList<std::pair<QByteArray, int>> texts;
        int set = 0;
        for (const ExplainRule &rule : explainRules()) {
            for (const QByteArray &text : rule.texts)
                texts << std::pair(text, set);
            ++set;
        }
        texts << std::pair(QByteArray("traceback (most recent call last)"), 63);
        return TextFinder(texts);
    }();
    return made;
}

QString quoted(const QString &line)
{
    const QString text = line.trimmed();
    return text.size() > kQuoted ? text.left(kQuoted) + u'…' : text;
}

}  // namespace

Explainer::Explainer(std::shared_ptr<const HealthFacts> facts) : m_facts(std::move(facts)), m_finder(finder()) {}

void Explainer::skipTo(qint64 offset) { m_at = m_lineAt = offset; }

void Explainer::takeLog(const QByteArray &bytes)
{
    const char *const data = bytes.constData();
    const qsizetype size = bytes.size();
    qsizetype begin = 0;
    quint32 state = m_state;
    quint64 hits = m_hits;
    for (qsizetype i = 0; i < size; ++i) {
        state = m_finder.next(state, data[i]);
        hits |= m_finder.found(state);
        if (data[i] != '\n' && data[i] != '\r')
            continue;
        m_hits = hits;
        endLine(QByteArrayView(data + begin, i - begin));
        hits = 0;
        begin = i + 1;
        m_lineAt = m_at + begin;
    }
    m_state = state;
    m_hits = hits;
    m_at += size;
    if (m_line.size() < kMaxExplainedLine)
        m_line += QByteArrayView(data + begin, std::min(size - begin, kMaxExplainedLine - m_line.size())).toByteArray();
}

void Explainer::endLine(QByteArrayView rest)
{
    const bool isFollowing = !m_tracebacks.empty();
    if (m_hits != 0 || isFollowing) {
        if (m_line.size() < kMaxExplainedLine)
            m_line += rest.first(std::min(rest.size(), kMaxExplainedLine - m_line.size())).toByteArray();
        if (isFollowing)
            follow(m_line, m_lineAt);
        if (m_hits != 0)
            judge(m_line, m_lineAt, m_hits);
    }
    m_line.clear();
    m_hits = 0;
}

void Explainer::judge(const QByteArray &line, qint64 offset, quint64 hits)
{
    const QString text = plainText(line);
    const std::optional<int> rank = rankOf(line);
    if (hits & kTraceback) {
        const int who = rank.value_or(-1);
        if (m_tracebacks.size() < kMaxExplainedRanks || m_tracebacks.contains(who)) {
            Traceback &traceback = m_tracebacks[who];
            traceback.isOpen = true;
            traceback.rank = rank;
        }
    }
    size_t index = 0;
    for (const ExplainRule &rule : explainRules()) {
        if ((hits >> index++ & 1) == 0)
            continue;
        ExplainCard card;
        card.rule = QLatin1String(rule.name);
        if (!rule.read(text, m_facts.get(), card))
            continue;
        card.offset = offset;
        card.line = quoted(text);
        if (rank && card.ranks.isEmpty())
            card.ranks << *rank;
        add(std::move(card));
    }
}

// The first unindented line of a traceback names the exception.
void Explainer::follow(const QByteArray &line, qint64 offset)
{
    static const QRegularExpression form(QStringLiteral("^[A-Za-z_][A-Za-z0-9_.]{0,120}(?::|$)"));
    const std::optional<int> rank = rankOf(line);
    const auto found = m_tracebacks.find(rank.value_or(-1));
    if (found == m_tracebacks.end() || !found->second.isOpen)
        return;
    const QString text = plainText(withoutRank(line).toByteArray());
    if (text.trimmed().isEmpty() || text.startsWith(u' ') || text.startsWith(u'\t') || text.startsWith(QLatin1String("Traceback")))
        return;
    found->second.isOpen = false;
    if (!form.match(text).hasMatch() || text.startsWith(QLatin1String("KeyboardInterrupt")) || text.startsWith(QLatin1String("SystemExit")))
        return;
    found->second.offset = offset;
    found->second.line = quoted(text);
    ++m_revision;
}

void Explainer::add(ExplainCard card)
{
    // Ranks with the same error make one card, which shows the first line.
    const auto known = m_cards.find(card.rule);
    if (known != m_cards.end()) {
        known->second.count += card.count;
        for (const int rank : std::as_const(card.ranks)) {
            if (!known->second.ranks.contains(rank) && known->second.ranks.size() < qsizetype(kMaxExplainedRanks))
                known->second.ranks << rank;
        }
        ++m_revision;
        return;
    }
    if (m_cards.size() >= kMaxCards)
        return;
    const QString key = card.rule;
    m_cards.emplace(key, std::move(card));
    ++m_revision;
}

void Explainer::takeKernel(const QByteArray &text)
{
    const QList<QByteArray> lines = text.split('\n');
    for (const QByteArray &whole : lines) {
        const QByteArray line = whole.left(kMaxExplainedLine);
        quint32 state = 0;
        quint64 hits = 0;
        for (const char c : line) {
            state = m_finder.next(state, c);
            hits |= m_finder.found(state);
        }
        if ((hits & ~kTraceback) != 0)
            judge(line, -1, hits & ~kTraceback);
    }
}

void Explainer::setEnd(const std::optional<ExplainEnd> &end)
{
    m_end = end;
    ++m_revision;
}

QList<ExplainCard> Explainer::cards() const
{
    QList<ExplainCard> cards;
    for (const auto &[key, card] : m_cards)
        cards << card;
    if (m_end && !m_end->hasFinished && !m_end->wasAsked) {
        // The kernel's own line is more precise.
        if (ExplainCard ended = endCard(*m_end); !ended.rule.isEmpty() && !m_cards.contains(ended.rule))
            cards << ended;
        const bool isExplained = std::any_of(cards.begin(), cards.end(),
                                             [](const ExplainCard &card) { return card.severity == ExplainSeverity::Error; });
        const Traceback *last = nullptr;
        for (const auto &[rank, traceback] : m_tracebacks) {
            if (traceback.offset >= 0 && (!last || traceback.offset > last->offset))
                last = &traceback;
        }
        if (!isExplained && last) {
            ExplainCard card;
            card.rule = QStringLiteral("python-exception");
            card.what = Explained::tr("The Python program ended with an exception.");
            card.why = last->line;
            card.todo = Explained::tr("The lines above it in the log show where it was raised.");
            card.offset = last->offset;
            card.line = last->line;
            if (last->rank)
                card.ranks << *last->rank;
            setSource(card, QStringLiteral("Python"), QStringLiteral("https://docs.python.org/3/tutorial/errors.html"));
            cards << card;
        }
    }
    std::stable_sort(cards.begin(), cards.end(), [](const ExplainCard &a, const ExplainCard &b) {
        return a.severity != b.severity ? a.severity < b.severity : quint64(a.offset) < quint64(b.offset);
    });
    for (ExplainCard &card : cards)
        std::sort(card.ranks.begin(), card.ranks.end());
    return cards.mid(0, kShownCards);
}

}  // namespace trainyard
