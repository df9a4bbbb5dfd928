#include "core/training/trainingline.h"

#include <array>
#include <cmath>
#include <limits>

namespace trainyard {

namespace {

constexpr qsizetype kMaxLineBytes = 4096;

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isWordPart(char c) { return isLetter(c) || isDigit(c) || c == '_' || c == '/' || c == '.' || c == '-'; }

// The last version of an overwritten line, without escape sequences (ESC [ … letter, ESC ] … BEL) and cut.
QByteArray visible(QByteArray line)
{
    line.truncate(kMaxLineBytes);
    while (line.endsWith('\r') || line.endsWith('\n'))
        line.chop(1);
    line = line.mid(line.lastIndexOf('\r') + 1);
    QByteArray clean;
    clean.reserve(line.size());
    for (qsizetype at = 0; at < line.size(); ++at) {
        if (line[at] != '\x1b') {
            clean += line[at];
            continue;
        }
        const bool isTitle = at + 1 < line.size() && line[at + 1] == ']';
        const bool isSequence = isTitle || (at + 1 < line.size() && line[at + 1] == '[');
        at += isSequence ? 2 : 1;
        while (isSequence && at < line.size() && (isTitle ? line[at] != '\a' : !isLetter(line[at])))
            ++at;
    }
    return clean;
}

class Cursor {
public:
    explicit Cursor(const QByteArray &text) : m_text(text) {}

