// SPDX-License-Identifier: GPL-3.0-or-later
// A machine's statements about its files are not trusted: names that lead out, impossible sizes.
#include "core/transport/transfer/internal/worklist.h"
#include "core/transport/transfer/localfiles.h"
#include "core/transport/transfer/remotetree.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <deque>

using namespace trainyard;

namespace {

// Lists one folder with names that the test chooses.
class LyingChannel : public FileChannel {
public:
    explicit LyingChannel(const QList<QByteArray> &names) : m_names(names) {}

    Result<SftpMessage> next(QDeadlineTimer, std::stop_token) override
    {
        if (m_letters.empty())
            return Error{ErrorCode::TimedOut, {}, {}};
        SftpMessage letter = std::move(m_letters.front());
        m_letters.pop_front();
        return letter;
    }
    bool has(const char *) const override { return false; }
    SftpLimits limits() const override { return {}; }
    qint64 window() const override { return 1 << 20; }
    std::chrono::microseconds roundTrip() const override { return {}; }

protected:
    quint32 reserve(quint64 tag) override
    {
        m_tag = tag;
        return 1;
    }
    void post(QByteArray packet) override
    {
        SftpMessage letter;
        letter.tag = m_tag;
        switch (SftpType(packet[4])) {
        case SftpType::Stat:
            letter.reply.type = SftpType::Attributes;
            letter.reply.attributes.mode = 0040755;
            break;
        case SftpType::Opendir:
            letter.reply.type = SftpType::Handle;
            letter.reply.bytes = "h";
            break;
        case SftpType::Readdir:
            letter.reply.type = std::exchange(m_isListed, true) ? SftpType::Status : SftpType::Name;
            letter.reply.status = static_cast<quint32>(SftpStatus::Eof);
            for (const QByteArray &name : std::as_const(m_names))
                letter.reply.names << SftpName{name, {1, 0100644, 1}};
            break;
        default: return;
        }
        m_letters.push_back(letter);
    }

private:
    const QList<QByteArray> m_names;
    std::deque<SftpMessage> m_letters;
    quint64 m_tag = 0;
    bool m_isListed = false;
};

}  // namespace

class TestHostileTree : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesThatLeadOutAreNeverWritten();
    void aSizeCostsNothing();
};

void TestHostileTree::namesThatLeadOutAreNeverWritten()
{
    const QList<QByteArray> bad{"..", ".", "", "a/b", "../up", "/etc/passwd", QByteArray("nul\0l", 5)};
    LyingChannel channel(bad + QList<QByteArray>{"fine", "line\nbreak"});
    const auto tree = listRemoteTree(channel, "/data", {}, {});
    QVERIFY2(tree, qPrintable(tree ? QString() : tree.error().what));
    QCOMPARE(tree->files.size(), 2);
    QCOMPARE(tree->files[0].path, QByteArray("fine"));
    QCOMPARE(tree->files[1].path, QByteArray("line\nbreak"));
    // The writing side does not trust the listing either.
    const QTemporaryDir home;
    const auto target = LocalTarget::open(home.path().toUtf8() + "/inside", false);
    QVERIFY2(target, qPrintable(target ? QString() : target.error().what));
    for (const char *path : {"..", "../up", "a/../../up", "", ".", "a//b", "/etc/x"}) {
        QVERIFY2(!target->openForWriting(path), path);
        QVERIFY2(!target->makeFolder(path), path);
    }
    QCOMPARE(QDir(home.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot),
             QStringList{QStringLiteral("inside")});
}

void TestHostileTree::aSizeCostsNothing()
{
    // The machine's number is untrusted: nothing here may grow with it.
    WorkList list(true);
    const int huge = list.add({"huge", qint64(1) << 60, 0, 0644, {}});
    constexpr qint64 range = WorkList::kRange;
    list.drop(huge, {0, range});
    list.drop(huge, {2 * range, 3 * range});
    const auto first = list.take(), second = list.take();
    QVERIFY(first && second);
    QCOMPARE(first->range.from, range);
    QCOMPARE(first->range.to, 2 * range);
    QCOMPARE(second->range.from, 3 * range);
    QCOMPARE(second->range.to, 4 * range);
    list.putBack(*first, range + 5);
    const auto rest = list.take(), next = list.take();
    QVERIFY(rest && next);
    QCOMPARE(rest->range.from, range + 5);
    QCOMPARE(rest->range.to, 2 * range);
    QCOMPARE(next->range.from, 4 * range);
    // A slow connection takes less, up to the next boundary; a small file is always taken completely.
    const auto little = list.take(range / 4), more = list.take(range);
    QVERIFY(little && more);
    QCOMPARE(little->range.from, 5 * range);
    QCOMPARE(little->range.length(), range / 4);
    QCOMPARE(more->range.from, little->range.to);
    QCOMPARE(more->range.to, 6 * range);
    WorkList other(true);
    other.add({"small", range, 0, 0644, {}});
    const auto small = other.take(range / 4);
    QVERIFY(small && small->isWhole);
}

QTEST_GUILESS_MAIN(TestHostileTree)
#include "tst_hostiletree.moc"
