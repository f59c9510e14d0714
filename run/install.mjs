import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { withLock } from '../server/src/platform/db/process-lock.ts'
import { isStopping, root, run, runNode } from './children.mjs'
import { adviceOn, npmEnvironment } from './npm.mjs'

// npm writes this file as the last act of an install. It is deleted before an install begins, so that an interrupted
// one is never trusted; one made by hand (`npm install`) is.
const installedLock = join(root, 'node_modules/.package-lock.json')

/** Our packages that a running shop needs. */
const runs = ['server/contract', 'server', 'web-store']

const modes = {
  run: ['--omit=dev', ...runs.map((folder) => `--workspace=${folder}`)],
  full: [],
}

/** Installs the packages of the lockfile unless they are present; a full install also serves for running. */
export async function install(mode) {
  if (missing(mode).length === 0) return 0
  const packages = join(root, 'node_modules')
  if (lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink()) {
    // npm would empty the folder of somebody else.
    console.error(
      `node_modules is a link to ${existsSync(packages) ? realpathSync(packages) : 'a folder that is gone'}, which lacks packages of this lockfile. Delete the link, or install there.`,
    )
    return 1
  }
  mkdirSync(join(root, '.cache'), { recursive: true })
  const installUnlessDone = () => (missing(mode).length === 0 ? 0 : installNow(mode))
  return withLock(join(root, '.cache/install.lock'), installUnlessDone, 30 * 60_000)
}

async function installNow(requested) {
  // If development tools are installed, a newer lockfile must not remove them.
  const hasTools = Object.values(readPackages(installedLock)).some(({ dev }) => dev)
  const mode = hasTools ? 'full' : requested
  const expected = expectedPackages(mode)
  console.log(`Installing ${expected.length} packages from the lockfile (once, and again when it changes) …`)
  if (existsSync(join(root, 'node_modules')) && !existsSync(installedLock)) {
    console.log(
      '  An install was interrupted. It begins anew, but fetches nothing twice: npm has stored what had arrived.',
    )
  }
  rmSync(installedLock, { force: true })
  const count = () => expected.filter(([folder]) => isThere(folder)).length
  let last = count() === 0 ? 0 : Number.POSITIVE_INFINITY
  const progress = setInterval(() => {
    const now = count()
    console.log(`  ${progressOf(now, last, expected.length)}`)
    last = now
  }, 4_000)
  const args = [
    'ci',
    ...modes[mode],
    '--loglevel=error',
    '--no-progress',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    // A registry that refuses is reported within a minute, and a short fault is outlasted.
    '--fetch-retries=5',
    '--fetch-retry-maxtimeout=10000',
  ]
  const began = Date.now()
  let shown = ''
  const code = await npm(args, (text) => {
    shown += text
  })
  clearInterval(progress)
  if (code !== 0 || isStopping()) {
    console.error('The packages could not be installed; npm says why above.')
    const advice = adviceOn(shown)
    if (advice) console.error(advice)
    return code || 1
  }
  console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`)
  const absent = missing(mode)
  if (absent.length > 0) console.warn(`Not available for this machine, continuing without: ${absent.join(', ')}`)
  return 0
}

/** Describes an install from the packages unpacked now and at the last look; npm removes old ones first. */
export function progressOf(now, last, all) {
  if (now < last) return 'removing the packages of the install before'
  if (now > last) return `${now} of ${all} packages unpacked`
  return `${now} of ${all} packages unpacked, waiting for the npm registry${now === 0 ? '' : ' or the disk'}`
}

// Runs npm's own file with this Node: the `npm` on the path would use its own Node, which may be too old.
function npm(args, receive) {
  const cli = process.env.npm_execpath
  const env = npmEnvironment()
  if (cli && /npm-cli\.[cm]?js$/.test(cli)) return runNode([cli, ...args], { tool: true, env, hear: receive })
  return run('npm', args, { shell: process.platform === 'win32', env, hear: receive })
}

/** Lists the folders of packages that `mode` needs and that do not match the lockfile. */
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
    // Our own package is a link to its folder; the desktop app's exists only in a full install.
    if (entry.link) return mode === 'full' || runs.includes(entry.resolved)
    if (mode === 'run' && (entry.dev || entry.devOptional)) return false
    if (!entry.optional) return true
    const { os, cpu, libc } = entry
    const fits = (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch))
    // An optional package without such marks belongs to a package for other machines.
    return Boolean(os || cpu) && fits && (!libc || libc.includes('glibc'))
  })
}

function isThere(folder) {
  return existsSync(join(root, folder, 'package.json'))
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {}
}
