// SPDX-License-Identifier: GPL-3.0-or-later
// A desktop notification, for what must be seen while the window is not visible: org.freedesktop.Notifications, which Linux desktops show
// without a tray icon.
#pragma once

#include <QString>

class QDBusConnection;

namespace trainyard {

// Plain text, even where it looks like markup. Does not wait; nothing happens without a notification service.
void showDesktopNotice(const QDBusConnection &bus, const QString &title, const QString &text);

}  // namespace trainyard
