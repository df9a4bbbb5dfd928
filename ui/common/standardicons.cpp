// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/standardicons.h"

#include "ui/common/icons.h"

namespace trainyard {

QIcon standardIcon(QStyle::StandardPixmap which)
{
    switch (which) {
    case QStyle::SP_DirIcon:
    case QStyle::SP_DirOpenIcon:
    case QStyle::SP_DirClosedIcon:
    case QStyle::SP_DirLinkIcon: return icon(QStringLiteral("folder"));
    case QStyle::SP_FileIcon:
    case QStyle::SP_FileLinkIcon: return icon(QStringLiteral("file"));
    case QStyle::SP_DirHomeIcon: return icon(QStringLiteral("home"));
    case QStyle::SP_ComputerIcon:
    case QStyle::SP_DesktopIcon:
    case QStyle::SP_DriveHDIcon: return icon(QStringLiteral("machines"));
    case QStyle::SP_ArrowBack:
    case QStyle::SP_FileDialogBack: return icon(QStringLiteral("chevron-left"));
    case QStyle::SP_ArrowForward: return icon(QStringLiteral("chevron-right"));
    case QStyle::SP_FileDialogToParent: return icon(QStringLiteral("chevron-up"));
    case QStyle::SP_FileDialogNewFolder: return icon(QStringLiteral("plus"));
    case QStyle::SP_FileDialogListView: return icon(QStringLiteral("more"));
    case QStyle::SP_FileDialogDetailedView: return icon(QStringLiteral("list"));
    default: return {};
    }
}

}  // namespace trainyard
