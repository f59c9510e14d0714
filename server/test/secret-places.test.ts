import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { sourceArgs } from './program.ts'

/**
 * Places without the gateway's secret besides responses, logs and the database (see `secrets.test.ts`): the output and
 * leftovers of a crashed run, and the builds for browsers and the desktop window.
 */
const SENTINEL = 'Zq7Sentinel'
const settings = {
  RAZORPAY_KEY_ID: 'rzp_live_Zq7Key',
  RAZORPAY_KEY_SECRET: `${SENTINEL}-key-secret`,
  RAZORPAY_WEBHOOK_SECRET: `${SENTINEL}-hook-secret`,
  RAZORPAY_BASE_URL: 'http://127.0.0.1:9',
  SESSION_SECRET: `${SENTINEL}-session-${'s'.repeat(40)}`,
  ENCRYPTION_KEY: `${SENTINEL}-encryption-${'e'.repeat(40)}`,
}

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-crash-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Starts the program in its own folder, with an error outside of any call on command. */
function start(thrown: string) {
  const bomb = `process.once('SIGUSR2', () => { setImmediate(() => { ${thrown} }) })`
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(bomb)}`, ...sourceArgs],
    {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        DATA_DIR: join(folder, 'data'),
        DATABASE_URL: database.url,
        PORT: '0',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const lines: string[] = []
  const listening = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      if (line.includes('"msg":"listening"')) resolve(JSON.parse(line).url)
    })
  })
  return { child, listening, lines, errors: text(child.stderr), ended: once(child, 'exit') }
}

const faults: [name: string, thrown: string][] = [
  ['an error that nobody caught', `throw new Error('boom')`],
  ['an error that carries its surroundings', `throw Object.assign(new Error('boom'), { config: process.env })`],
]
for (const [name, thrown] of faults) {
  test(`S2 ${name} ends the run, and neither output nor leftovers contain a secret`, async () => {
    const program = start(thrown)
    const url = await program.listening
    const login = await fetch(`${url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@example.com', password: `${SENTINEL}-typed` }),
    })
    expect(login.status).toBe(401)
    program.child.kill('SIGUSR2')
    expect(await program.ended).toEqual([1, null])
    const output = `${program.lines.join('\n')}\n${await program.errors}`
    expect(output).toContain('uncaught exception')
    expect(output).toContain('boom')
    expect(output).not.toContain(SENTINEL)
    // Neither a Node report, which lists the environment, nor a core dump.
    expect(await readdir(folder)).toEqual(['data'])
    for (const left of await readdir(join(folder, 'data'), { recursive: true, withFileTypes: true })) {
      if (!left.isFile()) continue
      expect(await readFile(join(left.parentPath, left.name), 'utf8'), left.name).not.toContain(SENTINEL)
    }
  })
}

const root = join(import.meta.dirname, '../..')
const built = ['web-store/dist', 'desktop-admin/out'].map((path) => join(root, path)).filter(existsSync)

test.skipIf(built.length === 0)('S4 no secret of this shop is in what is built for browsers and windows', async () => {
  const file = join(root, '.data/secrets.json')
  const own = existsSync(file) ? Object.values(JSON.parse(await readFile(file, 'utf8'))).map(String) : []
  const secrets = [...own.filter((secret) => secret.length > 11), ...Object.values(settings).slice(1)]
  for (const folderOfBuild of built) {
    const files = (await readdir(folderOfBuild, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())
    expect(files.length).toBeGreaterThan(1)
    for (const { parentPath, name } of files) {
      if (!/\.(js|mjs|cjs|html|css|json|map)$/.test(name)) continue
      const source = await readFile(join(parentPath, name), 'utf8')
      expect(
        secrets.filter((secret) => source.includes(secret)),
        name,
      ).toEqual([])
      // No names that would read them from the build's environment either.
      expect(source, name).not.toMatch(/process\.env\.(RAZORPAY|SESSION_SECRET|ENCRYPTION_KEY)|rzp_live_\w{6,}/)
    }
  }
})
