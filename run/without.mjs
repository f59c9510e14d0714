import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { findBrowser } from './browser.mjs'
import { root, runNode } from './children.mjs'
import { readManifests } from './manifests.mjs'
import { sourceFiles } from './sources.mjs'

const packages = ['server', 'e2e', 'web-store', 'desktop-admin']

/** Tests that start a shop, buy in it and learn in it. */
const SELLS_AND_TEACHES = [
  'server/src/sales/orders/checkout/buy.test.ts',
  'server/src/courses/learning/learning.test.ts',
  'server/src/serve/pages/pages.test.ts',
]

/** Journeys through the built shop: a visitor buys and watches, and the owner opens the console. */
const JOURNEYS = ['purchase.spec.ts', 'admin-session.spec.ts']

/** Copies the repository, with the same packages, so that it can be changed; the caller removes it. */
export function copyOfTheHouse() {
  const copy = mkdtempSync(join(tmpdir(), 'skillhaat-copy-'))
  for (const file of sourceFiles()) cpSync(join(root, file), join(copy, file))
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules'))) {
    const there = join(root, 'node_modules', name)
    // Our own packages are links; in the copy they point into the copy.
    symlinkSync(lstatSync(there).isSymbolicLink() ? readlinkSync(there) : there, join(copy, 'node_modules', name))
  }
  // A version that only one of our packages has lies beside it.
  for (const folder of packages) {
    const own = join(root, folder, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(copy, folder, 'node_modules'))
  }
  return copy
}

/** Returns the files and folders of each optional feature by its name, as its manifest says; those of the manifest's own folder too. */
export async function optionalFeatures() {
  const found = (await readManifests()).flatMap(({ folder, feature: { optional } }) =>
    optional ? [[optional.name, [folder, ...optional.alsoIn]]] : [],
  )
  const byName = Object.groupBy(found, ([name]) => name)
  const declared = Object.entries(byName).map(([name, rows]) => [name, rows.flatMap(([, folders]) => folders)])
  // A package of its own, without a feature of the server.
  return Object.fromEntries([...declared, ['desktop', ['desktop-admin', 'e2e/desktop']]])
}

/** Deletes the tests that no longer compile: a test of two features goes with either. Returns true where all compiles as it is. */
function dropTests(copy, folder) {
  const { stdout, status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder], {
    cwd: copy,
    encoding: 'utf8',
  })
  const found = new Set([...stdout.matchAll(/^(\S+?\.(?:test|spec)\.tsx?)\(/gm)].map(([, file]) => file))
  for (const file of found) {
    console.log(`  with it goes ${file}`)
    rmSync(join(copy, file), { force: true })
  }
  return status === 0
}

/**
 * Deletes an optional feature in a copy, writes the lists again, checks the types of all packages there, has a shop start, sell and
 * teach, builds what is left, and has a visitor buy and an owner log in there by browser; with `tests` it runs every unit test that remains.
 * Returns an exit code.
 */
export async function checkWithout(name, tests) {
  const features = await optionalFeatures()
  if (!Object.hasOwn(features, name)) {
    console.error(`Use: npm run check -- without ${Object.keys(features).sort().join('|')} [tests]`)
    return 1
  }
  const browser = await findBrowser()
  const copy = copyOfTheHouse()
  const run = async (what, args, env) => {
    const code = await runNode(args, { cwd: copy, tool: true, env })
    console.log(`${code === 0 ? '✓' : '✗'} ${what} without ${name}`)
    return code
  }
  try {
    for (const place of features[name]) rmSync(join(copy, place), { recursive: true, force: true })
    const lists = 'await import("./run/lists.mjs").then(({ writeLists }) => writeLists())'
    let failed = await run('lists', ['--input-type=module', '-e', lists])
    for (const folder of packages.filter((one) => existsSync(join(copy, one)))) {
      if (dropTests(copy, folder)) console.log(`✓ types of ${folder} without ${name}`)
      else failed ||= await run(`types of ${folder}`, ['node_modules/typescript/bin/tsc', '-p', folder])
    }
    const files = tests ? [] : SELLS_AND_TEACHES
    const projects = ['--project', 'server', ...(tests ? ['--project', 'web-store'] : [])]
    const vitest = 'node_modules/vitest/vitest.mjs'
    failed ||= await run(tests ? 'unit tests' : 'a shop', [vitest, 'run', ...projects, ...files])
    const build = 'process.exitCode = await import("./run/build.mjs").then(({ build }) => build())'
    failed ||= await run('the built shop', ['--input-type=module', '-e', build])
    const journeys = ['test', '--config=e2e/playwright.config.ts', '--project=1280 px', '--project=390 px', ...JOURNEYS]
    const env = { TEST_PLAIN: '1', ...(browser?.path ? { CHROMIUM_PATH: browser.path } : {}) }
    failed ||= await run('journeys', ['node_modules/@playwright/test/cli.js', ...journeys], env)
    return failed
  } finally {
    rmSync(copy, { recursive: true })
  }
}
