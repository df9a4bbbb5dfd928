// SPDX-License-Identifier: GPL-3.0-or-later
// Requests for an access token. Pure, any thread. https://developers.google.com/identity/protocols/oauth2/service-account
#pragma once

#include "core/base/result.h"
#include "core/provider/credentials/googlekey.h"

#include <QByteArray>
#include <QDateTime>

namespace trainyard {

inline const QByteArray kGoogleTokenAddress = QByteArrayLiteral("https://oauth2.googleapis.com/token");
// What a service account asks for: Compute Engine, and to see which rights it has.
inline const QByteArray kGoogleScopes = QByteArrayLiteral(
    "https://www.googleapis.com/auth/compute https://www.googleapis.com/auth/cloud-platform.read-only");

// The text that is signed, for an hour from `now`.
QByteArray googleClaims(const GoogleKey &key, const QByteArray &scopes, const QDateTime &now);
// RS256, base64url. AuthenticationFailed: the file has no RSA key.
Result<QByteArray> googleSignature(const QByteArray &privateKey, const QByteArray &text);
// The body of the request for a token, a form.
Result<QByteArray> googleTokenForm(const GoogleKey &key, const QDateTime &now);

}  // namespace trainyard
