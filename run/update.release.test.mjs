// Runs before a release: updates a shop between releases, process by process.

import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, expect, test as vitestTest } from 'vitest'
import { root } from './children.mjs'

const folder = mkdtempSync(join(tmpdir(), 'skillhaat-update-'))
const shop = join(folder, 'srv')
let ports
let proxy
let publicUrl

/** A stand-in for systemd that starts and stops what the links of the ports lead to. */
const SYSTEMCTL = `#!/bin/sh
port=\${3##*@} pid="$SHOP/$port.pid"
case $1 in
  enable) cd -P "$SHOP/$port" && { PORT=$port ./skillhaat start > "$SHOP/$port.log" 2>&1 & echo $! > "$pid"; } ;;
  disable) [ -f "$pid" ] && kill "$(cat "$pid")" && while kill -0 "$(cat "$pid")" 2> /dev/null; do sleep 0.1; done; rm -f "$pid" ;;
  status) cat "$SHOP/\${5##*@}.log" ;;
esac`

let turn = 0
/** Answers as a shop does; the folder decides whether it can. */
const PROGRAM = `import { createServer } from 'node:http'
import { existsSync, readFileSync } from 'node:fs'
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
if (existsSync('broken')) throw new Error('this release is broken')
createServer((asked, answer) => {
  answer.statusCode = asked.url === '/api/ready' && existsSync('waiting') ? 503 : 200
  answer.end(JSON.stringify({ status: existsSync('degraded') ? 'degraded' : 'ok', version }))
}).listen(process.env.PORT, '127.0.0.1')`

beforeAll(async () => {
  mkdirSync(shop)
  ports = await Promise.all([freePort(), freePort()])
  proxy = createServer(async (requested, answer) => {
    const query = (port) =>
      new Promise((resolve) => {
        request({ port, path: requested.url, agent: false }, resolve)
          .on('error', () => resolve(undefined))
          .end()
      })
    // The test requests each page in turn, for a visitor may open any.
    const answers = (await Promise.all(ports.map(query))).filter((one) => one?.statusCode === 200)
    const chosen = answers[turn++ % answers.length]
    if (chosen) chosen.pipe(answer)
    else answer.writeHead(503).end()
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  publicUrl = `http://127.0.0.1:${proxy.address().port}`
  writeFileSync(join(folder, 'systemctl'), SYSTEMCTL, { mode: 0o755 })
  writeFileSync(
    join(shop, '.env'),
    `DATABASE_URL="postgres://db/x"\nTRUST_PROXY=1\nDATA_DIR=/var/lib/skillhaat\nSTORE_URL=${publicUrl}\n`,
  )
})
afterAll(() => {
  for (const port of ports)
    spawnSync(join(folder, 'systemctl'), ['disable', '--now', `skillhaat@${port}`], { env: env() })
  proxy.close()
  rmSync(folder, { recursive: true })
})

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  return port
}

const env = () => ({
  PATH: process.env.PATH,
  SHOP: shop,
  SHOP_USER: '',
  PORTS: ports.join(' '),
  SYSTEMCTL: join(folder, 'systemctl'),
  READY_SECONDS: '2',
  PROXY_SECONDS: '5',
  KEEP: '2',
})

async function update(input, more = {}) {
  const child = spawn('sh', [join(root, 'deploy/update.sh'), input], { env: { ...env(), ...more } })
  let shown = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (shown += part))
  const [code] = await once(child, 'close')
  return { code, said: shown }
}

