// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/notify/desktopnotice.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QVariantMap>

namespace trainyard {

void showDesktopNotice(const QDBusConnection &bus, const QString &title, const QString &text)
{
    const QString service = QStringLiteral("org.freedesktop.Notifications"), icon = QStringLiteral("org.trainyard.Trainyard");
    QDBusMessage message = QDBusMessage::createMethodCall(service, QStringLiteral("/org/freedesktop/Notifications"), service,
                                                          QStringLiteral("Notify"));
    constexpr uint kNew = 0;           // replaces no other notification
    constexpr int kDesktopsTime = -1;  // the desktop decides how long it is shown
    // Titles are plain text in the protocol, bodies may have markup.
    message << QStringLiteral("Trainyard") << kNew << icon << title << text.toHtmlEscaped() << QStringList()
            << QVariantMap{{QStringLiteral("desktop-entry"), icon}} << kDesktopsTime;
    bus.send(message);
}

}  // namespace trainyard
