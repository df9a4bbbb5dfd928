// SPDX-License-Identifier: GPL-3.0-or-later
// Recognizes in a run's log, and in lines of the kernel log, what went wrong, and explains it: one card per finding (docs/watching.md lists
// the rules and their sources). Pure; one pass over the new bytes only; bounded memory; nothing in the log is executed or trusted beyond
// the quoted line.
#pragma once

#include "core/knowledge/health/healthfacts.h"
#include "core/observe/diagnosis/textfinder.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <map>
#include <memory>
#include <optional>

namespace trainyard {

enum class ExplainSeverity { Error, Warning };

struct ExplainCard {
    QString rule;  // stable: "cuda-out-of-memory"
    ExplainSeverity severity = ExplainSeverity::Error;
    QString what, why, todo;  // translated sentences; why and todo may be empty
    QString command;          // or a variable to set; empty: none
    QString source, link;     // the source of this rule
    qint64 offset = -1;       // of the line in the log; negative: not from the log
    QString line;             // verbatim, shortened
    int count = 1;            // number of lines like it
    QList<int> ranks;         // that logged it, at most 64; empty: no line named one

    bool operator==(const ExplainCard &) const = default;
};

// How the run ended, as reported by the machine.
struct ExplainEnd {
    std::optional<int> exitCode, exitSignal;
    bool isOutOfMemory = false;  // the container engine reports that the kernel killed it
    bool hasFinished = false;    // with code 0
    bool wasAsked = false;       // ended by request or by a limit: needs no explanation
};

class Explainer {
public:
    // `facts` may be null: Xids are then reported without their meaning.
    explicit Explainer(std::shared_ptr<const HealthFacts> facts = {});

    void skipTo(qint64 offset);                         // before the first bytes: they start at `offset`
    void takeLog(const QByteArray &bytes);              // in order, any pieces
    void takeKernel(const QByteArray &text);            // whole lines of the kernel's log
    void setEnd(const std::optional<ExplainEnd> &end);  // nullopt: it is still running
    // The most severe first, then in the order of the log. Bounded in number.
    QList<ExplainCard> cards() const;
    bool hasChangedSince(quint64 revision) const { return m_revision != revision; }
    quint64 revision() const { return m_revision; }

private:
    struct Traceback {
        bool isOpen = false;
        qint64 offset = -1;
        QString line;
        std::optional<int> rank;
    };

    void endLine(QByteArrayView rest);
    void judge(const QByteArray &line, qint64 offset, quint64 hits);
    void follow(const QByteArray &line, qint64 offset);
    void add(ExplainCard card);

    std::shared_ptr<const HealthFacts> m_facts;
    const TextFinder &m_finder;
    quint32 m_state = 0;
    quint64 m_hits = 0;
    qint64 m_at = 0, m_lineAt = 0;           // of the next byte; of the current line
    QByteArray m_line;                       // the part read so far
    std::map<QString, ExplainCard> m_cards;  // by rule and subject
    std::map<int, Traceback> m_tracebacks;   // by rank, -1 for none
    std::optional<ExplainEnd> m_end;
    quint64 m_revision = 0;
};

}  // namespace trainyard
