podman run --rm --device nvidia.com/gpu=0 --security-opt=label=disable --userns=keep-id \
  -v ./data:/data:Z -v models:/models --hooks-dir=/usr/share/containers/oci/hooks.d \
  docker.io/library/python:3.12 python3 /data/train.py
