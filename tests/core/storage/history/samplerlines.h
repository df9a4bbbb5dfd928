// SPDX-License-Identifier: GPL-3.0-or-later
// The output of sample.sh on a machine with GPUs: varying values, as bytes of a metrics file.
#pragma once

#include <QByteArray>

#include <cmath>

namespace trainyard {

class SamplerLines {
public:
    explicit SamplerLines(int gpus, qint64 startMs) : m_gpus(gpus), m_time(startMs) {}

    static QByteArray fields()
    {
        return "index,uuid,name,utilization.gpu,memory.used,memory.total,temperature.gpu,power.draw,power.limit,clocks.sm,"
               "utilization.memory";
    }
    qint64 time() const { return m_time; }
    void skip(qint64 ms) { m_time += ms; }

    QByteArray header() const { return QByteArray::number(m_time) + " gpufields " + fields() + '\n'; }
    QByteArray tick()
    {
        ++m_tick;
        m_random = m_random * 6364136223846793005ULL + 1442695040888963407ULL;
        const auto noise = [this](int span) { return int((m_random >> 33) % quint64(span)); };
        const QByteArray time = QByteArray::number(m_time);
        m_busy += quint64(20 + noise(30));
        m_received += quint64(1'000'000 + noise(500'000));
        QByteArray out = time + " cpu " + QByteArray::number(m_busy) + " 0 0 " + QByteArray::number(m_tick * 100) + " 0 0 0 0 64\n";
        out += time + " mem 1056764000 " + QByteArray::number(900'000'000 - noise(5000)) + " 0 0\n";
        out += time + " load 3.00 2.00 1.00 3/1200 77\n";
        if (m_tick % 3)
            out += time + " log " + QByteArray::number(m_log += 80 + noise(500)) + '\n';
        out += time + " net eth0 " + QByteArray::number(m_received) + ' ' + QByteArray::number(m_received / 3) + '\n';
        out += time + " io nvme0n1 " + QByteArray::number(m_received / 700) + ' ' + QByteArray::number(m_received / 900) + '\n';
        for (int gpu = 0; gpu < m_gpus; ++gpu) {
            m_random = m_random * 6364136223846793005ULL + 1442695040888963407ULL;
            const bool isAbsent = m_tick % 97 == 0 && gpu == 1;
            out += time + " gpu " + QByteArray::number(gpu) + ", GPU-" + QByteArray::number(gpu) + ", NVIDIA H100 80GB HBM3, "
                   + (isAbsent ? QByteArray("[N/A]") : QByteArray::number(90 + noise(11))) + ", "
                   + QByteArray::number(70'000 + (m_tick / 600 % 2) * 512) + ", 81559, " + QByteArray::number(60 + noise(4)) + ", "
                   + QByteArray::number(600 + noise(9000) / 100.0, 'f', 2) + ", 700.00, " + QByteArray::number(1755 + noise(8) * 15) + ", "
                   + QByteArray::number(40 + noise(20)) + '\n';
        }
        m_time += 1000 + noise(3) * 10 - 10;
        return out;
    }

private:
    int m_gpus;
    qint64 m_time;
    qint64 m_tick = 0;
    quint64 m_random = 42, m_busy = 1000, m_received = 1;
    qint64 m_log = 0;
};

}  // namespace trainyard
