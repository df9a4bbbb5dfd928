// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secretname.h"

#include <QRegularExpression>

#include <algorithm>

namespace trainyard {
namespace {

constexpr const char *kParts[] = {"secret", "passw",      "passphrase",  "credential", "api_key",
                                  "apikey", "access_key", "private_key", "auth_key"};
constexpr const char *kPlaces[] = {"_file", "_path", "_dir"};

}  // namespace

// hf_ (huggingface.co/docs/hub/security-tokens), ghp_ and related prefixes (GitHub's "new authentication token formats"), glpat-
// (docs.gitlab.com, token prefixes), AKIA (AWS IAM, unique identifiers), AIza (Google API keys), xoxb- (api.slack.com), nvapi- (NVIDIA
// NGC), sk- (OpenAI).
const QRegularExpression &secretForm()
{
    static const QRegularExpression form(QStringLiteral(
        "\\b(hf_[A-Za-z0-9]{20,}|sk-[A-Za-z0-9_-]{20,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|(AKIA|ASIA)[0-9A-Z]{16}"
        "|AIza[A-Za-z0-9_-]{35}|xox[abp]-[A-Za-z0-9-]{20,}|glpat-[A-Za-z0-9_-]{20,}|nvapi-[A-Za-z0-9_-]{20,})"
        "|-----BEGIN ([A-Z0-9]+ )*PRIVATE KEY-----"));
    return form;
}

bool isSecretValue(const QString &value) { return secretForm().match(value.left(4096)).hasMatch(); }

bool isSecretName(const QString &name)
{
    const QString lower = name.toLower();
    // At the end only: TOKENIZERS_PARALLELISM and MAX_TOKENS are not secrets.
    if (lower.endsWith(QLatin1String("token")))
        return true;
    if (std::any_of(std::begin(kPlaces), std::end(kPlaces), [&lower](const char *place) { return lower.endsWith(QLatin1String(place)); }))
        return false;
    if (lower.endsWith(QLatin1String("_key")) && !lower.endsWith(QLatin1String("public_key")))
        return true;
    return std::any_of(std::begin(kParts), std::end(kParts), [&lower](const char *part) { return lower.contains(QLatin1String(part)); });
}

bool isKeyringName(const QString &name)
{
    static const QRegularExpression form(QStringLiteral("\\A[A-Za-z0-9][A-Za-z0-9._@/-]{0,63}\\z"));
    return form.match(name).hasMatch();
}

}  // namespace trainyard
