// SPDX-License-Identifier: GPL-3.0-or-later
// What the list says of one transfer, in words. Pure.
#pragma once

#include "core/service/machines/transferqueue.h"
#include "ui/common/badge.h"
#include "ui/common/icons.h"

namespace trainyard {

enum class TransferVerb { None, Pause, Resume, Retry, Show, Cancel, Remove };

struct TransferView {
    bool isUpload = true;
    QString name;   // of what is copied
    QString place;  // where it goes, with the machine
    BadgeLook state;
    double part = -1;  // of the whole, 0 to 1; negative = not known yet
    Ink bar = Ink::Accent;
    QString amount;                   // 1.2 of 4.5 GiB
    QString rate, left, connections;  // empty where they say nothing
    QString note;                     // how it was checked, why it waits or failed
    Ink noteInk = Ink::Text2;
    TransferVerb verb = TransferVerb::None;      // what one most likely wants
    TransferVerb ending = TransferVerb::Cancel;  // Cancel or Remove
};

TransferView viewOf(const QueuedTransfer &transfer);
QString verbText(TransferVerb verb);
QString verbIcon(TransferVerb verb);
// "Upload of model.bin to lab: Moving, 45 %, …", for screen readers.
QString spokenView(const TransferView &view);
// "2 going · 1 waits · 12.4 MiB/s · about 3 min left"; empty when nothing is to be said.
QString totalsText(const TransferTotals &totals);

}  // namespace trainyard
