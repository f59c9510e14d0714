// Runs before a release: builds the app, and reads the built files.

import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { build } from 'electron-vite'
import { beforeAll, describe, expect, it } from 'vitest'
import { packagingFor } from '../packaging.ts'
import { channels } from '../src/bridge.ts'

// Checks the built parts and the packaging against Electron's security checklist. e2e/desktop checks the rest with the
// real binary, and is skipped without it.
const root = join(import.meta.dirname, '..')
const out = (path: string) => join(root, 'out', path)
let main = ''
let preload = ''

beforeAll(async () => {
  await build({ root, configFile: join(root, 'electron.vite.config.ts'), logLevel: 'error' })
  main = readFileSync(out('main/main.js'), 'utf8')
  preload = readFileSync(out('preload/preload.cjs'), 'utf8')
}, 120_000)

/** Counts matches in the built main process, without comments. */
const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0

describe('the built main process', () => {
  it('creates its windows in one place, isolated, sandboxed and without Node', () => {
    expect(count(main, /new BrowserWindow\(/g)).toBe(1)
    expect(main).toMatch(/contextIsolation: true/)
    expect(main).toMatch(/sandbox: true/)
    expect(main).toMatch(/webSecurity: true/)
    expect(main).toMatch(/webviewTag: false/)
    for (const open of [
      /nodeIntegration\w*: true/,
      /webSecurity: false/,
      /contextIsolation: false/,
      /sandbox: false/,
    ]) {
      expect(main).not.toMatch(open)
    }
    for (const open of [/allowRunningInsecureContent: true/, /experimentalFeatures: true/, /enableBlinkFeatures/]) {
      expect(main).not.toMatch(open)
    }
    expect(main).toMatch(/enableSandbox\(\)/)
  })

  it('loads only its own scheme, with one handler, and never a file or page of the network', () => {
    expect(count(main, /\.loadURL\(/g)).toBe(1)
    expect(main).toMatch(/loadURL\(`\$\{APP_ORIGIN\}\/admin`\)/)
    expect(main).not.toMatch(/loadFile\(|file:\/\//)
    expect(count(main, /protocol\.handle\(/g)).toBe(1)
    expect(main).not.toMatch(/bypassCSP|corsEnabled|registerFileProtocol|interceptHttp/)
  })

  it('guards every page, denies every permission and trusts no invalid certificate', () => {
    for (const guard of ['web-contents-created', 'will-navigate', 'will-redirect', 'will-attach-webview']) {
      expect(main).toContain(guard)
    }
    expect(main).toMatch(/setWindowOpenHandler/)
    expect(main).toMatch(/setPermissionRequestHandler/)
    expect(main).toMatch(/setPermissionCheckHandler/)
    expect(main).toMatch(/certificate-error/)
    // The check of certificates that `shell.test.ts` tries: it only looks.
    expect(count(main, /setCertificateVerifyProc/g)).toBe(1)
    expect(main).not.toMatch(/rejectUnauthorized|NODE_TLS_REJECT|ignore-certificate-errors/)
    expect(count(main, /ipcMain\.(on|handle)\(/g)).toBe(1)
    expect(main).not.toMatch(/remote-debugging|appendSwitch|require\("child_process"\)|from "node:child_process"/)
  })

  it('contains all it needs except Electron and Node', () => {
    const imported = [...main.matchAll(/^import .*? from "([^"]+)"/gm)].map(([, name]) => name)
    expect(imported.filter((name) => name !== 'electron' && !name?.startsWith('node:'))).toEqual([])
  })
})

describe('the built preload', () => {
  it('exposes the named calls and nothing of Electron', () => {
    const exposed: Record<string, Record<string, unknown>> = {}
    const required: string[] = []
    const electron = {
      contextBridge: { exposeInMainWorld: (name: string, value: Record<string, unknown>) => (exposed[name] = value) },
      ipcRenderer: { invoke: () => undefined, on: () => undefined, off: () => undefined },
      webUtils: { getPathForFile: () => '' },
    }
    const require = (name: string) => {
      required.push(name)
      return electron
    }
    runInNewContext(preload, { require, exports: {}, module: { exports: {} } })
    expect(required).toEqual(['electron'])
    expect(Object.keys(exposed)).toEqual(['desktop'])
    expect(Object.keys(exposed.desktop ?? {}).sort()).toEqual([...Object.keys(channels), 'onMenu', 'onState'].sort())
    expect(Object.values(exposed.desktop ?? {}).every((member) => typeof member === 'function')).toBe(true)
  })
})

describe('the built page', () => {
  it('contains neither an inline script nor one from another site', () => {
    const html = readFileSync(out('renderer/index.html'), 'utf8')
    expect(
      [...html.matchAll(/<script\b([^>]*)>([^<]*)/g)].every(
        ([, attributes, text]) => /src=/.test(attributes ?? '') && !text?.trim(),
      ),
    ).toBe(true)
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//)
    expect(html).not.toMatch(/\son\w+=/)
  })

  it('S4 contains neither Electron, Node nor a secret', () => {
    const files = readdirSync(out('renderer'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(js|html|css)$/.test(name),
    )
    expect(files.length).toBeGreaterThan(1)
    expect(readdirSync(out(''), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.map'))).toEqual(
      [],
    )
    for (const name of files) {
      const text = readFileSync(out(join('renderer', name)), 'utf8')
      expect(text, name).not.toMatch(/require\(["']electron["']\)|from ?["']electron["']|ipcRenderer/)
      // A sentence may name a setting; a value never follows it.
      expect(text, name).not.toMatch(/SESSION_SECRET|ENCRYPTION_KEY|rzp_live_\w{6,}/)
    }
  })
})

describe('the packaging', () => {
  it('E9 sets every fuse to its safe value', () => {
    expect(packagingFor({}).electronFuses).toEqual({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableCookieEncryption: true,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    })
  })

  it('packs only the built parts, into one archive', () => {
    expect(packagingFor({}).asar).toBe(true)
    expect(packagingFor({}).files).toEqual(['out/**', 'package.json', '!node_modules/**'])
    const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string }
    // Electron supports three major versions at a time.
    expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(45)
  })
})
