import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { certificate, key } from '../server/test/self-signed.ts'
import { root } from './children.mjs'
import { progressOf } from './install.mjs'
import { adviceOn, npmEnvironment } from './npm.mjs'

/** Fetches Node in a copy of the repository's entry, as a machine with an old Node does. */
async function fetchNode(environment) {
  const folder = await mkdtemp(join(tmpdir(), 'skillhaat-npm-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'run'))
  for (const file of ['node.mjs', 'npm.mjs']) await cp(join(root, 'run', file), join(folder, 'run', file))
  const program = "import('./run/node.mjs').then(({ nodeFolder }) => nodeFolder('linux-x64'))"
  const env = { PATH: process.env.PATH, HOME: '/dev/null/nobody', npm_config_fetch_retries: '0', ...environment }
  const { promise, resolve } = Promise.withResolvers()
  execFile(process.execPath, ['-e', program], { cwd: folder, env }, (_, __, stderr) => resolve(stderr))
  return { said: await promise, files: await readdir(folder, { recursive: true }) }
}

test("a registry behind a company's certificate is reported with the two settings that trust it", async () => {
  const registry = createServer({ cert: certificate, key }).listen(0, '127.0.0.1')
  onTestFinished(() => registry.close())
  await once(registry, 'listening')
  const { said } = await fetchNode({ npm_config_registry: `https://127.0.0.1:${registry.address().port}/` })
  expect(said).toContain('SELF_SIGNED_CERT')
  expect(said).toMatch(/NODE_EXTRA_CA_CERTS=.*npm config set cafile/)
  expect(said).not.toMatch(/^\s+at /m)
}, 60_000)

test("without a home npm's files lie in the project, and npm's own error is shown", async () => {
  const { said, files } = await fetchNode({ npm_config_registry: 'http://127.0.0.1:9/' })
  expect(said).toContain('ECONNREFUSED')
  expect(files).toContain('.cache/npm/_logs')
  expect(said).not.toMatch(/^\s+at /m)
}, 60_000)

test('a home that can be written to holds the cache', () => {
  expect(npmEnvironment({ HOME: tmpdir() })).toEqual({})
  expect(npmEnvironment({ HOME: '/dev/null/nobody' }).npm_config_cache).toContain('.cache')
  expect(npmEnvironment({ HOME: tmpdir(), npm_config_cache: '/dev/null/x' }).npm_config_cache).toContain('.cache')
})

test('an error without a remedy of ours has no advice', () => {
  expect(adviceOn('npm error code EACCES')).toContain('chown')
  expect(adviceOn('npm error code E404')).toBeUndefined()
})

test('an install that begins again never counts backwards, and a still number says what it waits for', () => {
  const looks = [Number.POSITIVE_INFINITY, 470, 293, 0, 0, 3, 3, 28]
  expect(looks.slice(1).map((now, index) => progressOf(now, looks[index], 495))).toEqual([
    ...Array(3).fill('removing the packages of the install before'),
    '0 of 495 packages unpacked, waiting for the npm registry',
    '3 of 495 packages unpacked',
    '3 of 495 packages unpacked, waiting for the npm registry or the disk',
    '28 of 495 packages unpacked',
  ])
})
