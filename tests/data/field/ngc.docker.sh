docker run --gpus all -it --rm --ipc=host --ulimit memlock=-1 --ulimit stack=67108864 \
  -v /raid/imagenet:/data:ro \
  -v $PWD:/workspace/code \
  -w /workspace/code \
  nvcr.io/nvidia/pytorch:24.05-py3 \
  torchrun --nproc_per_node=8 main.py --data /data
