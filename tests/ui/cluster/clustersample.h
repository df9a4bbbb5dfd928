// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster of three nodes, as a scheduler could have described it: no real one.
#pragma once

#include "core/model/cluster.h"

namespace trainyard {

inline Cluster sampleCluster(const QDateTime &now)
{
    using namespace std::chrono_literals;
    const auto text = [](const char *words) { return QString::fromUtf8(words); };
    Cluster cluster;
    cluster.version = text("slurm 23.11.4");
    cluster.user = text("li");
    cluster.asked = now;
    for (const char *name : {"gpu-1", "gpu-2", "gpu-3"}) {
        ClusterNode node;
        node.name = text(name);
        node.partitions = {text("gpu"), text("long")};
        node.state = text("mixed");
        node.isUsable = true;
        node.gpus = {{text("a100"), 8}};
        node.usedGpus = {{text("a100"), 6}};
        node.cpus = 128;
        node.usedCpus = 96;
        node.memoryMiB = 1024 * 1024;
        node.usedMemoryMiB = 700 * 1024;
        cluster.nodes << node;
    }
    cluster.nodes.last().isUsable = false;
    cluster.nodes.last().usedGpus.clear();
    cluster.nodes.last().state = text("drained");
    cluster.nodes.last().reason = text("power supply, exchanged on Monday");
    cluster.partitions = {{text("gpu"), true, true, true, 12h}, {text("long"), false, true, false, {}}};
    ClusterJob job;
    job.id = text("48213");
    job.name = text("moe-tiny");
    job.user = text("li");
    job.partition = text("gpu");
    job.state = ClusterJob::State::Running;
    job.nodes = text("gpu-1");
    job.nodeCount = 1;
    job.gpus = 4;
    job.gpuType = text("a100");
    job.submitted = now.addSecs(-20000);
    job.start = now.addSecs(-18600);
    job.limit = 12h;
    job.isMine = true;
    cluster.jobs << job;
    job.id = text("48377");
    job.name = text("moe-small");
    job.state = ClusterJob::State::Waiting;
    job.nodes.clear();
    job.gpus = 8;
    job.submitted = now.addSecs(-4000);
    job.start = now.addSecs(3000);
    job.why = text("It is next: it starts when what it asks for is free.");
    job.sooner = {text("With 2 GPUs instead of 8, there is room now.")};
    cluster.jobs << job;
    job.id = text("48101");
    job.name = text("\x1b[31m<b>other</b>");
    job.user = text("wang");
    job.state = ClusterJob::State::Running;
    job.why.clear();
    job.sooner.clear();
    job.isMine = false;
    cluster.jobs << job;
    return cluster;
}

}  // namespace trainyard
