#!/usr/bin/python3
"""Writes this folder's event files the way trainings do: with PyTorch's SummaryWriter over TensorBoard's EventFileWriter, and
with tensorboardX's EventFileWriter. expected.json has what the writers were given. Needs torch, tensorboard and tensorboardX,
and Pillow for the picture; see README.md for those that wrote the files kept here.
"""
import json, math, os, pathlib, shutil, signal, socket, subprocess, sys, time

import numpy
import torch
from tensorboardX.event_file_writer import EventFileWriter
from tensorboardX.proto import event_pb2, summary_pb2
from torch.utils.tensorboard import SummaryWriter

here = pathlib.Path(__file__).resolve().parent
socket.gethostname = lambda: "host"      # part of the files' names
START = 1732176000


class Told:
    """Passes scalars to a writer and remembers them. `into` is the folder below the writer's that they go to."""

    def __init__(self, files, folder, **options):
        self.files, self.folder = files, folder
        self.before = names(folder)
        self.writer = SummaryWriter(str(here / folder), **options)
        self.scalars = []

    def scalar(self, tag, value, step, **options):
        self.writer.add_scalar(tag, value, step, **options)
        self.scalars.append(said(tag, value, step, options.get("walltime"), options.get("double_precision", False)))

    def close(self):
        self.writer.close()
        new = sorted(names(self.folder) - self.before)
        assert len(new) == 1, new
        self.files.append({"file": f"{self.folder}/{new[0]}", "scalars": self.scalars})


def names(folder):
    return {p.name for p in (here / folder).glob("events.*")}


def said(tag, value, step, time=None, is_double=False):
    value = float(value)
    return [tag, step, value if math.isfinite(value) else str(value), time, is_double]


def loss(step):
    return 2.5 * math.exp(-step / 180) + 0.05 * math.sin(step * 1.7) + 0.3


def only_scalars(files):
    told = Told(files, "scalars", flush_secs=1)
    for step in range(500):
        value = {101: math.nan, 102: math.inf, 103: -math.inf}.get(step, loss(step))
        told.scalar("Loss/train", value, step, walltime=START + step * 0.75)
        if step % 5 == 0:
            told.scalar("lr", torch.tensor(3e-4 * (1 - step / 500)), step, walltime=START + step * 0.75)
        if step % 50 == 49:
            told.scalar("准确率/验证", numpy.float64(step / 500), step)
            told.writer.flush()
    told.close()
    # A folder for each, named by the writer.
    group = SummaryWriter(str(here / "group"))
    for step in range(0, 40, 10):
        group.add_scalars("loss", {"train": loss(step), "val": loss(step) + 0.1}, step)
    group.close()
    for which, more in (("train", 0), ("val", 0.1)):
        folder = f"group/loss_{which}"
        files.append({"file": f"{folder}/{names(folder).pop()}",
                      "scalars": [said("loss", loss(step) + more, step) for step in range(0, 40, 10)]})
    files.append({"file": f"group/{names('group').pop()}", "scalars": []})


def all_kinds(files):
    told = Told(files, "kinds")
    weights = torch.linspace(-1, 1, 50)
    for step in range(0, 30, 10):
        told.scalar("Loss/train", loss(step), step)
        # Not add_histogram(): PyTorch 1.13's asks NumPy for what 1.24 no longer has.
        told.writer.add_histogram_raw("weights", min=-1, max=1, num=50, sum=float(weights.sum()), sum_squares=float((weights ** 2).sum()),
                                      bucket_limits=[-0.5, 0, 0.5, 1], bucket_counts=[12, 13, 13, 12], global_step=step)
        told.writer.add_text("samples", "step %d: <b>kept</b> *as it is*" % step, step)
        told.scalar("grad_norm", step + 0.125, step)
    told.writer.add_image("input", numpy.arange(3 * 8 * 8, dtype=numpy.uint8).reshape(3, 8, 8), 20)
    told.writer.add_pr_curve("pr", torch.tensor([0, 1, 1, 0]), torch.tensor([0.1, 0.9, 0.4, 0.6]), 20, num_thresholds=5)
    told.writer.add_custom_scalars({"all": {"loss": ["Multiline", ["Loss/train"]]}})
    told.scalar("Loss/train", loss(30), 30)
    told.close()