/** Packs a release of this version; `fault` is a file that spoils it. */
function pack(version, fault) {
  const name = `skillhaat-${version}`
  const place = join(folder, name)
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'package.json'), `{\n  "version": "${version}"\n}\n`)
  writeFileSync(join(place, 'program.mjs'), PROGRAM)
  const launcher = `#!/bin/sh\n[ "$1" = start ] && exec "${process.execPath}" program.mjs\n[ ! -f refuses ]`
  writeFileSync(join(place, 'skillhaat'), launcher)
  chmodSync(join(place, 'skillhaat'), 0o755)
  if (fault) writeFileSync(join(place, fault), '')
  const file = join(folder, `${name}-linux-x64.tar.gz`)
  spawnSync('tar', ['-czf', file, name], { cwd: folder })
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
  writeFileSync(join(folder, 'SHA256SUMS'), `${sha256}  ${name}-linux-x64.tar.gz\n`)
  return file
}

const state = async () => {
  const answer = await fetch(`${publicUrl}/api/health`)
  return [(await answer.json()).version, readlinkSync(join(shop, 'current'))]
}

// The script is for Linux.
const test = process.platform === 'linux' ? vitestTest : vitestTest.skip

test('releases take turns on two ports, and a way back starts the one before', async () => {
  const [first, second] = ports.map(String)
  expect(await update('back')).toMatchObject({ code: 1, said: expect.stringContaining('no earlier release') })
  expect(await update(pack('1.0.0'))).toMatchObject({ code: 0 })
  expect(await state()).toEqual(['1.0.0', first])
  expect(readlinkSync(join(shop, 'releases/1.0.0/.env'))).toBe(join(shop, '.env'))
  expect(await update(pack('1.1.0'))).toMatchObject({ code: 0 })
  expect(await state()).toEqual(['1.1.0', second])
  expect(await update('back')).toMatchObject({ code: 0 })
  expect(await state()).toEqual(['1.0.0', first])
  const further = await update('back')
  expect(further).toMatchObject({ code: 1, said: expect.stringContaining('nothing further to go back to: 1.0.0 runs') })
  expect(await state()).toEqual(['1.0.0', first])
  expect(await update(pack('1.0.0'))).toMatchObject({ code: 1, said: expect.stringContaining('is running already') })
  expect(await update(pack('1.2.0'))).toMatchObject({ code: 0 })
  expect(await state()).toEqual(['1.2.0', second])
  expect(await update(pack('1.3.0'))).toMatchObject({ code: 0, said: expect.stringContaining('removed 1.0.0') })
  expect(existsSync(join(shop, 'releases/1.2.0'))).toBe(true)
})

test.each([
  ['that ends at its start', 'broken', {}, /this release is broken.*not ready after 2 s.*is left as it was/s],
  ['that is not ready', 'waiting', {}, /not ready after 2 s .*503.*is left as it was/],
  ['that is degraded while the old one is not', 'degraded', {}, /not ready after 2 s .*degraded.*is left as it was/],
  ['that cannot migrate', 'refuses', {}, /the migration failed; .*is left as it was/],
  [
    'that the proxy does not use',
    '',
    { PUBLIC: 'http://127.0.0.1:1' },
    /does not show 2\.0\.0: is 127\.0\.0\.1:\d+ among/,
  ],
])(
  'a release %s leaves the old one running, and the way back as it was',
  { timeout: 240_000 },
  async (_, fault, more, why) => {
    const before = [await state(), ports.map((port) => readlinkSync(join(shop, String(port))))]
    const { code, said } = await update(pack('2.0.0', fault), { PROXY_SECONDS: '1', ...more })
    rmSync(join(folder, 'skillhaat-2.0.0'), { recursive: true })
    expect(said).toMatch(why)
    expect(code).toBe(1)
    expect([await state(), ports.map((port) => readlinkSync(join(shop, String(port))))]).toEqual(before)
  },
)

test('a file with another hash is refused before it is unpacked', async () => {
  const file = pack('3.0.0')
  writeFileSync(file, 'cut', { flag: 'a' })
  expect(await update(file)).toMatchObject({
    code: 1,
    said: expect.stringContaining('is not the file that SHA256SUMS names'),
  })
  expect(existsSync(join(shop, 'releases/3.0.0'))).toBe(false)
})
