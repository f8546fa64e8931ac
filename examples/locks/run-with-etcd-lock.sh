#!/usr/bin/env bash
# Runs a command while it holds a lock of etcd, and exits with the code of the command:
#
#     run-with-etcd-lock.sh NAME COMMAND…
#
# Needs etcdctl, with ETCDCTL_ENDPOINTS in the environment (and ETCDCTL_API=3 before etcd 3.4). The lock is lost when etcd gets no sign of
# life for 10 seconds; the command then gets a SIGTERM. `etcdctl lock NAME COMMAND` would let it run, and hide its exit code.
set -u

if [ $# -lt 2 ]; then
  echo "usage: run-with-etcd-lock.sh NAME COMMAND..." >&2
  exit 1
fi
name=$1
shift

# It prints the key of the lock once it holds it, and ends when the lock is lost.
coproc LOCK { exec etcdctl lock --ttl 10 "$name"; }
holder=$LOCK_PID
trap 'kill "$holder"' INT TERM
if ! read -r _ <&"${LOCK[0]}"; then
  echo "The lock $name was not acquired; nothing was run." >&2
  exit 1
fi

# A signal ends the wait below, and the command gets exactly one: a second would end it at once.
trap : INT TERM
"$@" &
command=$!
wait -n "$holder" "$command"
trap '' INT TERM
kill "$command" 2>/dev/null
wait "$command"
code=$?
kill "$holder" 2>/dev/null
exit "$code"
