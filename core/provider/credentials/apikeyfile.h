// SPDX-License-Identifier: GPL-3.0-or-later
// The API key in a file of a command line, such as ~/.runpod/config.toml. Pure, any thread.
#pragma once

#include <QByteArray>
#include <QString>

namespace trainyard {

// `apikey = "…"` or `api_key = "…"` in the section [profile]; without a name, in front of all sections or in [default]. Empty: there is none.
QByteArray apiKeyInToml(const QByteArray &file, const QString &profile);

}  // namespace trainyard
