// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/diagnosis/progresswords.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace trainyard {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Progress)
};

const QChar kBlank(0x00a0);

QString number(double value, int decimals) { return QLocale().toString(value, 'f', decimals); }
QString count(double value) { return QLocale().toString(qint64(value)); }
QString watts(double value) { return number(value, 0) + kBlank + u'W'; }

// What the GPUs do meanwhile; empty if unknown.
QString gpuWords(const GpuPattern &gpus)
{
    if (gpus.working == 0 || gpus.unknown == gpus.working)
        return {};
    if (gpus.spinning > 0 && gpus.watts && gpus.usualWatts) {
        return Words::tr("%1 of %2 GPUs are busy at %3, while they draw %4 when the run makes progress.")
            .arg(QString::number(gpus.spinning), QString::number(gpus.working), watts(*gpus.watts), watts(*gpus.usualWatts));
    }
    if (gpus.idle == gpus.working)
        return Words::tr("Its GPUs are idle.");
    if (gpus.watts && gpus.usualWatts)
        return Words::tr("Its GPUs draw %1; %2 when it makes progress.").arg(watts(*gpus.watts), watts(*gpus.usualWatts));
    return {};
}

QString joined(const QStringList &sentences)
{
    QStringList said = sentences;
    said.removeAll(QString());
    return said.join(u' ');
}

}  // namespace

QString spanText(qint64 ms)
{
    const qint64 seconds = std::max<qint64>(0, (ms + 500) / 1000);
    if (seconds < 120)
        return Words::tr("%1 s").arg(seconds);
    if (seconds < 3600)
        return Words::tr("%1 min").arg((seconds + 30) / 60);
    const qint64 minutes = (seconds + 30) / 60;
    return minutes % 60 == 0 ? Words::tr("%1 h").arg(minutes / 60) : Words::tr("%1 h %2 min").arg(minutes / 60).arg(minutes % 60);
}

QString stepTimeText(double seconds)
{
    return seconds < 0.1 ? Words::tr("%1 ms").arg(number(seconds * 1000, seconds < 0.01 ? 1 : 0))
                         : Words::tr("%1 s").arg(number(seconds, seconds < 100 ? 2 : 0));
}

QString endedWords(const ProgressVerdict &verdict)
{
    const QString step = verdict.lastStep ? Words::tr("The last step was %1.").arg(count(*verdict.lastStep)) : QString();
    return joined(
        {verdict.state == ProgressState::Finished ? Words::tr("The run has finished.") : Words::tr("The run has ended without finishing."),
         step});
}

QString noStepWords() { return Words::tr("No step was found in the log yet."); }

QString lostWords(qint64 ms) { return Words::tr("The machine has been silent for %1.").arg(spanText(ms)); }

QString paceWords(const ProgressVerdict &verdict)
{
    if (!verdict.medianStepSeconds)
        return Words::tr("Step %1, %2 ago.").arg(count(*verdict.lastStep), spanText(*verdict.sinceStepMs));
    if (verdict.state == ProgressState::Slow) {
        return Words::tr("One in twenty of the last steps takes %1 or longer; the run's own median is %2.")
            .arg(stepTimeText(*verdict.recentStepSeconds), stepTimeText(*verdict.medianStepSeconds));
    }
    return Words::tr("Step %1, %2 ago; the median step takes %3.")
        .arg(count(*verdict.lastStep), spanText(*verdict.sinceStepMs), stepTimeText(*verdict.medianStepSeconds));
}

QString pauseWords(const ProgressVerdict &verdict, bool isTalking)
{
    const QString no = Words::tr("No step for %1.").arg(spanText(*verdict.sinceStepMs));
    if (isTalking)
        return joined({no, Words::tr("The log continues, as in an evaluation.")});
    if (verdict.longestPauseMs)
        return joined(
            {no, Words::tr("Pauses of up to %1 were seen before.").arg(spanText(*verdict.longestPauseMs)), gpuWords(verdict.gpus)});
    return joined({no, gpuWords(verdict.gpus)});
}

QString silentWords(const ProgressVerdict &verdict)
{
    return joined({Words::tr("No step for %1 and nothing in the log for %2; it is unknown whether it still makes progress.")
                       .arg(spanText(*verdict.sinceStepMs), spanText(*verdict.sinceSaidMs)),
                   gpuWords(verdict.gpus)});
}

QString hungWords(const ProgressVerdict &verdict, std::optional<double> usualGapSeconds)
{
    const QString usual = usualGapSeconds ? Words::tr("Usually there is one every %1.").arg(stepTimeText(*usualGapSeconds)) : QString();
    return joined({Words::tr("No step for %1.").arg(spanText(*verdict.sinceStepMs)), usual, gpuWords(verdict.gpus),
                   Words::tr("They probably wait for each other in a collective that never ends.")});
}

}  // namespace trainyard
