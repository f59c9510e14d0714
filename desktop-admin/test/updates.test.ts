import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { AppImageUpdater } from 'electron-updater'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import project from '../../package.json' with { type: 'json' }
import { RELEASES } from '../../web-store/src/admin/host/admin-paths.ts'
import { appUpdates, loadUpdater } from '../src/main/updates.ts'

// The real updater against a feed of this test; only the last step, which replaces the program, is recorded.
const load = createRequire(import.meta.url)
const { NodeHttpExecutor } = load('builder-util') as { NodeHttpExecutor: new () => object }
const { ElectronHttpExecutor } = load('electron-updater/out/electronHttpExecutor') as {
  ElectronHttpExecutor: { prototype: { download: unknown } }
}
const installer = Buffer.from('an installer '.repeat(1_000))
const sha512 = createHash('sha512').update(installer).digest('base64')
const latest = (version: string, hash = sha512) =>
  `version: ${version}\nfiles:\n  - {url: app-${version}.AppImage, sha512: "${hash}", size: ${installer.length}}\n` +
  `path: app-${version}.AppImage\nsha512: "${hash}"\nreleaseDate: '2026-11-25T10:00:00.000Z'\n`

let feed: Record<string, string | Buffer> = {}
let stop = () => {}
let url = ''
let folder = ''
let before: string | undefined

beforeEach(async () => {
  const server = createServer((request, response) => {
    const body = feed[new URL(request.url ?? '', 'http://x').pathname]
    response.writeHead(body === undefined ? 404 : 200).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stop = () => void server.close()
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  folder = mkdtempSync(join(tmpdir(), 'updates-'))
  writeFileSync(join(folder, 'app-update.yml'), `provider: generic\nurl: ${url}\nupdaterCacheDirName: cache\n`)
  before = process.resourcesPath
  Object.assign(process, { resourcesPath: folder })
  vi.stubEnv('APPIMAGE', join(folder, 'app.AppImage'))
  feed = { '/latest-linux.yml': latest('1.3.0'), '/app-1.3.0.AppImage': installer }
})
afterEach(() => {
  stop()
  Object.assign(process, { resourcesPath: before })
  vi.unstubAllEnvs()
})

/** An app of version 1.2.3 with the real updater. */
async function app() {
  const seen = { uploads: 0, installed: 0, left: 0 }
  const adapter = {
    version: '1.2.3',
    name: 'app',
    isPackaged: true,
    userDataPath: folder,
    baseCachePath: folder,
    appUpdateConfigPath: join(folder, 'app-update.yml'),
    whenReady: async () => undefined,
    quit: () => {},
    relaunch: () => {},
    onQuit: () => {},
  }
  const updater = new AppImageUpdater(null, adapter)
  const httpExecutor = Object.assign(new NodeHttpExecutor(), { download: ElectronHttpExecutor.prototype.download })
  Object.assign(updater, { httpExecutor, disableDifferentialDownload: true })
  vi.spyOn(updater, 'quitAndInstall').mockImplementation(() => {
    seen.installed += 1
  })
  const updates = appUpdates({
    uploads: () => seen.uploads,
    changed: () => {},
    leave: (install) => {
      seen.left += 1
      install()
    },
    load: async () => updater,
  })
  await updates.start()
  return { updates, seen }
}

it('a newer version is offered, downloaded after a press, and installed after another one', async () => {
  const { updates, seen } = await app()
  expect(updates.read()).toMatchObject({ state: 'offered', version: '1.3.0' })
  await updates.download()
  await expect.poll(() => updates.read().state).toBe('ready')
  expect(seen.installed).toBe(0)
  updates.restart()
  expect(seen).toMatchObject({ left: 1, installed: 1 })
})

it('an update is never installed while files upload', async () => {
  const { updates, seen } = await app()
  await updates.download()
  await expect.poll(() => updates.read().state).toBe('ready')
  seen.uploads = 1
  updates.restart()
  expect(seen.left).toBe(0)
  seen.uploads = 0
  updates.restart()
  expect(seen.left).toBe(1)
})

it('an installer with another hash is refused, and can be downloaded again', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  feed['/latest-linux.yml'] = latest('1.3.0', createHash('sha512').update('another').digest('base64'))
  const { updates, seen } = await app()
  await updates.download()
  await expect.poll(() => updates.read().state).toBe('failed')
  updates.restart()
  expect(seen.left).toBe(0)
  expect(warn.mock.calls.join()).toMatch(/the update failed: sha512 checksum mismatch/)
  warn.mockRestore()
  error.mockRestore()
})

it('an older or equal version in the feed is no offer, nor is a feed that does not answer', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
  feed['/latest-linux.yml'] = latest('1.2.0')
  expect((await app()).updates.read().state).toBe('none')
  feed = {}
  expect((await app()).updates.read().state).toBe('none')
  vi.restoreAllMocks()
})

it('a build without a feed never loads the updater', async () => {
  expect(await loadUpdater(false)).toBeUndefined()
  Object.assign(process, { resourcesPath: tmpdir() })
  expect(await loadUpdater(true)).toBeUndefined()
})

it('the console’s link to the installers is the project’s own page of releases', () => {
  expect(RELEASES).toBe(`${project.homepage}/releases`)
})
