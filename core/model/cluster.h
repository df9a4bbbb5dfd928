// SPDX-License-Identifier: GPL-3.0-or-later
// What a cluster's scheduler says of itself: its partitions, its nodes and the jobs in its queue. Values; GPUs are counted whole.
#pragma once

#include <QDateTime>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace trainyard {

struct Task;

// Whether the task runs as a job of a cluster. A task that names a partition does also without an engine: its training must not run on the
// login node by accident.
bool isForCluster(const Task &task);

struct ClusterNode {
    QString name;
    QStringList partitions;
    QString state;                // the scheduler's word, in lower case: "idle", "mixed", "allocated", "drained" …
    QString reason;               // why it is not available, as its administrator wrote it; one line
    bool isUsable = false;        // it runs jobs, or would
    QMap<QString, int> gpus;      // by type as the cluster names it ("a100"); "gpu" where it names none
    QMap<QString, int> usedGpus;  // likewise; for what is not in it, none
    int cpus = 0, usedCpus = 0;
    qint64 memoryMiB = 0, usedMemoryMiB = 0;

    int gpuCount() const;
    int freeGpus(const QString &type = {}) const;  // of any type without one; 0 if it is not usable
};

struct ClusterPartition {
    QString name;
    bool isDefault = false;
    bool isUp = false;                            // it starts jobs
    bool isForAll = false;                        // neither its groups nor its accounts are limited
    std::optional<std::chrono::seconds> longest;  // none: a job may run without end
};

struct ClusterJob {
    enum class State { Waiting, Starting, Running, Paused, Ending, Ended };

    QString id;  // as the scheduler writes it: "1234", "1234_[0-99%8]" for what still waits of an array
    QString name;
    QString user;
    QString account;
    QString partition;  // several, with commas, where any will do
    State state = State::Waiting;
    QString word;    // the scheduler's own for the state: "PD", "CG" …
    QString reason;  // why it waits, the scheduler's own: "Resources", "QOSMaxGRESPerUser" …
    QString nodes;   // where it runs: "n[1-2]"
    int nodeCount = 0;
    int gpus = 0;     // of all nodes
    QString gpuType;  // where one was asked for
    QDateTime submitted;
    QDateTime start;                            // of a job that waits: when it is expected to start, as far as the scheduler has thought
    QDateTime end;                              // by its time limit
    std::optional<std::chrono::seconds> limit;  // none: no limit
    bool isMine = false;
    // Of a job that waits: a sentence, and what would start sooner, if anything is known.
    QString why;
    QStringList sooner;

    bool hasStarted() const { return state != State::Waiting; }
};

struct Cluster {
    QString version;  // "slurm 22.05.8"
    QString user;     // whose jobs are "mine"
    QDateTime asked;
    QList<ClusterPartition> partitions;
    QList<ClusterNode> nodes;
    QList<ClusterJob> jobs;  // as the scheduler sorts them

    QList<ClusterNode> nodesOf(const QString &partition) const;
    QList<ClusterJob> jobsOf(const QString &partition) const;
};

}  // namespace trainyard
