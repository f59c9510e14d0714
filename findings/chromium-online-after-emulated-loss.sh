#!/bin/sh
# Surprise: Chromium 143 to 152 forgets an emulated loss of network at the next navigation. The page that is open reports
#   `navigator.onLine` false, as asked; the next document, answered by a service worker while every request still fails,
#   reports true, and no `online` event ever follows. Versions before (141) and after (153) report false on both. A test
#   of an offline screen that goes to another page first tests a browser that believes in its line.
# Source: DevTools protocol, Network.emulateNetworkConditions, called by `setOffline` of Playwright 1.65.1; HTML standard,
#   navigator.onLine. No note of the change was found.
# Versions: @sparticuz/chromium 141.0.0, 143.0.4, 152.0.0, 153.0.0; playwright-core 1.65.1; Node 24. Date: 2026-11-30.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat > "$folder/look.mjs" <<'JS'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const { resolve } = createRequire(`${process.cwd()}/look.js`)
const load = async (name) => (await import(pathToFileURL(resolve(name)).href)).default
const [packed, { chromium }] = [await load('@sparticuz/chromium'), await load('playwright-core')]
const WORKER = `
  oninstall = () => skipWaiting()
  onactivate = (event) => event.waitUntil(clients.claim())
  const stored = () => new Response('<p>stored</p>', { headers: { 'content-type': 'text/html' } })
  onfetch = (event) => event.respondWith(fetch(event.request).catch(stored))`
const server = createServer((request, response) => {
  const [type, body] =
    request.url === '/worker.js'
      ? ['text/javascript', WORKER]
      : ['text/html', '<p>live</p><script>navigator.serviceWorker.register("/worker.js")</script>']
  response.setHeader('content-type', type).end(body)
})
await new Promise((started) => server.listen(0, '127.0.0.1', started))
const at = `http://localhost:${server.address().port}`

const browser = await chromium.launch({ executablePath: await packed.executablePath(), args: ['--no-sandbox', '--disable-gpu'] })
const context = await browser.newContext()
const page = await context.newPage()
await page.goto(at)
await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
await context.setOffline(true)
const open = await page.evaluate(() => navigator.onLine)
await page.goto(`${at}/next`)
const [shown, next] = await page.evaluate(() => [document.body.innerText.trim(), navigator.onLine])
console.log(`Chromium ${browser.version().split('.')[0]}: open page ${open}, next page (${shown}) ${next}`)
await browser.close()
server.close()
JS

for version in 141.0.0 143.0.4 152.0.0 153.0.0; do
  mkdir "$folder/$version"
  cd "$folder/$version"
  npm init -y >/dev/null
  npm install --no-audit --no-fund --silent "@sparticuz/chromium@$version" playwright-core@1.65.1
  # The package unpacks its program here, once, whatever its version.
  TMPDIR="$folder/$version" node ../look.mjs
done | tee "$folder/seen.txt"

for line in \
  'Chromium 141: open page false, next page (stored) false' \
  'Chromium 143: open page false, next page (stored) true' \
  'Chromium 152: open page false, next page (stored) true' \
  'Chromium 153: open page false, next page (stored) false'; do
  grep -qxF "$line" "$folder/seen.txt" || { echo "changed: no line \"$line\"" >&2; exit 1; }
done
echo 'as described'
