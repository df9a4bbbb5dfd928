// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/checkpoints/checkpointpins.h"

#include "core/base/shownpath.h"
#include "core/checkpoint/retention/ownnames.h"
#include "core/checkpoint/retention/pins.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Checkpoints)
};

constexpr qint64 kMaxPin = 4096;  // they are empty; a person may have made one by hand

}  // namespace

Result<void> checkUnpinned(CheckpointPlace &place, const Removal &removal, std::stop_token stop)
{
    for (const QString &pin : removal.pins) {
        const auto found = isSafeRelative(pin) ? place.read(pin, kMaxPin, stop) : Result<QByteArray>(Error{ErrorCode::NotFound, {}, {}});
        if (found || found.error().code == ErrorCode::Corrupt)
            return Error{ErrorCode::InvalidInput, Words::tr("“%1” is pinned and will be kept.").arg(shownPath(removal.checkpoint)), {}};
        if (found.error().code != ErrorCode::NotFound)
            return found.error();
    }
    return {};
}

Result<void> setPinned(CheckpointPlace &place, const Checkpoint &checkpoint, bool isPinned, std::stop_token stop)
{
    const QString name = pinNameFor(checkpoint);
    if (!isSafeRelative(name))
        return Error{ErrorCode::InvalidInput, Words::tr("“%1” cannot be pinned by its name.").arg(shownPath(checkpoint.name)), {}};
    if (!isPinned)
        return place.removeFile(name, stop);
    auto written = place.write(name, {}, stop);  // empty: takes no space, so it works on a full disk too
    if (!written && written.error().code == ErrorCode::PermissionDenied) {
        return Error{ErrorCode::PermissionDenied,
                     Words::tr("“%1” cannot be pinned: its folder belongs to another user. Rules will not remove it either.")
                         .arg(shownPath(checkpoint.name)),
                     written.error().detail};
    }
    return written;
}

}  // namespace trainyard
