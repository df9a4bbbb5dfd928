// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/probe/modules.h"

#include "core/device/probe/system.h"

#include <cstdio>

// The assembler includes the files, so no source is generated.
__asm__(".section .rodata\n"
        "yardProbeBasic:\n.incbin \"" TRAINYARD_PROBE_PTX "/basic.ptx\"\n.byte 0\n"
        "yardProbeTuring:\n.incbin \"" TRAINYARD_PROBE_PTX "/turing.ptx\"\n.byte 0\n"
        "yardProbeAmpere:\n.incbin \"" TRAINYARD_PROBE_PTX "/ampere.ptx\"\n.byte 0\n"
        "yardProbeAda:\n.incbin \"" TRAINYARD_PROBE_PTX "/ada.ptx\"\n.byte 0\n"
        ".globl yardProbeBasic, yardProbeTuring, yardProbeAmpere, yardProbeAda\n"
        ".hidden yardProbeBasic, yardProbeTuring, yardProbeAmpere, yardProbeAda\n"
        ".text\n");
extern "C" {
extern const char yardProbeBasic[] __attribute__((visibility("hidden")));
extern const char yardProbeTuring[] __attribute__((visibility("hidden")));
extern const char yardProbeAmpere[] __attribute__((visibility("hidden")));
extern const char yardProbeAda[] __attribute__((visibility("hidden")));
}

namespace trainyard::probe {

const char *ptxOf(ModuleKind kind)
{
    switch (kind) {
    case ModuleKind::Basic: return yardProbeBasic;
    case ModuleKind::Turing: return yardProbeTuring;
    case ModuleKind::Ampere: return yardProbeAmpere;
    case ModuleKind::Ada: break;
    }
    return yardProbeAda;
}

const char *targetOf(ModuleKind kind)
{
    static const char *const targets[] = {"sm_70", "sm_75", "sm_80", "sm_89"};
    return targets[static_cast<int>(kind)];
}

int capabilityFor(ModuleKind kind)
{
    static const int capabilities[] = {70, 75, 80, 89};
    return capabilities[static_cast<int>(kind)];
}

Text kernelsDigest()
{
    std::uint64_t sum = 0xCBF29CE484222325ull;
    for (int kind = 0; kind < kModules; ++kind) {
        for (const char *c = ptxOf(static_cast<ModuleKind>(kind)); *c != '\0'; ++c)
            sum = (sum ^ static_cast<unsigned char>(*c)) * 0x100000001B3ull;
    }
    char digits[17];
    snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(sum));
    return Text(digits);
}

bool Modules::loadOne(CudaDriver &driver, ModuleKind kind)
{
    char info[4096] = {}, errors[4096] = {};
    int options[] = {kJitInfoLog, kJitInfoLogSize, kJitErrorLog, kJitErrorLogSize};
    void *values[] = {info, reinterpret_cast<void *>(sizeof info - 1), errors, reinterpret_cast<void *>(sizeof errors - 1)};
    const int index = static_cast<int>(kind);
    const bool isLoaded = driver.run(driver.loadModule, &m_modules[index], ptxOf(kind), 4, options, values);
    m_log.add(Text(info).trimmed()).add(Text(errors).trimmed());
    if (!isLoaded) {
        m_modules[index] = nullptr;
        m_failures[index] = driver.takeFailure(Phase::Loading);
        m_failures[index].detail = Text(errors).trimmed();
    }
    return isLoaded;
}

bool Modules::load(CudaDriver &driver, int capability)
{
    const double start = now();
    bool isBasic = false;
    for (int i = 0; i < kModules; ++i) {
        const auto kind = static_cast<ModuleKind>(i);
        // From Ampere on there is a better int8 kernel than Turing's.
        if (capability < capabilityFor(kind) || (kind == ModuleKind::Turing && capability >= 80))
            continue;
        const bool isLoaded = loadOne(driver, kind);
        if (kind == ModuleKind::Basic) {
            isBasic = isLoaded;
            if (!isLoaded)
                break;
        }
    }
    m_seconds = now() - start;
    return isBasic;
}

void Modules::unload(CudaDriver &driver)
{
    for (Module &module : m_modules) {
        if (module != nullptr)
            driver.run(driver.unloadModule, module);
        module = nullptr;
    }
}

Kernel Modules::find(CudaDriver &driver, ModuleKind kind, const char *name) const
{
    Kernel kernel = nullptr;
    if (!has(kind) || !driver.run(driver.kernel, &kernel, m_modules[static_cast<int>(kind)], name))
        return nullptr;
    return kernel;
}

Text Modules::toJson() const
{
    const char *best = nullptr;
    for (int i = 0; i < kModules; ++i) {
        if (m_modules[i] != nullptr)
            best = targetOf(static_cast<ModuleKind>(i));
    }
    Json json;
    json.beginObject().text("target", best).real("loadSeconds", m_seconds).textOrNull("log", m_log).endObject();
    return json.get();
}

}  // namespace trainyard::probe
