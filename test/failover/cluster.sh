#!/usr/bin/env bash
# A PostgreSQL primary and its synchronous standby on loopback, to be killed, promoted and joined again by failover.ts.
#
#   cluster.sh start     a fresh primary `a` and its standby `b`
#   cluster.sh primary   the port of the one that takes writes
#   cluster.sh freeze    SIGSTOP for every process of the primary: it answers nobody
#   cluster.sh kill      SIGKILL for every process of the primary, also of a frozen one
#   cluster.sh promote   the standby becomes the primary
#   cluster.sh rejoin    the dead one becomes the synchronous standby
#   cluster.sh pause     SIGSTOP for the standby: commits wait | resume
#   cluster.sh destroy   stops both and removes the folder
#
# CLUSTER_DIR is the folder, CLUSTER_PORTS the two ports. As root it runs the servers as CLUSTER_USER (postgres).
set -euo pipefail
export LC_ALL=C PGCONNECT_TIMEOUT=2
base=${CLUSTER_DIR:?}
read -r port_a port_b <<<"${CLUSTER_PORTS:?}"
user=${CLUSTER_USER:-postgres}
# A link to the server has its other programs beside what it leads to.
bin=${PGBIN:-$(dirname "$(readlink -f "$(command -v postgres || ls -d /usr/lib/postgresql/*/bin/postgres | sort -V | tail -1)")")}
cd /

as() { if [ "$(id -u)" = 0 ]; then runuser -u "$user" -- "$@"; else "$@"; fi; }
port() { if [ "$1" = a ]; then echo "$port_a"; else echo "$port_b"; fi; }
other() { if [ "$1" = a ]; then echo b; else echo a; fi; }
ask() { "$bin/psql" -XqAt -h 127.0.0.1 -p "$(port "$1")" -U postgres -d postgres -v ON_ERROR_STOP=1 -c "$2"; }
node_that() { # node_that "is in recovery: t or f"
  local n
  for n in a b; do [ "$(ask $n 'select pg_is_in_recovery()' 2>/dev/null)" = "$1" ] && echo $n && return; done
  echo "no node has pg_is_in_recovery() = $1" >&2; return 1; }
eventually() { local i; for i in $(seq 600); do "$@" >/dev/null 2>&1 && return; sleep 0.05; done; echo "timeout: $*" >&2; return 1; }
write() { as tee "$base/$1" >/dev/null; }
up() { as "$bin/pg_ctl" -D "$base/$1" -l "$base/$1.log" -w -t 30 start >/dev/null || { tail -20 "$base/$1.log" >&2; return 1; }; }

# Whom commits wait for is in a file of its own, since every change of roles changes it.
waits_for() { echo "synchronous_standby_names = '$2'" | write "$1/sync.conf"; }
settle() { # what differs between the nodes; a copy of the folder brings the rest
  write "$1/node.conf" <<C
port = $(port "$1")
primary_conninfo = 'host=127.0.0.1 port=$(port "$(other "$1")") user=postgres application_name=$1 connect_timeout=2'
C
  waits_for "$1" ''; }
in_sync() { [ "$(ask "$1" "select sync_state from pg_stat_replication where state = 'streaming'")" = sync ]; }
follow() { # follow STANDBY PRIMARY
  settle "$1"; as touch "$base/$1/standby.signal"; up "$1"
  waits_for "$2" "FIRST 1 ($1)"; ask "$2" 'select pg_reload_conf()' >/dev/null; eventually in_sync "$2"; }
copy() { as rm -rf "$base/$1"; as "$bin/pg_basebackup" -h 127.0.0.1 -p "$(port "$2")" -U postgres -D "$base/$1" -c fast; }

# The postmaster is stopped first, so that no child is born while they are counted.
signal() { # signal NODE SIGNAL
  local pid children; pid=$(head -1 "$base/$1/postmaster.pid")
  [ "$2" = CONT ] || kill -STOP "$pid"
  children=$(ps -o pid= --ppid "$pid")
  # shellcheck disable=SC2086
  kill "-$2" $children "$pid" 2>/dev/null || true
  [ "$2" = KILL ] || return 0
  for pid in $pid $children; do eventually dead "$pid"; done; }
dead() { case "$(ps -o stat= -p "$1")" in '' | Z*) ;; *) return 1 ;; esac; }

freeze() { local n; n=$(node_that f); echo "$n" | write frozen; signal "$n" STOP; }
end() { local n; n=$(cat "$base/frozen" 2>/dev/null || node_that f); as rm -f "$base/frozen"; signal "$n" KILL; }
start() {
  mkdir -p "$base"; if [ "$(id -u)" = 0 ]; then chown "$user" "$base"; fi
  as "$bin/initdb" -D "$base/a" -U postgres -A trust -E UTF8 --locale=C -k >/dev/null
  as tee -a "$base/a/postgresql.conf" >/dev/null <<C
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = ${CLUSTER_CONNECTIONS:-80}
wal_log_hints = on
wal_keep_size = 512MB
hot_standby_feedback = on
wal_sender_timeout = 60s
wal_receiver_timeout = 5s
wal_retrieve_retry_interval = 200ms
log_line_prefix = '%m [%p] %q%a '
include_if_exists = 'node.conf'
include_if_exists = 'sync.conf'
C
  settle a; up a
  ask a 'create role app login'; ask a 'create database app owner app'
  copy b a; follow b a; }
promote() {
  local n; n=$(node_that t)
  # Alone, it would wait for a standby that is not there.
  waits_for "$n" ''; ask "$n" 'select pg_reload_conf()' >/dev/null
  as "$bin/pg_ctl" -D "$base/$n" -w -t 30 promote >/dev/null; }
rejoin() {
  local n o; n=$(node_that f); o=$(other "$n")
  ask "$n" checkpoint; as rm -f "$base/$o/postmaster.pid"
  # What the dead one has written and never passed on is undone; where that cannot be, it is copied anew.
  as "$bin/pg_rewind" -D "$base/$o" --source-server="host=127.0.0.1 port=$(port "$n") user=postgres dbname=postgres" \
    >"$base/rewind.log" 2>&1 || { echo "copied anew: $(tail -1 "$base/rewind.log")" >&2; copy "$o" "$n"; }
  follow "$o" "$n"; }
resume() { local n; for n in a b; do [ ! -e "$base/$n/postmaster.pid" ] || signal $n CONT; done; }
destroy() {
  local n; resume 2>/dev/null || true
  for n in a b; do [ ! -e "$base/$n/postmaster.pid" ] || as "$bin/pg_ctl" -D "$base/$n" -m immediate -w stop >/dev/null 2>&1 || true; done
  rm -rf "$base"; }

case "${1:-}" in
  start | freeze | promote | rejoin | resume | destroy) "$1" ;;
  primary) port "$(node_that f)" ;;
  kill) end ;;
  pause) signal "$(node_that t)" STOP ;;
  *) sed -n '2,14s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
