import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseEnv } from 'node:util'
import { findBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { runChecks } from './check.mjs'
import { isStopping, root, runNode, stopAll } from './children.mjs'
import { commands, fileOf } from './commands.mjs'
import { packageDesktop, startDesktop } from './desktop.mjs'
import { install } from './install.mjs'
import { writeLists } from './lists.mjs'
import { makeNew } from './new.mjs'
import { pack } from './pack.mjs'
import { runTests } from './test.mjs'

const storePort = '5173'

/**
 * Runs the API with reload, and the store with hot replacement on its own port, which proxies everything else to the
 * API.
 */
async function dev() {
  const { api, store } = addressesOf(process.env)
  const parts = [
    runNode(['--watch', '--watch-preserve-output', 'server/src/main.ts'], {
      tool: true,
      env: { PORT: api, STORE_URL: store },
    }),
    runNode(['node_modules/vite/bin/vite.js', 'web-store', '--port', storePort, '--strictPort'], {
      tool: true,
      env: { API_PORT: api },
    }),
  ]
  // Neither is useful without the other.
  const code = await Promise.race(parts)
  stopAll()
  await Promise.all(parts)
  return code
}

/**
 * Reads the API port and the public address of the store from the environment, else from `.env`; the API alone would
 * read that file too late.
 */
export function addressesOf(environment, file = join(root, '.env')) {
  const settings = { ...parseEnv(readOrNothing(file)), ...environment }
  return { api: settings.PORT || '3000', store: settings.STORE_URL || `http://localhost:${storePort}` }
}

/** Leaves it to the API to say why a file cannot be read. */
function readOrNothing(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Node options of our programs. The two heap limits make the garbage collector run earlier (half the memory, the same
 * speed); the compile cache shortens later starts.
 */
const nodeFlags = JSON.parse(readFileSync(join(root, 'server/node-flags.json'), 'utf8'))
const compileCache = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/compile')

/** Each task first installs what `mode` needs ('run', 'full' or nothing), then does its work and returns an exit code. */
const tasks = {
  start: { mode: 'run', work: start },
  build: { mode: 'run', work: () => build({ always: true }) },
  ...Object.fromEntries(
    commands.map((name) => [
      name,
      { mode: 'run', work: (args) => program(`server/src/serve/commands/${fileOf(name)}.ts`, args) },
    ]),
  ),
  dev: { mode: 'full', work: dev },
  check: { mode: 'full', work: check },
  fix: { mode: 'full', work: fix },
  // This task only writes files: what `npm start` installed is enough.
  new: { mode: 'nothing', work: makeNew },
  test: { mode: 'full', work: runTests },
  bench: { mode: 'full', work: (args) => built('tools/bench/run.ts', args) },
  pictures: { mode: 'full', work: pictures },
  desktop: { mode: 'full', work: startDesktop },
  'desktop:package': { mode: 'full', work: packageDesktop },
  pack: { mode: 'run', work: pack },
  drill: { mode: 'full', work: (args) => program('tools/drill/run.ts', args) },
}

export async function runTask(name, args) {
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined
  if (!task) {
    console.error(`Unknown task "${name}". There are: ${Object.keys(tasks).join(', ')}.`)
    return 1
  }
  writeLists()
  const installed = task.mode === 'nothing' ? 0 : await install(task.mode)
  if (installed !== 0) {
    if (name === 'test') console.log('0 passed, 1 failed, 0 skipped')
    return installed
  }
  return task.work(args)
}

async function start(args) {
  const built = await build()
  if (built !== 0 || isStopping()) return built
  return program('server/dist/main.mjs', args)
}

/** Builds the shop, which the program of `file` measures or shows. */
async function built(file, args) {
  const code = await build()
  return code !== 0 || isStopping() ? code : program(file, args)
}

/** Makes the pictures of README and docs from the demo, in the browser of the end-to-end tests. */
async function pictures() {
  const browser = await findBrowser()
  if (!browser) return 1
  if (browser.path) process.env.CHROMIUM_PATH = browser.path
  return built('tools/pictures/pictures.ts', [])
}

/** `npm run check`, or `npm run check -- without NAME [tests]`. */
async function check([without, name, tests] = []) {
  if (without === 'without') {
    const { checkWithout } = await import('./without.mjs')
    return checkWithout(name, tests === 'tests')
  }
  const results = await runChecks()
  return results.every(({ passed }) => passed) ? 0 : 1
}

/** Stamps new translations, writes the reference of settings, formats, sorts imports, applies the linter's safe fixes. */
async function fix() {
  writeFileSync(join(root, 'docs/reference.md'), referenceWithSettings())
  const { staleEntries } = await import('../web-store/build/catalogues.ts')
  for (const entry of staleEntries({ stamp: true })) console.log(`Written for another English text: ${entry}`)
  return runNode(['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.'], { tool: true })
}

/** Returns `docs/reference.md` with its table of settings made from `.env.example`, their one description. */
export function referenceWithSettings() {
  const page = readFileSync(join(root, 'docs/reference.md'), 'utf8')
  const [before = ''] = page.split('<!-- settings: written by npm run fix -->')
  const [, after = ''] = page.split('<!-- end of settings -->')
  return `${before}<!-- settings: written by npm run fix -->\n\n${settingTables(readFileSync(join(root, '.env.example'), 'utf8'))}\n<!-- end of settings -->${after}`
}

function settingTables(example) {
  const sections = example.split(/^# --- (.+?) -+$/m).slice(1)
  return Array.from({ length: sections.length / 2 }, (_, index) => {
    const rows = [...sections[index * 2 + 1].matchAll(/((?:^# .*\n)*)((?:^#?[A-Z][A-Z0-9_]*=.*\n?)+)/gm)].map(
      ([, comment, settings]) =>
        `| ${settings
          .trim()
          .split('\n')
          .map((line) => `\`${line.replace(/^#/, '')}\``)
          .join('<br>')} | ${comment.replace(/^# /gm, '').trim().replaceAll('\n', ' ').replaceAll('|', '\\|')} |`,
    )
    return `### ${sections[index * 2]}\n\n| setting | meaning |\n| --- | --- |\n${rows.join('\n')}\n`
  }).join('\n')
}

function program(file, args) {
  if (!existsSync(join(root, file))) {
    console.error(`${file} does not exist.`)
    return 1
  }
  return runNode([...nodeFlags, file, ...args], { env: { NODE_COMPILE_CACHE: compileCache } })
}
