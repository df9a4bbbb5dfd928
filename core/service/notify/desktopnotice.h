// SPDX-License-Identifier: GPL-3.0-or-later
// A notice of the desktop, for what must be seen with the window out of sight: org.freedesktop.Notifications, which the
// desktops of Linux show without an icon in a tray.
#pragma once

#include <QString>

class QDBusConnection;

namespace trainyard {

// Plain text, also where it looks like markup. Does not wait; without a service that shows notices, nothing happens.
void showDesktopNotice(const QDBusConnection &bus, const QString &title, const QString &text);

}  // namespace trainyard
