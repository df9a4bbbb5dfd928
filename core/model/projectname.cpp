// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/projectname.h"

#include "core/base/seentext.h"

#include <QCoreApplication>

namespace trainyard {

Result<void> checkProjectName(const QString &name)
{
    if (!name.isEmpty() && name == name.trimmed() && name.toUcs4().size() <= 64 && !hasUnseen(name))
        return {};
    return Error{
        ErrorCode::InvalidInput,
        QCoreApplication::translate("trainyard::Project",
                                    "A project's name has 1 to 64 visible characters and no space at either end: choose another name."),
        {}};
}

}  // namespace trainyard
