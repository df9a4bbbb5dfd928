// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/http/internal/curllibrary.h"

#include <dlfcn.h>

#include <optional>

namespace trainyard {

namespace {

constexpr auto kName = "libcurl.so.4";  // the name of its binary interface since 2006

std::optional<CurlLibrary> load()
{
    void *const library = ::dlopen(kName, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return {};
    bool isWhole = true;
    const auto find = [&](auto &function, const char *name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
        isWhole = isWhole && function;
    };
    CurlLibrary found;
    find(found.globalInit, "curl_global_init");
    find(found.easyInit, "curl_easy_init");
    find(found.easySetopt, "curl_easy_setopt");
    find(found.easyGetinfo, "curl_easy_getinfo");
    find(found.easyReset, "curl_easy_reset");
    find(found.easyCleanup, "curl_easy_cleanup");
    find(found.easyStrerror, "curl_easy_strerror");
    find(found.multiInit, "curl_multi_init");
    find(found.multiAddHandle, "curl_multi_add_handle");
    find(found.multiRemoveHandle, "curl_multi_remove_handle");
    find(found.multiPerform, "curl_multi_perform");
    find(found.multiPoll, "curl_multi_poll");
    find(found.multiWakeup, "curl_multi_wakeup");
    find(found.multiInfoRead, "curl_multi_info_read");
    find(found.multiCleanup, "curl_multi_cleanup");
    find(found.slistAppend, "curl_slist_append");
    find(found.slistFreeAll, "curl_slist_free_all");
    if (!isWhole || found.globalInit(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        return {};
    return found;
}

}  // namespace

const CurlLibrary *curl()
{
    static const std::optional<CurlLibrary> library = load();
    return library ? &*library : nullptr;
}

}  // namespace trainyard
