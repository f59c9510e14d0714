import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { kill } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findFreePort } from '../../../server/test/program.ts'
import { withPlace } from '../shop.ts'
import { startOwnPostgres } from './own-postgres.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const TAG = 'localhost/skillhaat-drill'
/** Works without a daemon, as any user, and inside a container. */
const BUILDAH = { BUILDAH_ISOLATION: 'chroot', STORAGE_DRIVER: 'vfs' }
const READY_DEADLINE_MS = 60_000

export type ImageResult = {
  megabytes: number
  user: string
  packages: number
  readyMs: number
  problems: string[]
}

/**
 * Builds the image of the last commit with buildah, and runs it as its own user on a new PostgreSQL with an empty data
 * folder: it must become ready, serve its first page, not be root, own none of its files, and end on SIGTERM. `base` is
 * the image to build on if Docker's is out of reach; `options` are passed to `buildah bud`.
 */
export function drillImage({ base, options = [] }: { base?: string; options?: string[] }): Promise<ImageResult> {
  return withPlace(async ({ folder: work, atEnd }) => {
    const env = { ...process.env, ...BUILDAH }
    const buildah = async (...args: string[]) => (await run('buildah', args, { env, maxBuffer: 1 << 26 })).stdout.trim()
    const postgres = await startOwnPostgres()
    atEnd(postgres.close)
    await run('sh', ['-c', `git archive HEAD | tar -x -C ${work}`], { cwd: ROOT })
    const given = base ? ['--build-arg', `BASE=${base}`] : []
    await buildah('bud', '--format', 'docker', '--network', 'host', ...options, ...given, '-t', TAG, work)
    const image = JSON.parse(await buildah('inspect', '--type', 'image', TAG))
    const container = await buildah('from', TAG)
    atEnd(() => buildah('rm', container))
    const mounted = await buildah('mount', container)
    const { stdout: size } = await run('du', ['-sm', '--exclude=proc', mounted])
    const sbom = JSON.parse(await readFile(join(mounted, 'app/sbom.cdx.json'), 'utf8'))
    const result: ImageResult = {
      megabytes: Number.parseInt(size, 10),
      user: image.Docker.config.User,
      packages: sbom.components.length,
      readyMs: 0,
      problems: [],
    }
    if (!/^[1-9]\d*:/.test(result.user)) result.problems.push(`it runs as "${result.user}"`)
    const writable = (await run('find', [join(mounted, 'app'), '-user', '10001'])).stdout
    if (writable) result.problems.push(`it owns files of its own: ${writable.split('\n')[0]}`)
    const { Cmd: command, Healthcheck } = image.Docker.config
    const start = ['--network', 'host', container, '--', ...command]
    await serve({ result, postgres: postgres.url, start, env, check: Healthcheck.Test.slice(1) })
    return result
  })
}

/** Starts the container, and checks what an operator expects. */
async function serve(given: {
  result: ImageResult
  postgres: string
  start: string[]
  check: [file: string, ...args: string[]]
  env: NodeJS.ProcessEnv
}) {
  const { result, postgres, start, check, env } = given
  const port = await findFreePort()
  const settings = {
    ...{ DATABASE_URL: postgres, PORT: String(port), HOST: '127.0.0.1', STORE_URL: `http://127.0.0.1:${port}` },
    ...{
      SESSION_SECRET: 'drill-session-secret-of-the-image-0123456789',
      ENCRYPTION_KEY: 'drill-encryption-key-of-an-image-0123456789',
    },
  }
  const passed = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const child = spawn('buildah', ['run', ...passed, ...start], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said = (said + part).slice(-4000)))
  const ended = once(child, 'exit')
  const began = performance.now()
  const isHealthy = () =>
    run(check[0], check.slice(1), { env: { PORT: String(port) } }).then(
      () => true,
      () => false,
    )
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
  try {
    while (!(await ask('/api/ready'))?.ok) {
      if (child.exitCode !== null || performance.now() - began > READY_DEADLINE_MS) throw new Error(said)
      await sleep(20)
    }
    result.readyMs = Math.round(performance.now() - began)
    if (!(await isHealthy())) result.problems.push('its health check fails')
    const home = await ask('/')
    if (home?.status !== 200 || !(await home.text()).includes('</html>'))
      result.problems.push('it serves no first page')
    const process = await findProcess(port)
    if (process?.user !== '10001') result.problems.push(`its process belongs to ${process?.user}`)
    if (process) kill(process.pid, 'SIGTERM')
    await ended
    if (await isHealthy()) result.problems.push('its health check passes without a shop')
  } finally {
    child.kill('SIGKILL')
    await ended
  }
  if (!said.includes('"reason":"SIGTERM"') || child.exitCode !== 0)
    result.problems.push(`it ended with ${child.exitCode}: ${said.slice(-500)}`)
}

/** Finds the program of this port, and its user. */
async function findProcess(port: number): Promise<{ pid: number; user: string | undefined } | undefined> {
  for (const name of await readdir('/proc')) {
    const read = (file: string) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')
    const isOurs = (await read('environ')).split('\0').includes(`PORT=${port}`)
    if (!isOurs || !(await read('cmdline')).includes('/node\0--max')) continue
    return { pid: Number(name), user: /^Uid:\t(\d+)/m.exec(await read('status'))?.[1] }
  }
  return undefined
}
