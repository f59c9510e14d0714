#!/bin/sh
# Surprise: the client that openapi-ts of Hey API writes imports its own files without an extension (`./sdk.gen`). Node runs no such
#   module, and TypeScript refuses it under `nodenext`, though the package asks for a new Node itself. Only bundlers take it;
#   `output.importFileExtension: '.js'` makes files that both take.
# Source: Node, "Mandatory file extensions" of ES modules; openapi-ts, `output.importFileExtension`.
# Versions: @hey-api/openapi-ts 0.99.0, TypeScript 5.9.3, Node 24. Date: 2026-11-30.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm pkg set type=module >/dev/null
npm install --no-audit --no-fund --ignore-scripts --silent @hey-api/openapi-ts@0.99.0 typescript@5.9.3

cat > openapi.json <<'JSON'
{"openapi":"3.1.0","info":{"title":"Shop","version":"1.0.0"},"servers":[{"url":"https://shop.example/api"}],"paths":{"/me":{"get":{"operationId":"me","responses":{"200":{"description":"OK","content":{"application/json":{"schema":{"type":"object","properties":{"shop":{"type":"string"}},"required":["shop"]}}}}}}}}}
JSON
cat > look.mjs <<'JS'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
const run = (...args) => spawnSync(process.execPath, args, { encoding: 'utf8' })
for (const [name, importFileExtension] of [['plain', undefined], ['named', '.js']]) {
  const output = { path: name, ...(importFileExtension ? { importFileExtension } : {}) }
  writeFileSync('openapi-ts.config.mjs', `export default ${JSON.stringify({ input: 'openapi.json', output })}`)
  run('node_modules/.bin/openapi-ts')
  const to = `built-${name}`
  const options = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2023,dom,dom.iterable', '--outDir', to]
  const { stdout } = run('node_modules/.bin/tsc', ...options, `${name}/index.ts`)
  const codes = [...new Set(stdout.match(/TS\d+/g) ?? ['no errors'])].sort()
  const { status, stderr } = run('-e', `import('./${to}/index.js')`)
  console.log(`${name}: tsc ${codes.join(' ')}, Node ${status === 0 ? 'runs it' : /ERR_\w+/.exec(stderr)?.[0]}`)
}
JS
node look.mjs | tee seen.txt

for line in \
  'plain: tsc TS2307, Node ERR_MODULE_NOT_FOUND' \
  'named: tsc no errors, Node runs it'; do
  grep -qxF "$line" seen.txt || { echo "changed: no line \"$line\"" >&2; exit 1; }
done
echo 'as described'
