#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Stands in for nvidia-smi: one GPU whose utilisation is read from the file $STUB_GPU_PERCENT, one line per second.
while :; do
    read -r percent <"$STUB_GPU_PERCENT"
    echo "0, SIM-1, Stub GPU, ${percent:-0}, 100, 1000, 40"
    sleep 0.5
done
