#!/bin/sh
# Updates a shop on one machine without an outage, and goes back. Run as root:
#   sh update.sh skillhaat-VERSION-linux-x64.tar.gz    (or the folder of an unpacked release)
#   sh update.sh back
# Two ports take turns (skillhaat@.service). The new release migrates, starts on the free port and must be ready; the
# proxy, which has both ports and checks /api/ready, must send visitors to it; only then the old one stops, and finishes
# what it has begun. If any of it fails, the old release goes on. The first release is put in place the same way.
set -eu
# The shop, another user, reads what root unpacks.
umask 022

SHOP=${SHOP:-/srv/skillhaat}         # releases/VERSION, one link to a release per port, current (the link of the port in use), .env
SHOP_USER=${SHOP_USER-skillhaat}     # runs the migrations
PORTS=${PORTS:-3001 3002}
KEEP=${KEEP:-3}                      # releases that stay
READY_SECONDS=${READY_SECONDS:-120}  # how long a new release may take to start
PROXY_SECONDS=${PROXY_SECONDS:-60}   # how long the proxy may take to use it
PUBLIC=${PUBLIC-from .env}           # the shop's address, if it is not STORE_URL of .env; empty: do not ask the proxy
SYSTEMCTL=${SYSTEMCTL:-systemctl}

say() { printf 'update: %s\n' "$*"; }
fail() {
  say "$*" >&2
  exit 1
}
setting() { sed -n "s/^ *\(export  *\)\{0,1\}$1 *= *[\"']\{0,1\}\([^\"'# ]*\).*/\2/p" "$SHOP/.env" | tail -n 1; }
# A shop that starts must not inherit the lock.
unit() { "$SYSTEMCTL" "$1" --now "skillhaat@$2" 9>&-; }
version_of() { sed -n 's/^ *"version": *"\([0-9A-Za-z.+-]*\)".*/\1/p' "$1/package.json" | head -n 1; }
ask() { curl -sS --fail-with-body -m 5 "$@" 2> "$work/why"; }
why() { tr '\n' ' ' < "$work/why"; }

