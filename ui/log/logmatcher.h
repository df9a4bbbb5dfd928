// SPDX-License-Identifier: GPL-3.0-or-later
// Finds a text or a regular expression (RE2: linear time, bounded memory) in bytes. A text is looked for by two of its
// bytes with vector instructions, those that are seldom found together; ignoring case means ASCII letters for a text
// and Unicode for an expression. The const functions may be used from several threads at once.
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <array>
#include <memory>

namespace re2 {
class RE2;
}

namespace trainyard {

struct LogQuery {
    QString text;
    bool isCaseSensitive = false, isExpression = false;

    bool operator==(const LogQuery &) const = default;
};

class LogMatcher {
public:
    static constexpr qsizetype kMaxQuery = 1000;

    struct Match {
        qint64 begin = -1, length = 0;
    };

    explicit LogMatcher(const LogQuery &query);
    ~LogMatcher();

    bool isEmpty() const { return m_query.text.isEmpty(); }
    bool isUsable() const { return !isEmpty() && m_problem.isEmpty(); }
    const QString &problem() const { return m_problem; }  // one sentence, when the query is no valid expression
    const LogQuery &query() const { return m_query; }
    // Chooses the two bytes by how often they stand together in this: some 10 KB of what will be searched.
    void tuneTo(QByteArrayView sample);
    // No match can reach beyond a line or a state of it, as the query is a text without line breaks.
    bool staysInState() const { return m_staysInState; }
    // Bytes of a text that may lie on either side of a cut; 0 for an expression.
    qint64 overlap() const { return m_expression ? 0 : std::max<qint64>(0, m_needle.size() - 1); }

    // The first match, never an empty one, at or behind `from`. An expression never matches beyond a line.
    Match next(const char *bytes, qint64 size, qint64 from) const;

private:
    qint64 findText(const char *bytes, qint64 size, qint64 from) const;
    bool isAt(const char *bytes) const;

    LogQuery m_query;
    QString m_problem;
    QByteArray m_needle;                  // folded when the case does not matter
    QByteArray m_folds;                   // 0x20 for letters then, else 0
    qsizetype m_first = 0, m_second = 0;  // places of its rarest bytes
    bool m_hasWideVectors = false, m_staysInState = false;
    std::unique_ptr<re2::RE2> m_expression;
};

}  // namespace trainyard
