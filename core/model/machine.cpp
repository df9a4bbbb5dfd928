// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/machine.h"

#include "core/base/seentext.h"

#include <QCoreApplication>

namespace trainyard {

Result<void> checkMachineName(const QString &name)
{
    const auto refused = [](const char *sentence) {
        return Error{ErrorCode::InvalidInput, QCoreApplication::translate("trainyard::Machine", sentence), {}};
    };
    const auto length = name.toUcs4().size();
    if (length < 1 || length > 64 || hasUnseen(name) || name.trimmed() != name) {
        return refused(QT_TRANSLATE_NOOP(
            "trainyard::Machine", "A machine's name has 1 to 64 visible characters and no space at either end: choose another name."));
    }
    if (name.startsWith(u'-')) {
        return refused(QT_TRANSLATE_NOOP(
            "trainyard::Machine",
            "A machine's name cannot begin with a dash, because commands would take it for an option: choose another name."));
    }
    return {};
}

}  // namespace trainyard
