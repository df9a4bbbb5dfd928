// SPDX-License-Identifier: GPL-3.0-or-later
// The files that Google Cloud keeps credentials in: a service account's key, and what `gcloud auth application-default login` leaves.
// https://cloud.google.com/docs/authentication/application-default-credentials. Pure, any thread.
#pragma once

#include "core/provider/interface/cloudaccount.h"

namespace trainyard {

struct GoogleKey {
    bool isServiceAccount = false;  // otherwise the login of a person
    QString who;                    // "ty@example.iam.gserviceaccount.com"; of a person: the id of the client
    QByteArray privateKey, keyId;   // PEM; of a service account
    QByteArray clientSecret, refreshToken;
    QString project;       // of a service account
    QString quotaProject;  // which a person's calls count against; may be empty
};

// AuthenticationFailed: not such a file, or an incomplete one. Unsupported: of a kind that asks other programs or services.
Result<GoogleKey> googleKey(const QByteArray &json);
// With the file as the secret, and "project" among the settings if the file names one. Errors as googleKey().
Result<CloudCredentials> googleCredentials(const QByteArray &json);
// The same with what a configuration of `gcloud` sets: "project", "region" and "zone". `configuration` is its file.
Result<CloudCredentials> googleCredentials(const QByteArray &json, const QByteArray &configuration);

}  // namespace trainyard
