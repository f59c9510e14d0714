import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, stat, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { answering, findFreePort, type Program } from '../../../server/test/program.ts'
import { createApiClient } from '../../../server/test/server.ts'
import { picture } from '../../../server/test/upload-files.ts'
import { goShopping } from '../money/buyers.ts'
import { childrenOf, MB, memoryOf } from '../processes.ts'
import { gatewayKeysOf, ownerToken, type Place, withPlace } from '../shop.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const MOST_READY_MS = 10_000
const MOST_PACKED = 150e6
const MOST_PACKAGES = 300
const BUYER = { email: 'asha@example.com', phone: '9876500001', password: 'Mango-Kulfi-42' }

export type PackResult = {
  /** The archive; unpacked, the folder without its two guests, and these. */
  megabytes: { packed: number; ours: number; node: number; postgres: number }
  packages: number
  licences: number
  readyMs: number
  memoryMb: number
  problems: string[]
}

/**
 * Makes a release and unpacks it where no registry and no other Node are: it must be ready soon, sell a course through
 * the sandbox, write its document, read a foreign image, send traces, run the commands, and leave on SIGTERM.
 */
export function drillPack(): Promise<PackResult> {
  return withPlace(async (place) => {
    // PostgreSQL runs as another user when we are root.
    await chmod(place.folder, 0o755)
    const { stdout } = await run(process.execPath, ['run.mjs', 'pack'], { cwd: ROOT })
    const archive = join(ROOT, /^release\S+\.gz/m.exec(stdout)?.[0] ?? '')
    const home = join(place.folder, 'skill haat दुकान')
    await mkdir(home)
    await run('tar', ['-xzf', archive, '-C', home])
    const [name = ''] = await readdir(home)
    const release = join(home, name)
    const sizes = await Promise.all(['', 'node', '.cache'].map((at) => sizeOf(release, at)))
    const [all = 0, node = 0, postgres = 0] = sizes
    const { stdout: manifests } = await run('find', [join(release, 'node_modules'), '-name', 'package.json'])
    const { stdout: titles } = await run('grep', ['-cE', '^-{5,}$', join(release, 'LICENCES.txt')])
    const result: PackResult = {
      megabytes: { packed: (await stat(archive)).size / 1e6, ours: all - node - postgres, node, postgres },
      packages: manifests.match(/node_modules\/(@[^/\n]+\/)?[^/\n]+\/package\.json$/gm)?.length ?? 0,
      licences: Number(titles),
      ...{ readyMs: 0, memoryMb: 0, problems: [] },
    }
    if (result.megabytes.packed > MOST_PACKED / 1e6) result.problems.push(`it has ${result.megabytes.packed} MB packed`)
    if (result.packages > MOST_PACKAGES) result.problems.push(`it has ${result.packages} packages`)
    await live(place, release, result)
    return result
  })
}

async function sizeOf(release: string, at: string): Promise<number> {
  return Number.parseInt((await run('du', ['-sm', join(release, at)])).stdout, 10)
}

/** Nothing but the few programs of the launcher is on the path, and nobody has a home. */
async function bareMachine(folder: string): Promise<Record<string, string>> {
  const bin = join(folder, 'bin')
  await mkdir(bin)
  for (const program of ['readlink', 'dirname', 'id', 'stat']) await symlink(`/usr/bin/${program}`, join(bin, program))
  const port = String(await findFreePort())
  return { PATH: bin, PORT: port, STORE_URL: `http://127.0.0.1:${port}`, PAY_PAGE: 'off', HOME: '/nonexistent' }
}

async function live(place: Place, release: string, result: PackResult): Promise<void> {
  const traces: string[] = []
  const collector = createServer((asked, answer) => {
    traces.push(asked.url ?? '')
    answer.end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  place.atEnd(() => collector.close())
  const collectorPort = (collector.address() as AddressInfo).port
  const env = {
    ...(await bareMachine(place.folder)),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
    OTEL_BSP_SCHEDULE_DELAY: '200',
  }
  const begun = performance.now()
  const child = spawn(join(release, 'skillhaat'), ['start'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const program = await answering(child)
  place.atEnd(program.kill)
  while (!(await fetch(`${program.url}/api/ready`)).ok) await sleep(20)
  result.readyMs = Math.round(performance.now() - begun)
  if (result.readyMs > MOST_READY_MS) result.problems.push(`it was ready after ${result.readyMs} ms`)
  result.memoryMb = Math.round((await memoryOf(program.pid)) / MB)

  const command = async (...args: string[]) => {
    const ended = await run(join(release, 'skillhaat'), args, { env }).then(
      () => undefined,
      (error) => String(error),
    )
    if (ended) result.problems.push(ended)
  }
  const dataDir = join(release, '.data')
  result.problems.push(...(await sell(program, dataDir)))
  await command('migrate')
  await command('activity:verify')
  await command('backup', join(release, 'shop.backup'))
  if (!traces.includes('/v1/traces')) result.problems.push('no trace arrived')
  if ((await childrenOf(child.pid ?? 0)).length === 0) result.problems.push('a launcher stays beside the shop')
  child.kill('SIGTERM')
  await program.ended
  if (program.exitCode() !== 0) result.problems.push(`it ended with ${program.exitCode()}: ${program.lastWords()}`)
}

/** Buys a course of the demo, and returns what went wrong. */
async function sell({ url }: Program, dataDir: string): Promise<string[]> {
  const problems: string[] = []
  const shop = { url, gateway: `${url}/sandbox/razorpay`, gatewayKeys: await gatewayKeysOf(dataDir) }
  const courses = (await (await fetch(`${url}/api/go/courses`)).json()) as { course_id: string }[]
  const course = courses.at(-1)?.course_id ?? ''
  await goShopping(shop, {
    ...{ email: BUYER.email, phone: BUYER.phone, carts: [{ seats: [course] }], presses: ['pay'] },
    ...{ comesBack: false, waits: true, startsAfterMs: 0 },
  })
  const { access_token } = await createApiClient(url).auth.login({
    email: BUYER.email,
    phone: null,
    password: BUYER.password,
  })
  const student = createApiClient(url, access_token)
  const deadline = performance.now() + 30_000
  let [order] = await student.orders.mine({})
  while (!order?.documents?.length && performance.now() < deadline) {
    await sleep(200)
    ;[order] = await student.orders.mine({})
  }
  if (order?.status !== 'paid') problems.push(`the order is ${order?.status}`)
  const document = order?.documents?.[0]
  const paper = document && (await student.documents.mine({ document_id: document.document_id }))
  if (!(await paper?.slice(0, 5).text())?.startsWith('%PDF-')) problems.push('its document is no PDF')

  const body = new FormData()
  body.set('image_file', new File([new Uint8Array(await picture('png'))], 'a.png'))
  const headers = { authorization: `bearer ${await ownerToken(url, dataDir)}` }
  const sent = await fetch(`${url}/api/admin/courses/upload_image/`, { method: 'PUT', headers, body })
  if (!sent.ok) problems.push(`the upload of an image answered ${sent.status}`)
  return problems
}