def hyperparameters(files):
    told = Told(files, "hparams")
    told.scalar("Loss/train", loss(0), 0)
    told.writer.add_hparams({"lr": 0.1, "bsize": 32, "name": "adam", "amp": True}, {"hparam/loss": 0.75, "hparam/acc": 0.5},
                            hparam_domain_discrete={"bsize": [16, 32]}, run_name="trial_1")
    told.close()
    files.append({"file": f"hparams/trial_1/{names('hparams/trial_1').pop()}",
                  "scalars": [said("hparam/loss", 0.75, 0), said("hparam/acc", 0.5, 0)]})


def tensors(files):
    told = Told(files, "tensors")
    for step in range(20):
        told.scalar("new", loss(step), step, new_style=True)
        told.scalar("exact", loss(step) / 3, step, new_style=True, double_precision=True)
        told.scalar("not exact", loss(step) / 3, step, double_precision=True)
    told.scalar("new", math.nan, 20, new_style=True)
    # Double precision is kept by new style alone.
    for scalar in told.scalars:
        scalar[4] = scalar[0] == "exact"
    told.close()


def started_again(files):
    told = Told(files, "purged")
    for step in range(0, 100, 2):
        told.scalar("Loss/train", loss(step), step)
        if step % 20 == 18:
            told.scalar("eval/loss", loss(step) + 0.2, step)
    told.close()
    time.sleep(1.1)      # the second in the file's name
    told = Told(files, "purged", purge_step=60)
    for step in range(60, 130, 2):
        told.scalar("Loss/train", loss(step) + 1, step)
    told.close()
    files[-1]["purgeStep"] = 60
    told = Told(files, "reopened", filename_suffix=".eval")
    told.scalar("a", 1, 1)
    told.close()
    time.sleep(1.1)
    told.before, told.scalars = names("reopened"), []
    told.scalar("a", 2, 2)      # a closed writer opens another file
    told.close()


def killed(files):
    for folder in ("killed", "killed-x"):
        child = subprocess.Popen([sys.executable, "-W", "ignore", __file__, folder])
        assert child.wait() == -signal.SIGKILL
        files.append({"file": f"{folder}/{names(folder).pop()}", "isKilled": True,
                      "scalars": [said("Loss/train", loss(step), step, START + step) for step in range(400)]})


def is_killed(folder):
    if folder == "killed":
        writer = SummaryWriter(str(here / folder))
        write = lambda step: writer.add_scalar("Loss/train", loss(step), step, walltime=START + step)
    else:
        writer = EventFileWriter(str(here / folder))
        write = lambda step: writer.add_event(with_scalar(event_pb2.Event(wall_time=START + step, step=step), "Loss/train", loss(step)))
    for step in range(1000):
        if step == 400:
            os.kill(os.getpid(), signal.SIGKILL)
        write(step)


def with_scalar(event, tag, value):
    event.summary.value.add(tag=tag, simple_value=value)
    return event


def tensorboardx(files):
    writer, scalars = EventFileWriter(str(here / "tensorboardX")), []
    for step in range(0, 200, 4):
        event = event_pb2.Event(wall_time=START + step, step=step)
        for tag, value in (("data/loss", loss(step)), ("data/lr", 0.01 / (1 + step))):
            with_scalar(event, tag, value)
            scalars.append(said(tag, value, step, START + step))
        writer.add_event(event)
    writer.close()
    files.append({"file": f"tensorboardX/{names('tensorboardX').pop()}", "scalars": scalars})


if len(sys.argv) > 1:
    is_killed(sys.argv[1])
else:
    for folder in here.iterdir():
        if folder.is_dir():
            shutil.rmtree(folder)
    files = []
    for write in (only_scalars, all_kinds, hyperparameters, tensors, started_again, killed, tensorboardx):
        write(files)
    lines = []
    for file in files:
        scalars = file.pop("scalars")
        lines.append(json.dumps(file, ensure_ascii=False)[:-1] + ', "scalars": [\n'
                     + ",\n".join(json.dumps(s, ensure_ascii=False, separators=(",", ":")) for s in scalars) + "]}")
    (here / "expected.json").write_text("[\n" + ",\n".join(lines) + "\n]\n")
