// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of one transfer in the list. Pure.
#pragma once

#include "core/service/machines/transferqueue.h"
#include "ui/common/badge.h"
#include "ui/common/icons.h"

class QFontMetrics;

namespace trainyard {

enum class TransferVerb { None, Pause, Resume, Retry, Show, Cancel, Remove };

struct TransferView {
    bool isUpload = true;
    QString name;            // of the file or folder copied
    QString source, target;  // folders, with the machine; the source is empty for files of this computer
    QString place;           // "from lab, ~/models to ~/here"
    BadgeLook state;
    double part = -1;  // of the whole, 0 to 1; negative = not known yet
    Ink bar = Ink::Accent;
    QString amount;                   // 1.2 of 4.5 GiB
    QString rate, left, connections;  // empty if unknown or not applicable
    QString note;                     // how it was checked, or why it waits or failed
    Ink noteInk = Ink::Text2;
    TransferVerb verb = TransferVerb::None;      // the most likely action
    TransferVerb ending = TransferVerb::Cancel;  // Cancel or Remove
};

TransferView viewOf(const QueuedTransfer &transfer);
QString verbText(TransferVerb verb);
QString verbIcon(TransferVerb verb);
// The place, with its ends shortened each in its middle, so that both stay visible.
QString fittedPlace(const TransferView &view, const QFontMetrics &metrics, int width);
// "Upload of model.bin to lab: Moving, 45 %, …", for screen readers.
QString spokenView(const TransferView &view);
// "2 going · 1 waits · 12.4 MiB/s · about 3 min left"; empty if there is nothing to report.
QString totalsText(const TransferTotals &totals);

}  // namespace trainyard
