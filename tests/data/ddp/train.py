"""Two processes train one small network with DistributedDataParallel on the CPU and write checkpoints.

Prints one line per step on rank 0 and resumes from --resume. Used by the tests as a stand-in for a researcher's script.
"""
import argparse
import os
import signal
import time

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel


def save(path, step, loss, model, optimizer):
    torch.save({"step": step, "loss": loss, "model": model.module.state_dict(),
                "optimizer": optimizer.state_dict()}, path + ".tmp")
    with open(path + ".tmp", "rb") as file:
        os.fsync(file.fileno())
    os.replace(path + ".tmp", path)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--every", type=int, default=10)
    parser.add_argument("--resume")
    options = parser.parse_args()

    dist.init_process_group("gloo")
    rank = dist.get_rank()
    torch.manual_seed(7)
    model = DistributedDataParallel(torch.nn.Sequential(
        torch.nn.Linear(16, 64), torch.nn.Tanh(), torch.nn.Linear(64, 1)))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    first = 1
    if options.resume:
        state = torch.load(options.resume, map_location="cpu")
        model.module.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        first = state["step"] + 1
        if rank == 0:
            print(f"resumed from {options.resume} at step {state['step']} loss={state['loss']:.6f}", flush=True)

    directory = os.environ["TRAINYARD_CHECKPOINT_DIR"]
    for step in range(first, options.steps + 1):
        generator = torch.Generator().manual_seed(1000 * step + rank)
        x = torch.randn(64, 16, generator=generator)
        y = x.sum(dim=1, keepdim=True).sin()
        loss = torch.nn.functional.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        mean = loss.detach().clone()
        dist.all_reduce(mean)
        mean = mean.item() / dist.get_world_size()
        if rank == 0:
            print(f"step={step} loss={mean:.6f} world={dist.get_world_size()}", flush=True)
            if step % options.every == 0:
                save(os.path.join(directory, f"step-{step:06d}.pt"), step, mean, model, optimizer)
        dist.barrier()


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: os._exit(143))
    main()
    # Taking gloo's threads down waits for ever now and then, so they are left; the other rank leaves its barrier first.
    time.sleep(0.5)
    os._exit(0)
