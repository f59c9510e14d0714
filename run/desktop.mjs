import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { root, run, runNode } from './children.mjs'

const electron = join(root, 'node_modules/electron')
const electronVite = join(root, 'node_modules/electron-vite/bin/electron-vite.js')

/** Builds the admin console from the current sources and opens its window. */
export async function startDesktop(args) {
  if (!(await haveElectron())) {
    console.error(
      'Electron could not be fetched, so there is no window to show. The same console is at /admin of the shop.',
    )
    return 1
  }
  return runNode([electronVite, 'preview', 'desktop-admin', ...args], { tool: true })
}

/**
 * Builds and checks the desktop app, then makes installers if Electron's binary can be fetched; prints what it left
 * out.
 */
export async function packageDesktop() {
  const steps = [
    ['Building main process, preload and page', () => buildDesktop()],
    ['Types', () => runNode(['node_modules/typescript/bin/tsc', '-p', 'desktop-admin'], { tool: true })],
    ['Checks of the built parts and the settings of packaging', () => runVitest('desktop-admin')],
  ]
  for (const [name, work] of steps) {
    console.log(`\n— ${name} —`)
    const code = await work()
    if (code !== 0) return code
  }
  console.log('\n— Packaging —')
  if (!(await haveElectron())) {
    console.log('Skipped: installers and their fuses, because Electron’s binary could not be fetched.')
    console.log('Built and checked: desktop-admin/out. Run the same command with a network to continue.')
    return 0
  }
  return runNode(['desktop-admin/make-package.ts'], { tool: true })
}

/** Builds `desktop-admin/out` from the current sources. */
export function buildDesktop() {
  return runNode([electronVite, 'build', 'desktop-admin'], { tool: true })
}

const runVitest = (path) => runNode(['node_modules/vitest/vitest.mjs', 'run', path], { tool: true })

/** Returns true if Electron's binary is present, after trying to fetch it. */
export async function haveElectron() {
  if (isThere()) return true
  console.log('Fetching Electron (once) …')
  await run(process.execPath, [join(electron, 'install.js')], { quiet: true })
  return isThere()
}

function isThere() {
  const path = join(electron, 'path.txt')
  return existsSync(path) && existsSync(join(electron, 'dist', readFileSync(path, 'utf8')))
}
