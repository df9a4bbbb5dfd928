// SPDX-License-Identifier: GPL-3.0-or-later
// Recognizes in a run's log, and in lines of the kernel, what went wrong, and says it in words: a card for each thing
// that was found (docs/watching.md lists the rules and where each is known from). Pure; one pass over the bytes, only
// new ones; bounded memory; nothing of the log is executed or believed beyond the line that is quoted.
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
    QString command;          // or variable to set; empty: none
    QString source, link;     // where this is known from
    qint64 offset = -1;       // of the line in the log; negative: it is not from there
    QString line;             // as it stood there, cut
    int count = 1;            // lines like it
    QList<int> ranks;         // that said so, at most 64; empty: no line named one

    bool operator==(const ExplainCard &) const = default;
};

// How the run ended, as the machine says.
struct ExplainEnd {
    std::optional<int> exitCode, exitSignal;
    bool isOutOfMemory = false;  // the container engine says that the kernel killed it
    bool hasFinished = false;    // with code 0
    bool wasAsked = false;       // ended by request or by a limit, which needs no explanation
};

class Explainer {
public:
    // `facts` may be null: Xids are told without their meaning then.
    explicit Explainer(std::shared_ptr<const HealthFacts> facts = {});

    void skipTo(qint64 offset);                         // before the first bytes: they begin there
    void takeLog(const QByteArray &bytes);              // in order, any pieces
    void takeKernel(const QByteArray &text);            // whole lines of the kernel's log
    void setEnd(const std::optional<ExplainEnd> &end);  // nothing: it goes on
    // The worst first, then in the order of the log. A bounded number.
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
    qint64 m_at = 0, m_lineAt = 0;           // of the next byte; of the line that is being read
    QByteArray m_line;                       // its beginning, as far as it has come
    std::map<QString, ExplainCard> m_cards;  // by rule and what it is about
    std::map<int, Traceback> m_tracebacks;   // by rank, -1 for none
    std::optional<ExplainEnd> m_end;
    quint64 m_revision = 0;
};

}  // namespace trainyard
