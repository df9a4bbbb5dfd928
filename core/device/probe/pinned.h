// SPDX-License-Identifier: GPL-3.0-or-later
// The loader's functions, by the names of their oldest versions: glibc 2.34 gave them new ones when it took libdl in, and
// a program that asks for those does not start on older systems. Included before anything is called by these names.
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
