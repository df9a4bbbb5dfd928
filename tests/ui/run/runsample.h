// SPDX-License-Identifier: GPL-3.0-or-later
// A run of five minutes on two GPUs with the files that its page reads, for tests of the page's appearance.
#pragma once

#include "core/service/runs/runfollowers.h"
#include "ui/run/runpage.h"

#include <QFile>
#include <QTemporaryDir>

#include <memory>

namespace trainyard {

class RunSample {
public:
    static constexpr int kSeconds = 300;

    explicit RunSample(RunState state = RunState::Running)
    {
        const qint64 begin = QDateTime::currentMSecsSinceEpoch() - kSeconds * 1000;
        QByteArray log,
            metrics = QByteArray::number(begin)
                      + " gpufields index,uuid,name,utilization.gpu,memory.used,memory.total,temperature.gpu,power.draw,power.limit\n";
        for (int i = 0; i < kSeconds; ++i) {
            const QByteArray ms = QByteArray::number(begin + i * 1000);
            log += "step=" + QByteArray::number(i * 4 + 1) + "/2000 loss=" + QByteArray::number(4.0 / (1 + i * 0.05))
                   + " tok/s=" + QByteArray::number(51200 + i) + '\n';
            metrics += ms + " cpu 1 1 1 1 1 1 1 1 4\n" + ms + " mem 16000000 8000000 0 0\n" + ms + " log " + QByteArray::number(log.size())
                       + '\n';
            for (const char *const gpu : {"0", "1"})
                metrics += ms + " gpu " + gpu + ", SIM-" + gpu + ", Simulated GPU, 97, 9216, 24576, 63, 265, 350\n";
        }
        if (state == RunState::Failed)
            log += "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 23.65 GiB\n";
        view = {runOf(state),
                LinkState::Live,
                {},
                QDateTime::currentDateTime(),
                hasEnded(state),
                write(QStringLiteral("log"), log),
                write(QStringLiteral("metrics"), metrics)};
        write(QStringLiteral("task.yaml"), "name: demo\nrun: train\nalerts:\n  gpu_temperature: {at: 80, for: 5m}\n");
    }

    static Run runOf(RunState state)
    {
        Run run;
        run.id = RunId(QStringLiteral("demo-char-lm-1a2b3c-a1"));
        run.lineage = QStringLiteral("demo-char-lm-1a2b3c");
        run.name = QStringLiteral("demo-char-lm");
        run.head().machineName = QStringLiteral("sandbox");
        run.engine = EngineKind::Podman;
        run.image = QStringLiteral("localhost/trainyard-demo:a868fe28b1");
        run.command = QStringLiteral("yard-demotrainer --steps 2000");
        run.checkpointDir = QStringLiteral("/ckpt");
        run.isSimulated = true;
        run.state = state;
        run.started = QDateTime::currentDateTimeUtc().addSecs(-kSeconds);
        if (hasEnded(state)) {
            run.ended = QDateTime::currentDateTimeUtc();
            run.exitCode = state == RunState::Failed ? 1 : 0;
        }
        return run;
    }
    // Waits until all of it has been read.
    static bool isRead(const RunPage &page) { return page.metrics().gpus().size() == 2 && page.training().lastStep().value_or(0) > 1000; }

    void show(RunPage &page) const
    {
        page.setFollowers(m_followers.get());
        page.setRun(view);
    }

    RunView view;

private:
    const std::unique_ptr<RunFollowers> m_followers = std::make_unique<RunFollowers>(Paths());

    QString write(const QString &name, const QByteArray &bytes)
    {
        QFile file(m_dir.filePath(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(bytes);
        return file.fileName();
    }
    QTemporaryDir m_dir;
};

}  // namespace trainyard
