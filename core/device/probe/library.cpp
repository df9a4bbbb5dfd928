// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/probe/library.h"

#include "core/device/probe/pinned.h"
#include "core/device/probe/system.h"

#include <cstring>

namespace trainyard::probe {

bool Library::open(Watch &watch, const Text &file)
{
    const InCall guard(watch, "dlopen");
    m_handle = dlopen(file.get(), RTLD_NOW | RTLD_LOCAL);
    if (m_handle == nullptr) {
        m_error = Text(dlerror());
        return false;
    }
    m_file = file;
    return true;
}

void *Library::find(const char *name) const { return dlsym(m_handle, name); }

Text Library::path() const
{
    if (strchr(m_file.get(), '/') != nullptr)
        return m_file;
    const char *base = m_file.get();
    const Text maps = readFile(Text("/proc/self/maps"), 4u << 20);
    // The file may have version suffixes: libcuda.so.1 is libcuda.so.580.65.06, so only the part up to .so counts.
    const char *so = strstr(base, ".so");
    const std::size_t size = so == nullptr ? strlen(base) : static_cast<std::size_t>(so - base) + 3;
    for (const char *at = maps.get(); (at = strchr(at, '/')) != nullptr; ++at) {
        const char *end = strchr(at, '\n');
        if (end == nullptr)
            break;
        const char *name = end;
        while (name > at && name[-1] != '/')
            --name;
        if (static_cast<std::size_t>(end - name) >= size && strncmp(name, base, size) == 0)
            return Text().add(at, static_cast<std::size_t>(end - at));
        at = end;
    }
    return m_file;
}

}  // namespace trainyard::probe
