// SPDX-License-Identifier: GPL-3.0-or-later
// Finds a text or a regular expression (RE2: linear time, bounded memory) in bytes. A text is searched for by two of its bytes that rarely
// occur together, with vector instructions; ignoring case covers ASCII letters for a text and Unicode for an expression. The const
// functions may be used from several threads at once.
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
    const QString &problem() const { return m_problem; }  // one sentence, if the query is not a valid expression
    const LogQuery &query() const { return m_query; }
    // Chooses the two bytes by how often they occur together in this sample: some 10 KB of the data to be searched.
    void tuneTo(QByteArrayView sample);
    // No match can extend beyond a line or one of its states, as the query is a text without line breaks.
    bool staysInState() const { return m_staysInState; }
    // How many bytes of a match may be on one side of a cut in the data; 0 for an expression.
    qint64 overlap() const { return m_expression ? 0 : std::max<qint64>(0, m_needle.size() - 1); }

    // The first non-empty match at or after `from`. An expression never matches beyond a line.
    Match next(const char *bytes, qint64 size, qint64 from) const;

private:
    qint64 findText(const char *bytes, qint64 size, qint64 from) const;
    bool isAt(const char *bytes) const;

    LogQuery m_query;
    QString m_problem;
    QByteArray m_needle;                  // case-folded if the case does not matter
    QByteArray m_folds;                   // 0x20 for letters in that case, else 0
    qsizetype m_first = 0, m_second = 0;  // places of its rarest bytes
    bool m_hasWideVectors = false, m_staysInState = false;
    std::unique_ptr<re2::RE2> m_expression;
};

}  // namespace trainyard
