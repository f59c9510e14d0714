import { readFileSync } from 'node:fs'
import inspector from 'node:inspector'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { appFolder, hasSwitch, switchOf } from './switches.ts'

// Imports and requires of `electron`, the test's included, get the stand-in.
registerHooks({
  resolve: (name, context, next) =>
    name === 'electron'
      ? { url: new URL('./electron.ts', import.meta.url).href, shortCircuit: true }
      : next(name, context),
})
// Electron's folder of the packaged app, with the address of its updates.
Object.assign(process, { resourcesPath: switchOf('resources') ?? appFolder })
// Playwright drives the main process over this.
if (hasSwitch('inspect')) inspector.open(0)
const { main } = JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8')) as { main: string }
await import(pathToFileURL(join(appFolder, main)).href)
