// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/trainlog/seriespattern.h"

#include "core/observe/trainlog/internal/numbertext.h"

#include <QCoreApplication>

#include <re2/re2.h>

#include <algorithm>

namespace trainyard {
namespace {

constexpr qsizetype kMaxExpression = 2000;
constexpr int64_t kMemory = 8 << 20;  // for the compiled expression and its automaton; beyond it RE2 continues more slowly
constexpr int kMaxGroups = 64;
constexpr qsizetype kMaxSeriesName = 64;

class Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::SeriesPattern)
};

Error invalid(const QString &what, const QString &detail = {}) { return Error{ErrorCode::InvalidInput, what, detail}; }

QString reason(const re2::RE2 &regex, const QString &expression)
{
    const QString part = QString::fromStdString(regex.error_arg());
    const qsizetype at = part.isEmpty() ? -1 : expression.indexOf(part);
    const QString where = at < 0 ? QString() : QString::number(at + 1);
    const auto placed = [&](const QString &plain, const QString &withPlace) { return at < 0 ? plain : withPlace.arg(where, part); };
    switch (regex.error_code()) {
    case re2::RE2::ErrorMissingParen:
    case re2::RE2::ErrorUnexpectedParen: return Words::tr("The brackets ( ) are not balanced.");
    case re2::RE2::ErrorMissingBracket:
        return placed(Words::tr("A [ is not closed by ]."), Words::tr("At character %1, “%2”: the [ is not closed by ]."));
    case re2::RE2::ErrorBadNamedCapture:
        return placed(Words::tr("A group's name is invalid: write (?P<name>…)."),
                      Words::tr("At character %1, “%2”: write a group's name as (?P<name>…)."));
    case re2::RE2::ErrorRepeatArgument:
    case re2::RE2::ErrorRepeatOp:
    case re2::RE2::ErrorRepeatSize:
        return placed(Words::tr("A repetition has nothing to repeat."),
                      Words::tr("At character %1, “%2”: nothing to repeat, or too many repetitions."));
    case re2::RE2::ErrorBadPerlOp:
        return placed(Words::tr("Lookahead and lookbehind are not supported."),
                      Words::tr("At character %1, “%2”: not supported; this includes lookahead and lookbehind."));
    case re2::RE2::ErrorPatternTooLarge: return Words::tr("The expression is too large. Use smaller repetitions.");
    default: return placed(Words::tr("The expression is incomplete or invalid."), Words::tr("At character %1, “%2”: invalid."));
    }
}

}  // namespace

SeriesPattern::SeriesPattern() = default;
SeriesPattern::~SeriesPattern() = default;

Result<std::shared_ptr<const SeriesPattern>> SeriesPattern::compile(const QString &expression)
{
    if (expression.size() > kMaxExpression)
        return invalid(Words::tr("The expression is longer than 2,000 characters."));
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(kMemory);
    std::shared_ptr<SeriesPattern> pattern(new SeriesPattern);
    pattern->m_expression = expression;
    pattern->m_regex = std::make_unique<re2::RE2>(expression.toStdString(), options);
    if (!pattern->m_regex->ok())
        return invalid(reason(*pattern->m_regex, expression), QString::fromStdString(pattern->m_regex->error()));
    if (pattern->m_regex->NumberOfCapturingGroups() > kMaxGroups)
        return invalid(Words::tr("The expression has more than 64 groups."));
    bool hasSeries = false;
    for (const auto &[number, name] : pattern->m_regex->CapturingGroupNames()) {
        Group group;
        if (name == "step" || name == "iteration") {
            group.kind = Group::Step;
        } else if (name == "total" || name == "total_steps") {
            group.kind = Group::TotalSteps;
        } else if (name == "epoch") {
            group.kind = Group::Epoch;
        } else if (name == "epochs" || name == "total_epochs") {
            group.kind = Group::TotalEpochs;
        } else if (name == "rank") {
            group.kind = Group::Rank;
        } else {
            group.series = QString::fromStdString(name).left(kMaxSeriesName);
            hasSeries = true;
        }
        pattern->m_groups.push_back(group);
        pattern->m_numbers.push_back(number);
    }
    if (!hasSeries)
        return invalid(Words::tr("Name the value: a group like (?P<loss>[-+.0-9eE]+)."));
    return std::shared_ptr<const SeriesPattern>(pattern);
}

std::optional<TrainingLine> SeriesPattern::read(QByteArrayView line) const
{
    LineParser parser;
    const std::string_view text = parser.visible(line);
    const re2::StringPiece whole(text.data(), text.size());
    std::vector<re2::StringPiece> found(size_t(m_regex->NumberOfCapturingGroups()) + 1);
    if (!m_regex->Match(whole, 0, whole.size(), re2::RE2::UNANCHORED, found.data(), int(found.size())))
        return std::nullopt;
    TrainingLine said;
    for (size_t i = 0; i < m_groups.size(); ++i) {
        const re2::StringPiece &piece = found[size_t(m_numbers[i])];
        std::string_view value(piece.data() ? piece.data() : "", piece.size());
        while (!value.empty() && isBlank(value.front()))
            value.remove_prefix(1);
        const auto number = numberAt(value);
        if (!number)
            continue;
        const bool isCount = number->value >= 0 && number->value <= 9e15;
        switch (m_groups[i].kind) {
        case Group::Step:
            if (isCount)
                said.step = number->value;
            break;
        case Group::TotalSteps:
            if (isCount)
                said.totalSteps = number->value;
            break;
        case Group::Epoch:
            if (isCount)
                said.epoch = number->value;
            break;
        case Group::TotalEpochs:
            if (isCount)
                said.totalEpochs = number->value;
            break;
        case Group::Rank:
            if (isCount && number->value < 100'000)
                said.rank = int(number->value);
            break;
        case Group::Value: said.values.append({m_groups[i].series, number->value}); break;
        }
    }
    if (said.isEmpty())
        return std::nullopt;
    if (!said.step)
        said.totalSteps.reset();
    return said;
}

}  // namespace trainyard
