// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks with every key of a task file, and with one of them each, for tests of what shows and changes tasks.
#pragma once

#include "core/model/task.h"

#include <QList>

#include <utility>

namespace trainyard {

// A name for each key, and what sets it.
inline QList<std::pair<const char *, void (*)(Task &)>> taskKeySamples()
{
    const auto s = [](const char *text) { return QString::fromUtf8(text); };
    static const auto text = s;
    static const auto plan = [](Task &task) -> CheckpointPlan & {
        if (!task.checkpoints)
            task.checkpoints.emplace().dir = text("/checkpoints");
        return *task.checkpoints;
    };
    using std::chrono::seconds;
    return {
        {"name", [](Task &task) { task.name = text("lora"); }},
        {"project", [](Task &task) { task.project = text("llama"); }},
        {"image", [](Task &task) { task.image = text("pytorch/pytorch:2.9.1"); }},
        {"engine", [](Task &task) { task.engine = EngineKind::Podman; }},
        {"slurm",
         [](Task &task) {
             task.slurm = {text("gpu"), text("physics"),  text("normal"),
                           8,           qint64(64) << 30, {text("--constraint=a100"), text("--exclusive")}};
         }},
        {"accelerators",
         [](Task &task) {
             task.accelerators = Accelerators{text("H100"), 8};
         }},
        {"other accelerators",
         [](Task &task) {
             task.accelerators = Accelerators{text("H100"), 8};
             task.otherAccelerators = {{text("A100-80GB"), 4}, {QString(), 0}};
         }},
        {"gpus",
         [](Task &task) {
             task.gpus = {text("0"), text("GPU-5f1c"), text("1:0")};
         }},
        {"workdir", [](Task &task) { task.workdir = text("./code"); }},
        {"file mounts",
         [](Task &task) {
             task.fileMounts = {{text("/data"), text("./data")}, {text("/etc/run.conf"), text("~/run.conf")}};
         }},
        {"mounts",
         [](Task &task) {
             task.mounts = {{text("/models"), {text("~/models"), true}}, {text("/sets"), {text("/srv/sets"), false}}};
         }},
        {"shm", [](Task &task) { task.sharedMemory = qint64(16) << 30; }},
        {"ports",
         [](Task &task) {
             task.ports = {text("8888"), text("0.0.0.0:8080:80")};
         }},
        {"network", [](Task &task) { task.network = NetworkKind::Bridge; }},
        {"user", [](Task &task) { task.user = UserKind::Host; }},
        {"launcher",
         [](Task &task) {
             task.run = text("python train.py\n");
             task.launcher = LauncherKind::Accelerate;
         }},
        {"envs",
         [](Task &task) {
             task.envs = {{text("SEED"), text(" 7 ")}, {text("EMPTY"), QString()}};
         }},
        {"envs to take",
         [](Task &task) {
             task.envsToTake = {text("WANDB_MODE"), text("HF_HOME")};
         }},
        {"secrets",
         [](Task &task) {
             task.secrets = {{text("HF_TOKEN"), std::nullopt}, {text("API_KEY"), text("said-in-the-file")}};
         }},
        {"secrets in the keyring",
         [](Task &task) {
             task.secrets.insert(text("WANDB_KEY"), std::nullopt);
             task.keyringSecrets = {{text("WANDB_KEY"), text("lab/wandb")}};
         }},
        {"setup", [](Task &task) { task.setup = text("pip install -r requirements.txt\n\necho ready\n"); }},
        {"run", [](Task &task) { task.run = text("python train.py\n"); }},
        {"run without a line end", [](Task &task) { task.run = text("python train.py"); }},
        {"checkpoints.dir", [](Task &task) { plan(task); }},
        {"checkpoints.pattern", [](Task &task) { plan(task).pattern = text("step-*.pt"); }},
        {"checkpoints.resume", [](Task &task) { plan(task).resume = text("--resume {path}"); }},
        {"checkpoints.keep", [](Task &task) { plan(task).keep = 3; }},
        {"checkpoints.keep.best", [](Task &task) { plan(task).keepBest = 2; }},
        {"checkpoints.keep.by", [](Task &task) { plan(task).keepBy = text("eval_accuracy"); }},
        {"checkpoints.keep.better", [](Task &task) { plan(task).isHigherBetter = true; }},
        {"checkpoints.keep.every", [](Task &task) { plan(task).keepEvery = 5000; }},
        {"checkpoints.signal", [](Task &task) { plan(task).signal = text("USR1"); }},
        {"checkpoints.manifests", [](Task &task) { plan(task).manifests = ManifestPolicy::All; }},
        {"tensorboard",
         [](Task &task) {
             task.tensorboard = {text("/logs"), text("/elsewhere/events")};
         }},
        {"limits.hours", [](Task &task) { task.limits.hours = 0.1; }},
        {"limits.lease", [](Task &task) { task.limits.lease = seconds(90 * 60); }},
        {"limits.budget", [](Task &task) { task.limits.budget = *Money::parse("40.000000001", Currency::CNY); }},
        {"limits.price", [](Task &task) { task.limits.price = *Money::parse("2.49", Currency::CNY); }},
        {"limits.idle",
         [](Task &task) {
             task.limits.idle = IdleLimit{seconds(90), 5};
         }},
        {"limits.save", [](Task &task) { task.limits.save = seconds(0); }},
        {"limits.spot", [](Task &task) { task.limits.heedsSpotNotice = false; }},
        {"limits.shutdown", [](Task &task) { task.limits.shutdown = text("sudo poweroff"); }},
        {"limits.grace", [](Task &task) { task.graceSeconds = 0; }},
        {"alerts",
         [](Task &task) {
             task.alerts.rules = {{AlertKind::GpuIdle, true, 40, seconds(300)}, {AlertKind::Hung, false, {}, {}}};
             task.alerts.ways = QList<AlertChannel>{AlertChannel::Desktop, AlertChannel::Webhook};
         }},
    };
}

inline Task taskWithEveryKey()
{
    Task task;
    for (const auto &[name, set] : taskKeySamples())
        set(task);
    task.run += u'\n';
    return task;
}

}  // namespace trainyard
