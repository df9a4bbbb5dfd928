// SPDX-License-Identifier: GPL-3.0-or-later
// Pins the loader's functions to their oldest versions: glibc 2.34 versioned them anew when it absorbed libdl, and a program that needs the
// new ones does not start on older systems. Include this before any use of these names.
#pragma once

#include <dlfcn.h>

#if defined(__x86_64__)
#  define TRAINYARD_OLDEST_GLIBC "GLIBC_2.2.5"
#elif defined(__aarch64__)
#  define TRAINYARD_OLDEST_GLIBC "GLIBC_2.17"
#else
#  error "yard-probe is for x86_64 and aarch64"
#endif

__asm__(".symver dlopen, dlopen@" TRAINYARD_OLDEST_GLIBC "\n"
        ".symver dlsym, dlsym@" TRAINYARD_OLDEST_GLIBC "\n"
        ".symver dlerror, dlerror@" TRAINYARD_OLDEST_GLIBC "\n");