[ $# -eq 1 ] || fail "Usage: sh update.sh RELEASE.tar.gz | FOLDER | back"
command -v curl > /dev/null || fail "curl is missing: apt install curl"
[ -r "$SHOP/.env" ] || fail "$SHOP/.env is missing: write the settings first"
[ -n "$(setting DATABASE_URL)" ] || fail "DATABASE_URL is not in $SHOP/.env: two releases need a PostgreSQL that does not stop with one of them"
case $(setting DATA_DIR) in /*) ;; *) fail "DATA_DIR is not in $SHOP/.env: both releases need the same folder, such as /var/lib/skillhaat" ;; esac
case $(setting TRUST_PROXY) in [1-9]*) ;; *) fail "TRUST_PROXY is not in $SHOP/.env: without a proxy nobody can switch" ;; esac

mkdir -p "$SHOP/releases"
exec 9> "$SHOP/releases/.lock"
flock -n 9 || fail "another update is running"
work=$(mktemp -d "$SHOP/releases/.new-XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP

old=$(readlink "$SHOP/current" || true)
new=
for port in $PORTS; do [ "$port" = "$old" ] || new=${new:-$port}; done
before=$(readlink "$SHOP/$new" || true)

# The release to start: on "back" the older one that the free port had, else a new folder.
if [ "$1" = back ]; then
  if [ -z "$old" ] || [ ! -d "$SHOP/$new/" ]; then fail "there is no earlier release to go back to"; fi
  release=$before
  version=$(version_of "$SHOP/$new")
  running=$(version_of "$SHOP/$old")
  # After a way back the free port has the newer release.
  if [ "$(printf '%s\n' "$version" "$running" | sort -V | tail -n 1)" = "$version" ]; then
    fail "there is nothing further to go back to: $running runs, and the other port has $version. To go forward, pass its file or folder"
  fi
else
  if [ -d "$1" ]; then cp -a "$1" "$work/release"; else
    [ -f "$1" ] || fail "$1 is neither a file nor a folder"
    sums=$(dirname "$1")/SHA256SUMS
    if [ -f "$sums" ]; then
      grep " [ *]\{0,1\}$(basename "$1")\$" "$sums" > "$work/sum" || fail "$sums does not name $(basename "$1")"
      (cd "$(dirname "$1")" && sha256sum --check --status "$work/sum") || fail "$1 is not the file that SHA256SUMS names: load it again"
    else say "no SHA256SUMS beside $1: its content is not compared"; fi
    mkdir "$work/release"
    tar -xzf "$1" -C "$work/release" --strip-components 1 --no-same-owner || fail "$1 could not be unpacked"
  fi
  [ -x "$work/release/skillhaat" ] || fail "$1 is not a release: it has no file skillhaat"
  version=$(version_of "$work/release")
  [ -n "$version" ] || fail "$1 has no version in its package.json"
  release=releases/$version
  [ -z "$old" ] || [ "$(readlink "$SHOP/$old")" != "$release" ] || fail "$version is running already"
  rm -rf "${SHOP:?}/$release"
  touch "$work/release"
  mv "$work/release" "$SHOP/$release"
  ln -sfn "$SHOP/.env" "$SHOP/$release/.env"
  say "migrating to $version"
  (
    cd "$SHOP/$release"
    if [ "$(id -u)" = 0 ] && [ -n "$SHOP_USER" ]; then runuser -u "$SHOP_USER" -- ./skillhaat migrate; else ./skillhaat migrate; fi
  ) < /dev/null || fail "the migration failed${old:+; the release on port $old is left as it was}"
fi

# What an interrupted update left there.
unit disable "$new" > "$work/out" 2>&1 || true
ln -sfn "$release" "$SHOP/$new"

give_up() {
  "$SYSTEMCTL" status --no-pager --lines 20 "skillhaat@$new" >&2 9>&- || true
  unit disable "$new" || true
  if [ -n "$before" ]; then ln -sfn "$before" "$SHOP/$new"; else rm -f "${SHOP:?}/$new"; fi
  fail "$*; ${old:+the release on port $old is left as it was}"
}

# Both are degraded alike by what they share, such as the database. The new one alone must not be.
is_ready() {
  answer=$(ask "http://127.0.0.1:$new/api/ready") || {
    printf ' %s' "$answer" >> "$work/why"
    return 1
  }
  case $answer in *degraded*) ;; *) return 0 ;; esac
  [ -n "$old" ] || return 0
  case $(ask "http://127.0.0.1:$old/api/ready") in *degraded*) return 0 ;; esac
  printf '%s\n' "$answer" > "$work/why"
  return 1
}

say "starting $version on port $new"
trap 'give_up interrupted' INT TERM HUP
unit enable "$new" || give_up "$version does not start"
left=$READY_SECONDS
until is_ready; do
  [ "$left" -gt 0 ] || give_up "$version is not ready after $READY_SECONDS s ($(why))"
  left=$((left - 1))
  sleep 1
done

# The proxy of this machine, else whatever the address leads to.
shown() { ask --connect-to ::127.0.0.1: "${PUBLIC%/}/api/health" || ask "${PUBLIC%/}/api/health"; }

# A proxy that does not use the new port would leave visitors with nobody once the old one stops.
[ "$PUBLIC" != "from .env" ] || PUBLIC=$(setting STORE_URL)
if [ -n "$old" ] && [ -n "$PUBLIC" ]; then
  left=$PROXY_SECONDS
  until shown | grep -qF "\"version\":\"$version\""; do
    [ "$left" -gt 0 ] || give_up "$PUBLIC does not show $version: is 127.0.0.1:$new among the proxy's servers? $(why)"
    left=$((left - 1))
    sleep 1
  done
fi

trap '' INT TERM HUP
ln -sfn "$new" "$SHOP/current"
if [ -n "$old" ]; then
  say "$version answers, stopping the release on port $old"
  unit disable "$old" || say "port $old did not stop cleanly: systemctl status skillhaat@$old"
fi
say "$version runs on port $new"

# Releases that no port has and that are not among the newest.
find "$SHOP/releases" -mindepth 1 -maxdepth 1 -type d ! -name '.*' -printf '%T@ %f\n' | sort -rn | tail -n "+$((KEEP + 1))" |
  while read -r _ name; do
    for port in $PORTS; do [ "$(readlink "$SHOP/$port" || true)" != "releases/$name" ] || continue 2; done
    rm -rf "${SHOP:?}/releases/$name"
    say "removed $name"
  done
