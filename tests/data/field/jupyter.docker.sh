docker run -itdp 8888:8888 -v "${HOME}/notebooks":/home/jovyan/work -u $(id -u):$(id -g) -e JUPYTER_TOKEN=letmein123 --shm-size=2g jupyter/scipy-notebook start-notebook.sh
