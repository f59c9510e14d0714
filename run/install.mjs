import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { withLock } from '../server/src/db/process-lock.ts'
import { isStopping, root, run, runNode } from './children.mjs'

// What npm itself notes in node_modules as the last act of an install. We remove it before we begin one, so an
// interrupted install is never trusted; one made by hand (`npm install`) is.
const installedLock = join(root, 'node_modules/.package-lock.json')

/** The packages of ours that a shop runs. */
const runs = ['server/contract', 'server', 'web-store']

const modes = {
  run: ['--omit=dev', ...runs.map((folder) => `--workspace=${folder}`)],
  full: [],
}

/** Brings node_modules to the lockfile, unless it is there already; a full install serves for running, too. */
export async function install(mode) {
  if (missing(mode).length === 0) return 0
  mkdirSync(join(root, '.cache'), { recursive: true })
  const installUnlessDone = () => (missing(mode).length === 0 ? 0 : installNow(mode))
  return withLock(join(root, '.cache/install.lock'), installUnlessDone, 30 * 60_000)
}

async function installNow(asked) {
  // Where the tools of development are, a newer lockfile must not take them away.
  const hasTools = Object.values(readPackages(installedLock)).some(({ dev }) => dev)
  const mode = hasTools ? 'full' : asked
  const expected = expectedPackages(mode)
  console.log(`Installing ${expected.length} packages from the lockfile (once, and again when it changes) …`)
  rmSync(installedLock, { force: true })
  const progress = setInterval(() => {
    const there = expected.filter(([folder]) => isThere(folder)).length
    console.log(`  ${there} of ${expected.length} packages are there`)
  }, 4_000)
  const args = [
    'ci',
    ...modes[mode],
    '--loglevel=error',
    '--no-progress',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
  ]
  const began = Date.now()
  const code = await npm(args)
  clearInterval(progress)
  if (code !== 0 || isStopping()) {
    console.error('The packages could not be installed.')
    return code || 1
  }
  console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`)
  const absent = missing(mode)
  if (absent.length > 0) console.warn(`Not for this machine, going on without: ${absent.join(', ')}`)
  return 0
}

// npm's own file runs under this Node; asked by name, npm would pick the Node that it belongs to, which may be too old.
function npm(args) {
  const cli = process.env.npm_execpath
  if (cli && /npm-cli\.[cm]?js$/.test(cli)) return runNode([cli, ...args], { tool: true })
  return run('npm', args, { shell: process.platform === 'win32' })
}

/** Folders of the packages that `mode` needs and that are not there as the lockfile wants them. */
function missing(mode) {
  const installed = readPackages(installedLock)
  return expectedPackages(mode).flatMap(([folder, { version, integrity, link }]) => {
    if (link) return isThere(folder) ? [] : [folder]
    const found = installed[folder]
    return found?.version === version && found.integrity === integrity && isThere(folder) ? [] : [folder]
  })
}

function expectedPackages(mode) {
  return Object.entries(readPackages(join(root, 'package-lock.json'))).filter(([folder, entry]) => {
    if (!folder.includes('node_modules/')) return false
    // A package of ours is a link to its folder; the desktop app's is there only where all is installed.
    if (entry.link) return mode === 'full' || runs.includes(entry.resolved)
    if (mode === 'run' && (entry.dev || entry.devOptional)) return false
    if (!entry.optional) return true
    const { os, cpu, libc } = entry
    const fits = (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch))
    // An optional package without such marks belongs to one that is for other machines.
    return Boolean(os || cpu) && fits && (!libc || libc.includes('glibc'))
  })
}

function isThere(folder) {
  return existsSync(join(root, folder, 'package.json'))
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {}
}
