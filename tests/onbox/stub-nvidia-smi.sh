#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Stands in for nvidia-smi: knows the fields in $KNOWN, prints a line each time.
for word; do
    case $word in --query-gpu=*) fields=${word#--query-gpu=} ;; esac
done
if [ "$1" = dmon ]; then
    # Knows it unless told otherwise: the second GPU does not report it.
    [ "$SMI_MODE" != old ] || { echo 'Invalid combination of input arguments.'; exit 2; }
    printf '# gpu  rxpci  txpci \n# Idx   MB/s   MB/s \n    0   1200     34 \n    1      -      - \n'
    exit 0
fi
echo "$$" >>"$SMI_PIDS"
case $SMI_MODE in
    broken) echo "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver."; exit 9 ;;
    old) case $fields in *clocks_event_reasons*) echo 'Field "clocks_event_reasons.active" is not a valid field to query.'; exit 2 ;; esac ;;
    once) echo "0, SIM-1, Fake, 50"; exit 0 ;;
    silent) exec sleep 1000 ;;
esac
while :; do
    echo "0, SIM-1, Fake, 50"
    echo "1, SIM-2, Fake, [N/A]"
    sleep 1
done
