// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for sample.sh where a thousand shells would need more processor time than the program being measured: one host tick a second,
// in the sampler's format (docs/metrics.md). It ends when its output is closed.
#include <cstdio>
#include <ctime>

int main()
{
    std::setvbuf(stdout, nullptr, _IOFBF, 4096);
    for (long tick = 0;; ++tick) {
        timespec now = {};
        clock_gettime(CLOCK_REALTIME, &now);
        const long long ms = now.tv_sec * 1000LL + now.tv_nsec / 1'000'000;
        std::printf("%lld cpu %ld 0 %ld %ld 0 0 0 0 64\n%lld mem 528000000 400000000 0 0\n%lld load 1.00 1.00 1.00\n"
                    "%lld net eth0 %ld %ld\n%lld io nvme0n1 %ld %ld\n",
                    ms, 1000 + tick * 10, 500 + tick, 90000 + tick * 89, ms, ms, ms, tick * 100000, tick * 50000, ms, tick * 100,
                    tick * 200);
        if (std::fflush(stdout) != 0)
            return 0;
        const timespec second = {1, 0};
        nanosleep(&second, nullptr);
    }
}
