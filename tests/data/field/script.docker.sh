#!/bin/bash
set -e
IMAGE=pytorch/pytorch:2.4.0-cuda12.4-cudnn9-runtime
docker pull $IMAGE
docker run --rm --gpus 2 --name my_run --network host \
  --mount type=bind,source=/mnt/data,target=/data,readonly \
  --env-file .env -e WANDB_MODE=offline \
  pytorch/pytorch:2.4.0-cuda12.4-cudnn9-runtime bash -c "cd /workspace && python train.py --lr 1e-4" 2>&1 | tee log.txt
