// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/resume/codemanifest.h"

#include <QHash>

namespace trainyard {

CodeDifference compareCode(const CodeManifest &before, const CodeManifest &now)
{
    QHash<QString, const CodeFile *> earlier;
    for (const CodeFile &file : before.files)
        earlier.insert(file.path, &file);
    CodeDifference difference;
    for (const CodeFile &file : now.files) {
        const CodeFile *const was = earlier.take(file.path);
        if (!was) {
            if (before.isWhole)
                difference.added << file.path;
        } else if (was->sizeBytes != file.sizeBytes || (!was->sha256.isEmpty() && !file.sha256.isEmpty() && was->sha256 != file.sha256)) {
            difference.changed << file.path;
        }
    }
    if (now.isWhole)
        difference.removed = earlier.keys();
    difference.changed.sort();
    difference.added.sort();
    difference.removed.sort();
    return difference;
}

}  // namespace trainyard
