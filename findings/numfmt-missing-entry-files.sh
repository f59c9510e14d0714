#!/bin/sh
# Surprise: numfmt 4.0.1 (number formats of spreadsheets) names two files in its `exports` that its package lacks.
#   `require('numfmt')` fails with MODULE_NOT_FOUND and TypeScript finds no types under `node16` resolution, though
#   `import 'numfmt'` works and both files exist under other names (index.js, index.d.ts).
# Source: package.json of numfmt 4.0.1 on the npm registry: `exports` has dist/index.cjs and dist/index.d.cts.
# Versions: numfmt 4.0.1, Node 24. Date: 2026-11-29.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --ignore-scripts --silent numfmt@4.0.1

cat > look.mjs <<'JS'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
const { version, exports: entries } = JSON.parse(readFileSync('node_modules/numfmt/package.json', 'utf8'))
console.log(`numfmt ${version}, Node ${process.version}`)
for (const [condition, file] of Object.entries(entries['.']))
  console.log(`${condition}: ${file} ${existsSync(`node_modules/numfmt/${file}`) ? 'is there' : 'is missing'}`)
const { format } = await import('numfmt')
console.log(`import: ${format('"ORD-"0000', 7)}`)
try {
  createRequire(import.meta.url)('numfmt')
  console.log('require: works')
} catch (error) {
  console.log(`require: ${error.code}`)
}
JS
node look.mjs | tee seen.txt

for line in \
  'require: ./dist/index.cjs is missing' \
  'types: ./dist/index.d.cts is missing' \
  'default: ./dist/index.js is there' \
  'import: ORD-0007' \
  'require: MODULE_NOT_FOUND'; do
  grep -qxF "$line" seen.txt || { echo "changed: no line \"$line\"" >&2; exit 1; }
done
echo 'as described'
