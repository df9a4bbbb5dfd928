# serve it
docker run --runtime nvidia --gpus '"device=2,3"' \
    -v ~/.cache/huggingface:/root/.cache/huggingface \
    --env "HUGGING_FACE_HUB_TOKEN=hf_notreal" \
    -p 8000:8000 \
    --ipc=host \
    vllm/vllm-openai:latest \
    python3 -m vllm.entrypoints.openai.api_server --model my-org/chat-8b --tensor-parallel-size 2
