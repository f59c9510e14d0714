#!/bin/sh
# Surprise: the transformer of Oxc, which Vite 8 builds with, rewrites private fields (`#n`) for `safari15.6` and `ios15.6` into
#   helpers of a runtime package, and leaves them for `safari16`. Safari has had private fields since 14.1 and private
#   methods since 15; esbuild leaves them for the same target. A build for that Safari grows, and `require`s
#   @oxc-project/runtime, which nothing installed.
# Source: MDN's browser-compat-data, javascript.classes.private_class_fields: Safari 14.1.
# Versions: oxc-transform 0.158.0, esbuild 0.25.0, Node 24. Date: 2026-11-29.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent oxc-transform@0.158.0 esbuild@0.25.0

cat > look.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { transform as esbuild } from 'esbuild'
import { transform as oxc } from 'oxc-transform'
for (const name of ['oxc-transform', 'esbuild'])
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version}`)
const code = 'export class Counter { #n = 1; get() { return this.#n } }'
const kept = (built) => (built.includes('#n') ? 'kept' : 'rewritten')
for (const target of ['safari15.6', 'safari16']) {
  const built = (await oxc('counter.js', code, { target })).code
  console.log(`oxc ${target}: ${kept(built)}, helpers of a package: ${built.includes('@oxc-project/runtime') ? 'yes' : 'no'}`)
  console.log(`esbuild ${target}: ${kept((await esbuild(code, { target })).code)}`)
}
JS
node look.mjs | tee seen.txt

for line in \
  'oxc safari15.6: rewritten, helpers of a package: yes' \
  'oxc safari16: kept, helpers of a package: no' \
  'esbuild safari15.6: kept' \
  'esbuild safari16: kept'; do
  grep -qxF "$line" seen.txt || { echo "changed: no line \"$line\"" >&2; exit 1; }
done
echo 'as described'
