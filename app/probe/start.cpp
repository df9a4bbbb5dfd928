// SPDX-License-Identifier: GPL-3.0-or-later
// The program's first instructions. The C library's own start code would require glibc 2.34, where __libc_start_main has a new version; the
// old one is still there, and does the same for a program without constructors.
#include "core/device/probe/pinned.h"

extern "C" int yardProbeMain(int count, char **arguments, char **environment);

__asm__(".symver __libc_start_main, __libc_start_main@" TRAINYARD_OLDEST_GLIBC "\n");

#if defined(__x86_64__)
__asm__(".text\n"
        ".globl _start\n"
        ".type _start, @function\n"
        "_start:\n"
        "    xor %ebp, %ebp\n"
        "    mov %rdx, %r9\n"   // what to call at the end, from the loader
        "    pop %rsi\n"        // the number of arguments
        "    mov %rsp, %rdx\n"  // the arguments
        "    and $-16, %rsp\n"
        "    push %rax\n"
        "    push %rsp\n"
        "    xor %r8d, %r8d\n"
        "    xor %ecx, %ecx\n"
        "    lea yardProbeMain(%rip), %rdi\n"
        "    call *__libc_start_main@GOTPCREL(%rip)\n"
        "    hlt\n");
#elif defined(__aarch64__)
__asm__(".text\n"
        ".globl _start\n"
        ".type _start, %function\n"
        "_start:\n"
        "    mov x29, #0\n"
        "    mov x30, #0\n"
        "    mov x5, x0\n"
        "    ldr x1, [sp]\n"
        "    add x2, sp, #8\n"
        "    mov x6, sp\n"
        "    adrp x0, yardProbeMain\n"
        "    add x0, x0, :lo12:yardProbeMain\n"
        "    mov x3, #0\n"
        "    mov x4, #0\n"
        "    bl __libc_start_main\n"
        "    brk #0\n");
#endif
