// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secretname.h"

#include <algorithm>

namespace trainyard {
namespace {

constexpr const char *kParts[] = {"secret", "passw",      "passphrase",  "credential", "api_key",
                                  "apikey", "access_key", "private_key", "auth_key"};
constexpr const char *kPlaces[] = {"_file", "_path", "_dir"};

}  // namespace

bool isSecretName(const QString &name)
{
    const QString lower = name.toLower();
    // At the end only: TOKENIZERS_PARALLELISM and MAX_TOKENS are no secrets.
    if (lower.endsWith(QLatin1String("token")))
        return true;
    if (std::any_of(std::begin(kPlaces), std::end(kPlaces), [&lower](const char *place) { return lower.endsWith(QLatin1String(place)); }))
        return false;
    if (lower.endsWith(QLatin1String("_key")) && !lower.endsWith(QLatin1String("public_key")))
        return true;
    return std::any_of(std::begin(kParts), std::end(kParts), [&lower](const char *part) { return lower.contains(QLatin1String(part)); });
}

}  // namespace trainyard
