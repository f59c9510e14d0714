import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { run } from './children.mjs'

/** The headless shell is preferred: it is the same engine without a window and uses a fifth less processor time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'chrome',
]

const wellKnown = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

const packageManagers = [
  {
    command: 'apt-get',
    refresh: ['update'],
    install: ['install', '-y', '--no-install-recommends'],
    packages: ['chromium-headless-shell', 'chromium'],
  },
  { command: 'dnf', install: ['install', '-y'], packages: ['chromium'] },
  { command: 'pacman', install: ['-Sy', '--noconfirm'], packages: ['chromium'] },
]

/**
 * Finds the browser for the end-to-end tests: `{}` for Playwright's own, `{ path }` for one of this machine. Returns
 * undefined, after printing what to do, when no browser exists and none could be installed.
 */
export async function findBrowser() {
  const { chromium } = await import('@playwright/test')
  if (process.env.CHROMIUM_PATH) return { path: process.env.CHROMIUM_PATH }
  if (existsSync(chromium.executablePath())) return {}
  const found = onThisMachine() ?? ((await installOne()) ? onThisMachine() : undefined)
  if (found) return { path: found }
  console.error(
    'There is no browser for the end-to-end tests. Get one with:  npx playwright install --with-deps chromium',
  )
  return undefined
}

function onThisMachine() {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/usr/local/bin', '/snap/bin')
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name))).concat(wellKnown)
  const path = candidates.find(isExecutable)
  return path
}

async function installOne() {
  const isRoot = process.getuid?.() === 0
  if (!isRoot && !process.env.CI) return false
  const manager = packageManagers.find(({ command }) => isExecutable(join('/usr/bin', command)))
  if (!manager) return false
  console.log(`Installing Chromium with ${manager.command} …`)
  const call = (words) => {
    const [command, ...rest] = [...(isRoot ? [] : ['sudo', '-n']), manager.command, ...words]
    return run(command, rest, { env: { DEBIAN_FRONTEND: 'noninteractive' } })
  }
  // An outdated package list may still be good enough.
  if (manager.refresh) await call(manager.refresh)
  for (const name of manager.packages) if ((await call([...manager.install, name])) === 0) return true
  return false
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
