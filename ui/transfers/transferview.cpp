// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transfers/transferview.h"

#include "core/base/format.h"
#include "core/base/seentext.h"
#include "core/base/sentences.h"

#include <QCoreApplication>
#include <QFontMetrics>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Transfers)
};

QString lastName(const QByteArray &path)
{
    QString text = shownPath(path);
    while (text.size() > 1 && text.endsWith(u'/'))
        text.chop(1);
    return text.mid(text.lastIndexOf(u'/') + 1);
}

QString folderOf(const QByteArray &path)
{
    const QString text = shownPath(path);
    const qsizetype slash = text.lastIndexOf(u'/');
    return slash < 0 ? QString() : slash == 0 ? QStringLiteral("/") : text.left(slash);
}

QString remoteFolder(const QByteArray &path)
{
    const QString folder = folderOf(path);
    return folder.startsWith(u'/') ? folder : folder.isEmpty() ? QStringLiteral("~") : QStringLiteral("~/") + folder;
}

QString routeText(const QString &source, const QString &target)
{
    return source.isEmpty() ? Words::tr("to %1").arg(target) : Words::tr("from %1 to %2").arg(source, target);
}

QString checkText(TransferCheck check, bool isStore)
{
    switch (check) {
    case TransferCheck::Md5: return Words::tr("Verified by MD5.");
    case TransferCheck::Checksum: return Words::tr("Verified by SHA-256.");
    case TransferCheck::ReadBack: return Words::tr("Read back and verified.");
    case TransferCheck::Size:
        return isStore ? Words::tr("Same size; the store provides no checksum.") : Words::tr("Same size; the machine has no sha256sum.");
    case TransferCheck::None: break;
    }
    return Words::tr("Not verified.");
}

QString doneNote(const TransferOutcome &outcome, bool isStore)
{
    QStringList facts;
    if (outcome.files > 0 || outcome.unchanged == 0)
        facts << checkText(outcome.check, isStore);
    if (outcome.unchanged > 0)
        facts << Words::tr("%n file(s) already existed.", nullptr, outcome.unchanged);
    if (!outcome.leftOut.isEmpty())
        facts << Words::tr("%n skipped: not a file, or a link that points outside.", nullptr, static_cast<int>(outcome.leftOut.size()));
    return joinedSentences(facts);
}

QString amountText(const TransferProgress &progress)
{
    if (progress.bytesTotal <= 0 && progress.filesTotal <= 0)
        return {};
    QString amount = formatBytesOf(progress.bytesDone, progress.bytesTotal);
    if (progress.filesTotal > 1)
        amount += Words::tr(" · ") + Words::tr("%1 of %2 files").arg(formatCount(progress.filesDone), formatCount(progress.filesTotal));
    return amount;
}

void describeState(TransferView &view, const QueuedTransfer &transfer)
{
    const TransferProgress &progress = transfer.progress;
    switch (progress.state) {
    case TransferState::Waiting:
        view.state = {Tone::Stale, QStringLiteral("clock"), Words::tr("Waiting")};
        view.note = Words::tr("Starts when other transfers on this machine are done.");
        view.noteInk = Ink::Text3;
        view.verb = TransferVerb::Pause;
        break;
    case TransferState::Scanning:
        view.state = {Tone::Info, QStringLiteral("search"), Words::tr("Scanning")};
        view.note = Words::tr("Listing the files on both sides.");
        view.noteInk = Ink::Text3;
        view.verb = TransferVerb::Pause;
        break;
    case TransferState::Moving:
        view.state = {Tone::Info, view.isUpload ? QStringLiteral("upload") : QStringLiteral("download"), Words::tr("Transferring")};
        view.rate = formatByteRate(progress.bytesPerSecond);
        if (progress.secondsLeft)
            view.left = Words::tr("%1 left").arg(formatDuration(qint64(std::max(1, *progress.secondsLeft)) * 1000));
        if (progress.connections > 0)
            view.connections = Words::tr("%n connection(s)", nullptr, progress.connections);
        view.verb = TransferVerb::Pause;
        break;
    case TransferState::Reconnecting:
        view.state = {Tone::Warning, QStringLiteral("unlink"), Words::tr("Reconnecting")};
        view.note = progress.trouble ? progress.trouble->what : QString();
        view.noteInk = Ink::Warning;
        view.bar = Ink::Warning;
        view.verb = TransferVerb::Pause;
        break;
    case TransferState::Checking:
        view.state = {Tone::Info, QStringLiteral("compare"), Words::tr("Verifying")};
        view.note = Words::tr("Comparing both sides by checksum.");
        view.noteInk = Ink::Text3;
        break;
    case TransferState::Paused:
        view.state = {Tone::Stale, QStringLiteral("pause"), Words::tr("Paused")};
        if (transfer.isInterrupted)
            view.note = Words::tr("In progress when Trainyard closed. What was copied is kept.");
        view.bar = Ink::Stale;
        view.verb = TransferVerb::Resume;
        break;
    case TransferState::Done:
        view.state = {Tone::Ok, QStringLiteral("check"), Words::tr("Done")};
        view.note = transfer.outcome ? doneNote(*transfer.outcome, !transfer.spec.storeAddress.isEmpty()) : QString();
        view.bar = Ink::Ok;
        view.verb = view.isUpload || transfer.spec.local.isEmpty() ? TransferVerb::None : TransferVerb::Show;
        view.ending = TransferVerb::Remove;
        break;
    case TransferState::Failed:
        view.state = {Tone::Bad, QStringLiteral("cross"), Words::tr("Failed")};
        view.note = progress.trouble ? progress.trouble->what : QString();
        view.noteInk = Ink::Bad;
        view.bar = Ink::Stale;
        view.verb = TransferVerb::Retry;
        view.ending = TransferVerb::Remove;
        break;
    case TransferState::Cancelled:
        view.state = {Tone::Stale, QStringLiteral("struck"), Words::tr("Cancelled")};
        view.note = progress.bytesDone > 0 ? Words::tr("What was copied is kept for a retry.") : QString();
        view.bar = Ink::Stale;
        view.verb = TransferVerb::Retry;
        view.ending = TransferVerb::Remove;
        break;
    }
    // A pause was requested but has not taken effect yet.
    if (transfer.isPaused && progress.state != TransferState::Paused && !transfer.hasEnded()) {
        view.verb = TransferVerb::Resume;
        view.note = Words::tr("Will pause after this step.");
    }
}

}  // namespace

