// SPDX-License-Identifier: GPL-3.0-or-later
// The few Linux system calls the starter needs, made directly: without a C library the program stays at about ten kilobytes, and it is sent
// to the machine with every run. x86-64 only. Results are those of the kernel: negative errno on failure.
#pragma once

#include <asm/unistd.h>

#include <cstddef>
#include <cstdint>

namespace trainyard::starter {

inline long call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0)
{
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
    return result;
}

template <typename T>
long word(T *pointer)
{
    return static_cast<long>(reinterpret_cast<std::intptr_t>(pointer));
}

// Values of the kernel's interface on x86-64; its headers and the C library's cannot both be included.
constexpr long kReadOnly = 0, kWriteOnly = 1, kCreate = 0100, kExclusive = 0200, kTruncate = 01000, kAppend = 02000,
               kCloseOnExec = 02000000;
constexpr long kErrInterrupted = -4, kErrNoChild = -10;
constexpr int kHangUp = 1, kInterrupt = 2, kKill = 9, kTerminate = 15, kChildEnded = 17;
constexpr long kNoHang = 1;
constexpr long kSetSubreaper = 36;

inline long open(const char *path, long flags, long mode = 0) { return call(__NR_open, word(path), flags, mode); }
inline long close(long fd) { return call(__NR_close, fd); }
inline long read(long fd, void *to, std::size_t size) { return call(__NR_read, fd, word(to), static_cast<long>(size)); }
inline long write(long fd, const void *from, std::size_t size) { return call(__NR_write, fd, word(from), static_cast<long>(size)); }
inline long chdir(const char *path) { return call(__NR_chdir, word(path)); }
inline long isExecutable(const char *path) { return call(__NR_access, word(path), 1) == 0; }
inline bool exists(const char *path) { return call(__NR_access, word(path), 0) == 0; }
inline long processId() { return call(__NR_getpid); }
inline long fork() { return call(__NR_fork); }
inline long kill(long pid, long signal) { return call(__NR_kill, pid, signal); }
inline long execve(const char *path, char *const *argv, char *const *env) { return call(__NR_execve, word(path), word(argv), word(env)); }
inline long wait4(long pid, int *status, long options) { return call(__NR_wait4, pid, word(status), options); }
[[noreturn]] inline void exit(long code)
{
    for (;;)
        call(__NR_exit_group, code);
}

}  // namespace trainyard::starter
