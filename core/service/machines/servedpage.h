// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses of JupyterLab and TensorBoard in a program's log. Pure. Logs are hostile: the result is a port, a path that this file built
// itself and a token of harmless characters, never an address from the log.
#pragma once

#include <QByteArrayView>
#include <QList>
#include <QString>

namespace trainyard {

struct ServedPage {
    enum Kind { JupyterLab, TensorBoard };
    Kind kind = JupyterLab;
    quint16 port = 0;  // on the machine's loopback
    bool isTls = false;
    QString token;  // a secret; only JupyterLab, may be empty

    // "/lab?token=…": to append to http://127.0.0.1:PORT.
    QString path() const;
    bool operator==(const ServedPage &) const = default;
};

// The newest page of each kind and port; only addresses on localhost, 127.0.0.1 and [::1].
QList<ServedPage> servedPages(QByteArrayView log);

}  // namespace trainyard
