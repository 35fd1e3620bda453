#!/bin/sh
# Keeps one Redis server alive for as long as anybody uses it, then stops it and removes all traces.
#
#   supervise.sh REDIS_SERVER                      started in the folder of the server ("run")
#   supervise.sh --keep REDIS_SERVER [WRAPPER...]  its inner half: restarts the server when it dies
#
# Each user, an ordinary process, holds the write end of the pipe "presence" open from before it
# writes its file into "users" until it ends, in whichever way: the system closes the pipe for a
# killed process too. So an end-of-file on the pipe means that nobody is left, without polling.
#
#   starting --(standard input closed)--> watching --(end-of-file, and "users" is empty)--> sealed
#
#   watching: the word "restart" on the pipe brings the server up again with the present redis.conf.
#   sealed: "users" does not exist, so nobody can join; the server is stopped, the folder goes away.
#
# Joining (creating a file in "users") and sealing (removing "users", which works only while it is
# empty) exclude each other in the file system: no lock is needed, and none can be left behind.
#
# shellcheck disable=SC2086 # $bound is meant to be split, and SC2094: presence is a pipe.
# shellcheck disable=SC2094
set -u

keep() {
  redis=$1
  shift
  server=
  trap 'test -z "$server" || kill -KILL "$server" 2>/dev/null; exit 0' TERM
  quick_deaths=0
  while [ "$quick_deaths" -lt 5 ]; do
    began=$(date +%s)
    (exec "$@" "$redis" redis.conf) &
    server=$!
    wait "$server"
    server=
    if [ $(($(date +%s) - began)) -lt 5 ]; then
      quick_deaths=$((quick_deaths + 1))
      sleep 0.2
    else
      quick_deaths=0
    fi
  done
  echo "The server ended five times in a row, each time within seconds; giving up."
}

start_keeper() {
  (exec $bound sh ./supervise.sh --keep "$redis" $bound) 3<&- 4<&- </dev/null >>redis.log 2>&1 &
  keeper=$!
}

stop_keeper() {
  kill -TERM "$keeper" 2>/dev/null
  wait "$keeper" 2>/dev/null
}

watch_until_unused() {
  while read -r word <&3; do
    if [ "$word" = restart ]; then
      stop_keeper
      start_keeper
    fi
  done
}

if [ "$1" = --keep ]; then
  shift
  keep "$@"
  exit
fi

redis=$1
trap '' HUP INT QUIT PIPE
# Where the system can do that, a process ends with its parent, even when that was killed.
bound="setpriv --pdeathsig KILL --"
$bound true 2>/dev/null || bound=
test -p presence || mkfifo -m 600 presence || exit 1
mkdir -p users || exit 1
# Open for both first: to open only one end would block until somebody has the other.
exec 4<>presence 3<presence
start_keeper
echo ready
read -r _ # Our starter has joined now, or has died.
exec </dev/null >>redis.log 2>&1
exec 4<&-

while :; do
  watch_until_unused
  # Whoever is listed here has the pipe open, or is gone by the second end-of-file.
  set -- users/*
  watch_until_unused
  rm -rf -- "$@"
  rmdir users 2>/dev/null
  # It is also gone when somebody has removed the whole folder under our feet.
  test -d users || break
  sleep 0.1 # Only after a newcomer was killed in between; whatever else it is, do not spin.
done

stop_keeper
run=$PWD
cd .. || exit 1
# In one step out of the way, so that a newcomer never sees, or loses files to, half a removal.
mv "$run" "$run.ended.$$" && rm -rf "$run.ended.$$"
