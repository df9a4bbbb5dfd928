trap 'echo saved; exit 0' TERM
n=0
while :; do n=$((n + 1)); echo "step=$n loss=0.5"; sleep 0.5; done
