// Where a literal text occurs in a log file, searched on a worker and kept up to date while the file grows. The
// needle is bytes (UTF-8); ignoring case means ASCII letters only. What a carriage return overwrote is no hit: the
// view does not show it. Hits are byte offsets in order, at most kMaxHits of them. Lives in the thread that made it.
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QThreadPool>

#include <atomic>
#include <memory>
#include <vector>

namespace trainyard {

class LogSearch : public QObject {
    Q_OBJECT
public:
    static constexpr qsizetype kMaxHits = 1'000'000;   // 8 MB; more is shown as "1 000 000 and more"

    explicit LogSearch(QObject *parent = nullptr);
    ~LogSearch() override;      // stops and joins the worker

    // Begins anew; an empty needle ends the search.
    void start(const QString &fileName, const QByteArray &needle, bool isCaseSensitive);
    void extendTo(qint64 bytes);      // the file is known to have this many bytes now
    // The end of the file overwrote what it showed: hits from `begin` up to `end` are void.
    void dropHits(qint64 begin, qint64 end);

    const QByteArray &needle() const { return m_needle; }
    bool isCaseSensitive() const { return m_isCaseSensitive; }
    const std::vector<qint64> &hits() const { return m_hits; }
    bool isBusy() const { return m_isBusy; }
    bool isFull() const { return qsizetype(m_hits.size()) >= kMaxHits; }

Q_SIGNALS:
    void hitsChanged();               // more hits, or the search ended (also when nothing was found)

private:
    void continueSearch();
    void take(quint64 generation, const std::vector<qint64> &found, qint64 searched, bool isLast);

    QString m_fileName;
    QByteArray m_needle;
    bool m_isCaseSensitive = false, m_isBusy = false;
    std::vector<qint64> m_hits;
    qint64 m_searched = 0, m_target = 0;
    quint64 m_generation = 0;
    std::shared_ptr<std::atomic<bool>> m_stop;
    QThreadPool m_pool;
};

}  // namespace trainyard