    bool atEnd() const { return m_at >= m_text.size(); }
    char peek(qsizetype ahead = 0) const { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0'; }
    void skip(qsizetype count = 1) { m_at += count; }
    void skipBlanks()
    {
        while (peek() == ' ' || peek() == '\t')
            ++m_at;
    }
    qsizetype position() const { return m_at; }
    void back(qsizetype position) { m_at = position; }

    QByteArray word()
    {
        const qsizetype start = m_at;
        while (!atEnd() && isWordPart(peek()))
            ++m_at;
        return m_text.mid(start, m_at - start);
    }

    // 12, -1.5e-3, 1,024, nan, inf; nullopt leaves the place.
    std::optional<double> number()
    {
        const qsizetype start = m_at;
        for (const char *name : {"nan", "inf"}) {
            const qsizetype sign = peek() == '-' ? 1 : 0;
            if (m_text.mid(m_at + sign, 3).toLower() == name && !isWordPart(peek(3 + sign))) {
                m_at += 3 + sign;
                return name[0] == 'n' ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
            }
        }
        QByteArray digits;
        if (peek() == '-' || peek() == '+')
            take(digits);
        while (isDigit(peek())) {
            take(digits);
            // Thousands: exactly three digits after the comma.
            if (peek() == ',' && isDigit(peek(1)) && isDigit(peek(2)) && isDigit(peek(3)) && !isDigit(peek(4)))
                skip();
        }
        if (peek() == '.') {
            take(digits);
            while (isDigit(peek()))
                take(digits);
        }
        if ((peek() == 'e' || peek() == 'E') && (isDigit(peek(1)) || ((peek(1) == '-' || peek(1) == '+') && isDigit(peek(2))))) {
            take(digits);
            take(digits);
            while (isDigit(peek()))
                take(digits);
        }
        bool isNumber = false;
        const double value = digits.toDouble(&isNumber);
        if (!isNumber || !std::isfinite(value)) {
            m_at = start;
            return std::nullopt;
        }
        return value;
    }

private:
    void take(QByteArray &into) { into += m_text[m_at++]; }

    const QByteArray &m_text;
    qsizetype m_at = 0;
};

enum class Meaning { None, Step, Epoch, Loss, LearningRate, Tokens, Samples, StepsPerSecond, SecondsPerStep };

Meaning meaningOf(const QByteArray &word)
{
    struct Name {
        const char *text;
        Meaning meaning;
    };
    static constexpr std::array<Name, 37> kNames{{
        {"step", Meaning::Step}, {"global_step", Meaning::Step}, {"train_step", Meaning::Step}, {"iter", Meaning::Step},
        {"steps", Meaning::Step}, {"iteration", Meaning::Step}, {"train/step", Meaning::Step},
        {"train/global_step", Meaning::Step}, {"epoch", Meaning::Epoch}, {"train/epoch", Meaning::Epoch},
        {"loss", Meaning::Loss}, {"train_loss", Meaning::Loss}, {"train/loss", Meaning::Loss}, {"lm-loss", Meaning::Loss},
        {"training_loss", Meaning::Loss}, {"lr", Meaning::LearningRate}, {"learning_rate", Meaning::LearningRate},
        {"learning-rate", Meaning::LearningRate}, {"train/learning_rate", Meaning::LearningRate},
        {"tok/s", Meaning::Tokens}, {"tok/sec", Meaning::Tokens}, {"tokens/s", Meaning::Tokens},
        {"tokens/sec", Meaning::Tokens}, {"tokens_per_sec", Meaning::Tokens}, {"tokens_per_second", Meaning::Tokens},
        {"tokens/second", Meaning::Tokens}, {"tps", Meaning::Tokens}, {"samples/s", Meaning::Samples},
        {"samples/sec", Meaning::Samples}, {"samples_per_second", Meaning::Samples},
        {"train_samples_per_second", Meaning::Samples}, {"it/s", Meaning::StepsPerSecond},
        {"steps/s", Meaning::StepsPerSecond}, {"steps_per_second", Meaning::StepsPerSecond},
        {"train_steps_per_second", Meaning::StepsPerSecond}, {"s/it", Meaning::SecondsPerStep},
        {"sec/step", Meaning::SecondsPerStep},
    }};
    const QByteArray lower = word.toLower();
    for (const Name &name : kNames) {
        if (lower == name.text)
            return name.meaning;
    }
    return Meaning::None;
}

// "val loss 2.1", "eval loss" and the like are not the training loss.
bool isOfValidation(const QByteArray &word)
{
    const QByteArray lower = word.toLower();
    return lower == "val" || lower == "valid" || lower == "validation" || lower == "eval" || lower == "test" || lower == "dev";
}

std::optional<qint64> wholeNumber(double value)
{
    if (!(value >= 0) || value > 9e15 || value != std::floor(value))
        return std::nullopt;
    return qint64(value);
}

void assign(TrainingLine &found, Meaning meaning, double value, std::optional<double> total)
{
    const bool isPositive = std::isfinite(value) && value > 0;
    switch (meaning) {
    case Meaning::None:
        return;
    case Meaning::Step:
        if (!found.step) {
            found.step = wholeNumber(value);
            if (found.step && total)
                found.totalSteps = wholeNumber(*total);
        }
        return;
    case Meaning::Epoch:
        if (!found.epoch && std::isfinite(value)) {
            found.epoch = value;
            found.totalEpochs = total;
        }
        return;
    case Meaning::Loss:
        if (!found.loss)
            found.loss = value;
        return;
    case Meaning::LearningRate:
        if (!found.learningRate && std::isfinite(value))
            found.learningRate = value;
        return;
    case Meaning::Tokens:
    case Meaning::Samples:
        if (!found.throughput && isPositive) {
            found.throughput = value;
            found.throughputUnit = meaning == Meaning::Tokens ? QStringLiteral("tok/s") : QStringLiteral("samples/s");
        }
        return;
    case Meaning::StepsPerSecond:
    case Meaning::SecondsPerStep:
        if (!found.stepsPerSecond && isPositive)
            found.stepsPerSecond = meaning == Meaning::StepsPerSecond ? value : 1 / value;
        return;
    }
}

// Every "key sep number" and "number unit" of the text, once from left to right.
void readPairs(const QByteArray &text, TrainingLine &found)
{
    Cursor cursor(text);
    QByteArray wordBefore;
    while (!cursor.atEnd()) {
        if (isDigit(cursor.peek())) {
            const auto value = cursor.number();
            if (!value) {
                cursor.skip();
                continue;
            }
            const qsizetype after = cursor.position();
            double factor = 1;
            if ((cursor.peek() == 'k' || cursor.peek() == 'K' || cursor.peek() == 'M') && !isLetter(cursor.peek(1))) {
                factor = cursor.peek() == 'M' ? 1e6 : 1e3;
                cursor.skip();
            }
            cursor.skipBlanks();
            const Meaning unit = meaningOf(cursor.word());
            if (unit >= Meaning::Tokens)
                assign(found, unit, *value * factor, std::nullopt);
            else
                cursor.back(after);
            // The rest of something like "3d7f": no key begins inside it.
            while (isWordPart(cursor.peek()))
                cursor.skip();
            continue;
        }
        if (!isLetter(cursor.peek())) {
            cursor.skip();
            continue;
        }
        const QByteArray key = cursor.word();
        const Meaning meaning = meaningOf(key);
        const bool isMeant = meaning != Meaning::None && !(meaning == Meaning::Loss && isOfValidation(wordBefore));
        wordBefore = key;
        if (!isMeant)
            continue;
        // "key": v   'key': 'v'   key=v   key: v   key v
        while (cursor.peek() == '"' || cursor.peek() == '\'')
            cursor.skip();
        cursor.skipBlanks();
        if (cursor.peek() == '=' || cursor.peek() == ':')
            cursor.skip();
        cursor.skipBlanks();
        while (cursor.peek() == '"' || cursor.peek() == '\'' || cursor.peek() == '[')
            cursor.skip();
        const auto value = cursor.number();
        if (!value)
            continue;
        std::optional<double> total;
        const qsizetype afterValue = cursor.position();
        cursor.skipBlanks();
        if (cursor.peek() == '/') {
            cursor.skip();
            cursor.skipBlanks();
            total = cursor.number();
        }
        if (!total)
            cursor.back(afterValue);
        assign(found, meaning, *value, total);
    }
}

// Bars of other work, by the word they begin with: their counts are not the training's steps.
bool isOtherWork(const QByteArray &description)
{
    const QByteArray lower = description.trimmed().toLower();
    for (const char *word : {"load", "download", "fetch", "map", "filter", "token", "eval", "valid", "test", "generat", "saving",
                             "upload", "resolving", "extract", "predict", "casting", "writing"}) {
        if (lower.startsWith(word))
            return true;
    }
    return false;
}

// "desc:  66%|███   | 9213/14000 [6:42:18<3:29:02,  2.62s/it, loss=1.668]"; false when the line is no such bar.
bool readBar(const QByteArray &text, TrainingLine &found)
{
    const qsizetype percent = text.indexOf("%|");
    const qsizetype bar = percent < 0 ? -1 : text.indexOf("| ", percent + 2);
    const qsizetype bracket = bar < 0 ? -1 : text.indexOf('[', bar);
    if (bracket < 0)
        return false;
    const QByteArray counts = text.mid(bar + 2, bracket - bar - 2);
    Cursor cursor(counts);
    cursor.skipBlanks();
    const auto done = cursor.number();
    if (!done || cursor.peek() != '/')
        return false;
    cursor.skip();
    const auto total = cursor.number();
    cursor.skipBlanks();
    if (!total)
        return false;
    qsizetype start = percent;
    while (start > 0 && (isDigit(text[start - 1]) || text[start - 1] == ' '))
        --start;
    // Counts with a unit behind them (1.2G/3.4G) are bytes of a download.
    if (isOtherWork(text.left(start)) || !cursor.atEnd())
        return true;
    assign(found, Meaning::Step, *done, total);
    const QByteArray rest = text.mid(bracket + 1);
    readPairs(rest.mid(rest.indexOf(',') + 1), found);
    return true;
}

}  // namespace

TrainingLine parseTrainingLine(const QByteArray &line)
{
    TrainingLine found;
    const QByteArray text = visible(line);
    if (!readBar(text, found))
        readPairs(text, found);
    // A lone "step" or "epoch" without a number beside it is prose; a total without a step is nothing.
    if (!found.step)
        found.totalSteps.reset();
    return found;
}

}  // namespace trainyard
