import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './children.mjs'
import { licencesOf } from './pack-packages.mjs'

const PROGRAM = 'console.log(JSON.stringify([process.pid, process.cwd(), process.execArgv, process.argv.slice(2)]))'

/** Runs a task of an unpacked release whose programs only report how they run. */
async function runTask(...args) {
  const folder = await mkdtemp(join(tmpdir(), 'skillhaat packed दुकान-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const at of ['run', 'server/dist']) await mkdir(join(folder, at), { recursive: true })
  await cp(join(root, 'run/packed.mjs'), join(folder, 'run.mjs'))
  for (const file of ['run/commands.mjs', 'server/node-flags.json']) await cp(join(root, file), join(folder, file))
  for (const name of ['main', 'admin-create']) await writeFile(join(folder, `server/dist/${name}.mjs`), PROGRAM)
  const { promise, resolve } = Promise.withResolvers()
  const child = execFile(process.execPath, [join(folder, 'run.mjs'), ...args], (error, stdout, stderr) =>
    resolve({ code: error?.code ?? 0, stdout, stderr }),
  )
  return { folder, pid: child.pid, ...(await promise) }
}

test.skipIf(!process.execve)('a release leaves no launcher beside the shop', async () => {
  const { folder, pid, stdout } = await runTask('start')
  const [own, place, flags] = JSON.parse(stdout)
  expect([own, place]).toEqual([pid, folder])
  expect(flags).toContain('--max-old-space-size=768')
})

test('a command of a release gets its arguments, with and without the dashes of npm', async () => {
  for (const dashes of [[], ['--']]) {
    const { stdout } = await runTask('admin:create', ...dashes, 'owner@example.in', '--force')
    expect(JSON.parse(stdout)[3]).toEqual(['owner@example.in', '--force'])
  }
})

test('a task that needs the sources is refused with a list of those that a release has', async () => {
  const { code, stderr } = await runTask('dev')
  expect(code).toBe(1)
  expect(stderr).toMatch(/start, migrate.*backup/)
})

test('the licences of a release are read from files, beside a folder called notices', () => {
  const text = licencesOf({ shipped: ['node_modules/zod'], bundled: ['node_modules/contract'] })
  expect(text).toMatch(/^contract .*\n-+\n\n\n\nzod \d.*\n-+\nMIT License/)
})
