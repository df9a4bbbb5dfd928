// Loaded with LD_PRELOAD before libfaketime, to fill two gaps in it: it does not know the names under which glibc has read file times since
// 2.33 (with this library, file times follow the faked clock), and under load its wait on a condition passes invalid times to glibc
// (EINVAL). The clock must be faked by whole seconds, monotonic clocks not at all (FAKETIME_DONT_FAKE_MONOTONIC=1), and FAKE_UTIME=1 must
// be set. x86-64 only, where the kernel's struct stat is glibc's.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long long fakedBy(void)
{
    struct timespec told, real;
    clock_gettime(CLOCK_REALTIME, &told);
    syscall(SYS_clock_gettime, CLOCK_REALTIME, &real);
    const long long milliseconds = (told.tv_sec - real.tv_sec) * 1000LL + (told.tv_nsec - real.tv_nsec) / 1000000;
    return (milliseconds + (milliseconds < 0 ? -500 : 500)) / 1000;  // some time passes between the two calls
}

int fstatat(int folder, const char *restrict path, struct stat *restrict answer, int flags)
{
    const int status = (int)syscall(SYS_newfstatat, folder, path, answer, flags);
    if (status != 0)
        return status;
    const int was = errno;
    const long long seconds = fakedBy();
    answer->st_atim.tv_sec += seconds;
    answer->st_mtim.tv_sec += seconds;
    answer->st_ctim.tv_sec += seconds;
    errno = was;
    return status;
}
int stat(const char *restrict path, struct stat *restrict answer) { return fstatat(AT_FDCWD, path, answer, 0); }
int lstat(const char *restrict path, struct stat *restrict answer) { return fstatat(AT_FDCWD, path, answer, AT_SYMLINK_NOFOLLOW); }
int fstat(int file, struct stat *answer) { return fstatat(file, "", answer, AT_EMPTY_PATH); }
int fstatat64(int, const char *restrict, struct stat64 *restrict, int) __attribute__((alias("fstatat")));
int stat64(const char *restrict, struct stat64 *restrict) __attribute__((alias("stat")));
int lstat64(const char *restrict, struct stat64 *restrict) __attribute__((alias("lstat")));
int fstat64(int, struct stat64 *) __attribute__((alias("fstat")));

int statx(int folder, const char *restrict path, int flags, unsigned mask, struct statx *restrict answer)
{
    const int status = (int)syscall(SYS_statx, folder, path, flags, mask, answer);
    if (status != 0)
        return status;
    const int was = errno;
    const long long seconds = fakedBy();
    struct statx_timestamp *const times[] = {&answer->stx_atime, &answer->stx_mtime, &answer->stx_ctime, &answer->stx_btime};
    for (int i = 0; i < 4; ++i)
        times[i]->tv_sec += seconds;
    errno = was;
    return status;
}

// glibc's own function: waits on a monotonic clock need no faking, and nothing here waits on the other clock.
int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict end)
{
    typedef int Wait(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
    static Wait *_Atomic own;
    Wait *wait = own;
    if (!wait)
        own = wait = (Wait *)dlvsym(dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD), "pthread_cond_timedwait", "GLIBC_2.3.2");
    return wait(condition, mutex, end);
}