TransferView viewOf(const QueuedTransfer &transfer)
{
    TransferView view;
    const TransferSpec &spec = transfer.spec;
    const TransferProgress &progress = transfer.progress;
    view.isUpload = spec.direction == TransferDirection::Upload;
    const bool isStore = !spec.storeAddress.isEmpty();
    view.name = seenText(lastName(isStore ? spec.storeAddress.toUtf8() : view.isUpload ? spec.local : spec.remote));
    const QString onMachine = Words::tr("%1, %2", "a machine, a folder on it").arg(transfer.machineName, remoteFolder(spec.remote));
    const QString far = seenText(isStore ? folderOf(spec.storeAddress.toUtf8()) : onMachine);
    view.source = view.isUpload ? QString() : far;
    view.target = view.isUpload ? far : seenText(isStore && !spec.remote.isEmpty() ? onMachine : folderOf(spec.local));
    view.place = routeText(view.source, view.target);
    view.amount = amountText(progress);
    if (progress.bytesTotal > 0)
        view.part = std::clamp(double(progress.bytesDone) / double(progress.bytesTotal), 0.0, 1.0);
    else if (progress.filesTotal > 0)
        view.part = double(progress.filesDone) / progress.filesTotal;
    if (progress.state == TransferState::Done) {
        view.part = 1;
        const qint64 bytes = transfer.outcome ? transfer.outcome->bytes : progress.bytesDone;
        const int files = transfer.outcome ? transfer.outcome->files : progress.filesDone;
        view.amount = formatBytes(bytes);
        if (files != 1)
            view.amount += Words::tr(" · ") + Words::tr("%n file(s)", nullptr, files);
        if (transfer.milliseconds >= 1000)
            view.amount += Words::tr(" · ") + formatDuration(transfer.milliseconds);
    }
    describeState(view, transfer);
    return view;
}

QString fittedPlace(const TransferView &view, const QFontMetrics &metrics, int width)
{
    const int whole = metrics.horizontalAdvance(view.place), source = metrics.horizontalAdvance(view.source),
              target = metrics.horizontalAdvance(view.target);
    if (whole <= width)
        return view.place;
    // Widths are rounded, each by itself.
    constexpr int kRounding = 4;
    const int room = std::max(0, width - (whole - source - target) - kRounding);
    // A short one leaves its part to the other.
    const QString from = metrics.elidedText(view.source, Qt::ElideMiddle, std::max(room / 2, room - target - 1));
    const QString to = metrics.elidedText(view.target, Qt::ElideMiddle, room - metrics.horizontalAdvance(from));
    return routeText(from, to);
}

QString verbText(TransferVerb verb)
{
    switch (verb) {
    case TransferVerb::Pause: return Words::tr("Pause");
    case TransferVerb::Resume: return Words::tr("Resume");
    case TransferVerb::Retry: return Words::tr("Retry");
    case TransferVerb::Show: return Words::tr("Open folder");
    case TransferVerb::Cancel: return Words::tr("Cancel");
    case TransferVerb::Remove: return Words::tr("Remove from the list");
    case TransferVerb::None: break;
    }
    return {};
}

QString verbIcon(TransferVerb verb)
{
    switch (verb) {
    case TransferVerb::Pause: return QStringLiteral("pause");
    case TransferVerb::Resume: return QStringLiteral("play");
    case TransferVerb::Retry: return QStringLiteral("refresh");
    case TransferVerb::Show: return QStringLiteral("folder");
    case TransferVerb::Cancel:
    case TransferVerb::Remove: return QStringLiteral("close");
    case TransferVerb::None: break;
    }
    return {};
}

QString spokenView(const TransferView &view)
{
    QStringList facts{view.state.text};
    if (view.part >= 0 && view.part < 1)
        facts << formatPercent(100 * view.part);
    for (const QString &fact : {view.amount, view.rate, view.left, view.note}) {
        if (!fact.isEmpty())
            facts << fact;
    }
    //: name, place, then the state and its numbers
    return Words::tr("%1 %2: %3").arg(view.name, view.place, facts.join(QStringLiteral(", ")));
}

QString totalsText(const TransferTotals &totals)
{
    QStringList facts;
    if (totals.failed > 0)
        facts << Words::tr("%n failed", nullptr, totals.failed);
    if (totals.going > 0)
        facts << Words::tr("%n running", nullptr, totals.going);
    if (totals.waiting > 0)
        facts << Words::tr("%n waiting", nullptr, totals.waiting);
    if (totals.paused > 0)
        facts << Words::tr("%n paused", nullptr, totals.paused);
    if (totals.bytesPerSecond > 0)
        facts << formatByteRate(totals.bytesPerSecond);
    if (totals.secondsLeft)
        facts << Words::tr("about %1 left").arg(formatDuration(qint64(std::max(1, *totals.secondsLeft)) * 1000));
    return facts.join(Words::tr(" · "));
}

}  // namespace trainyard
