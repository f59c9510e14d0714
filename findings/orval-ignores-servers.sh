#!/bin/sh
# Surprise: the `fetch` client that orval writes leaves out the address in `servers` of the OpenAPI document: each call goes to
#   a path such as `/me`, which a browser sends to its own page's host and Node's fetch refuses ("Failed to parse URL"). It
#   takes `baseUrl: { getBaseUrlFromSpecification: true }` in orval's settings. openapi-ts of Hey API, for one, uses `servers`.
# Source: OpenAPI 3.1, "Server Object": paths are appended to its url; orval, `output.baseUrl`.
# Versions: orval 8.38.0, @hey-api/openapi-ts 0.99.0, Node 24. Date: 2026-11-30.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm pkg set type=module >/dev/null
npm install --no-audit --no-fund --ignore-scripts --silent orval@8.38.0 @hey-api/openapi-ts@0.99.0 typescript@5.9.3

cat > openapi.json <<'JSON'
{"openapi":"3.1.0","info":{"title":"Shop","version":"1.0.0"},"servers":[{"url":"https://shop.example/api"}],"paths":{"/me":{"get":{"operationId":"me","responses":{"200":{"description":"OK","content":{"application/json":{"schema":{"type":"object","properties":{"shop":{"type":"string"}},"required":["shop"]}}}}}}}}}
JSON
cat > plain.config.mjs <<'JS'
export default { shop: { input: 'openapi.json', output: { target: 'plain/api.ts', client: 'fetch' } } }
JS
cat > named.config.mjs <<'JS'
const baseUrl = { getBaseUrlFromSpecification: true }
export default { shop: { input: 'openapi.json', output: { target: 'named/api.ts', client: 'fetch', baseUrl } } }
JS
npx orval --config plain.config.mjs >/dev/null
npx orval --config named.config.mjs >/dev/null
npx openapi-ts -i openapi.json -o hey >/dev/null
cat > look.mjs <<'JS'
import { readFileSync } from 'node:fs'
const addressOf = (file) => /return `(.+)`/.exec(readFileSync(file, 'utf8'))?.[1]
console.log(`orval: ${addressOf('plain/api.ts')}`)
console.log(`orval with getBaseUrlFromSpecification: ${addressOf('named/api.ts')}`)
console.log(`openapi-ts: baseUrl ${/baseUrl: '(.+)'/.exec(readFileSync('hey/client.gen.ts', 'utf8'))?.[1]}`)
const { me } = await import('./plain/api.ts')
console.log(`a call in Node: ${await me().catch((error) => error.message)}`)
JS
node look.mjs | tee seen.txt

for line in \
  'orval: /me' \
  'orval with getBaseUrlFromSpecification: https://shop.example/api/me' \
  'openapi-ts: baseUrl https://shop.example/api' \
  'a call in Node: Failed to parse URL from /me'; do
  grep -qxF "$line" seen.txt || { echo "changed: no line \"$line\"" >&2; exit 1; }
done
echo 'as described'
