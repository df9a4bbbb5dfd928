// SPDX-License-Identifier: GPL-3.0-or-later
// Azure Storage's Shared Key for blobs, and its shared access signatures. Pure, any thread.
// https://learn.microsoft.com/en-us/rest/api/storageservices/authorize-with-shared-key and …/create-service-sas
#pragma once

#include "core/transport/webapi/webrequest.h"

#include <QDateTime>

namespace trainyard {

struct AzureKey {
    QByteArray account;
    QByteArray key;  // as the portal shows it: base64
};

// The text that is signed, for tests.
QByteArray azureStringToSign(const WebRequest &request, const QByteArray &account, qint64 bodyBytes);

// Adds x-ms-date, x-ms-version and Authorization.
void signAzureRequest(WebRequest &request, const AzureKey &key, qint64 bodyBytes, const QDateTime &when);

// Adds a signature for one blob to the query; `permissions` uses Azure's letters ("r", "cw").
void presignAzureRequest(WebRequest &request, const AzureKey &key, const QByteArray &container, const QByteArray &blob,
                         const QByteArray &permissions, const QDateTime &from, const QDateTime &until);

}  // namespace trainyard
