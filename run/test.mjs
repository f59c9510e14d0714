import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { runChecks } from './check.mjs'
import { isStopping, root, runNode } from './children.mjs'
import { buildDesktop, haveElectron } from './desktop.mjs'
import { failuresOfPlaywright, failuresOfVitest } from './failures.mjs'
import { changedFiles, testsOf } from './quick.mjs'
import { rowsOfPlaywright, writeWorksWith } from './works-with.mjs'

const stages = [
  { name: 'Static checks', run: staticChecks },
  { name: 'Unit and integration tests', scope: 'unit', run: unitTests },
  { name: 'End-to-end tests', scope: 'browser', run: endToEndTests },
]

/** The stage of the desktop window alone, in Electron where it can be fetched; a plain run has its tests in the last stage. */
const ofTheWindow = {
  name: 'Tests of the desktop app',
  scope: 'desktop',
  run: (options) => endToEndTests({ ...options, project: 'desktop app' }),
}

const SLICES = 12

/** A twelfth of the journeys that a plain run leaves out, so that a red one is found by the commits of a day. */
const ofTheNight = {
  name: 'A slice of the nightly journeys',
  scope: 'slice',
  run: (options) => endToEndTests({ ...options, slice: sliceOf(process.env.TEST_SLICE ?? headCommit()) }),
}

/** Returns the slice of a commit, from 1 to 12; a number is the slice itself. */
export const sliceOf = (commit) =>
  /^\d{1,2}$/.test(commit) ? Number(commit) : (Number.parseInt(commit.slice(0, 8), 16) % SLICES) + 1

/** Returns the hash of HEAD; zeros outside git. */
function headCommit() {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: 'pipe' })
  } catch {
    return '00000000'
  }
}

/** The shop beside programs that others wrote; weekly, outside a plain run. Browsers are a journey of Playwright. */
const besideOthers = [
  { name: 'The shop beside other programs', scope: 'world', run: worldTests },
  { name: 'The shop in other browsers', scope: 'world', run: worldBrowsers },
]

/**
 * Runs every stage, also after failures, then prints the failed tests and, as the last line, the totals. `quick` runs
 * the tests that the change affects; `all` runs the long tests in full, those of a `*.release.*` file, and the tagged journeys of the
 * browser in both places; `ci` is a plain run and a slice of the rest; `unit`, `browser`, `desktop` and `slice` are one stage each. `world` runs the shop beside programs of
 * others and writes docs/works-with.md; names after it run those of its files alone.
 */
export async function runTests([scope = 'plain', ...rest] = []) {
  const wanted = stagesOf(scope)
  if (!wanted || (rest.length > 0 && scope !== 'world')) {
    console.error(
      'Use: npm test, npm test -- quick, npm test -- all, npm test -- ci, or a stage: npm test -- unit, npm test -- browser, npm test -- desktop, npm test -- slice, npm test -- world',
    )
    return 1
  }
  const only = scope === 'quick' ? testsOf(changedFiles()) : undefined
  const sum = { passed: 0, failed: 0, skipped: 0 }
  const failures = []
  for (const stage of wanted) {
    if (isStopping()) break
    console.log(`\n— ${stage.name} —`)
    const counts = await stage.run({ only, all: scope === 'all', names: rest })
    for (const kind of Object.keys(sum)) sum[kind] += counts[kind]
    failures.push(...namesOf(stage, counts))
    console.log(`${stage.name}: ${inWords(counts)}`)
  }
  if (isStopping()) {
    sum.failed += 1
    console.log('\nStopped before the end.')
  }
  if (failures.length > 0) console.log(['\nFailed:', ...failures].join('\n  '))
  console.log(`\n${inWords(sum)}`)
  return sum.failed === 0 && sum.passed > 0 ? 0 : 1
}

/** Returns the stages of a scope; undefined for an unknown one. */
export function stagesOf(scope) {
  if (['plain', 'quick', 'all'].includes(scope)) return stages
  if (scope === 'ci') return [...stages, ofTheNight]
  const one = [...stages, ofTheWindow, ofTheNight, ...besideOthers].filter((stage) => stage.scope === scope)
  return one.length > 0 ? one : undefined
}

/** Names the stage itself if it failed outside its tests or without a report. */
function namesOf(stage, { failed, names = [] }) {
  return failed > 0 && names.length === 0 ? [`${stage.name} › see above`] : names
}

function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

async function staticChecks({ all }) {
  const results = await runChecks()
  if (all) {
    const { checkWithout, optionalFeatures } = await import('./without.mjs')
    for (const name of Object.keys(await optionalFeatures()))
      results.push({ name: `without ${name}`, passed: (await checkWithout(name)) === 0 })
  }
  const names = results.filter((result) => !result.passed).map(({ name }) => `check › ${name}`)
  return { passed: results.length - names.length, failed: names.length, skipped: 0, names }
}

async function unitTests({ only, all }) {
  if (only?.unit.length === 0) return nothing
  // Tests that start the program use the built one; a quick run rarely starts any.
  const built = !only && (await build({ only: 'server' })) === 0
  return await vitest(only?.unit ?? [], {
    ...scopeOf(all),
    ...(only ? {} : { TEST_PLAIN: all ? '' : '1' }),
    TEST_BUILT: built ? '1' : '',
  })
}

async function worldTests({ names }) {
  const files = names.filter((name) => name !== 'browsers')
  if (names.length > 0 && files.length === 0) return nothing
  const rowsFile = join(root, `.cache/world/rows-${process.pid}.jsonl`)
  mkdirSync(join(root, '.cache/world'), { recursive: true })
  writeFileSync(rowsFile, '')
  const counts = await vitest(files, { TEST_WORLD: '1', WORLD_ROWS: rowsFile })
  const lines = readFileSync(rowsFile, 'utf8').split('\n').filter(Boolean)
  rmSync(rowsFile)
  writeWorksWith(lines.map((line) => JSON.parse(line)))
  return counts
}

async function worldBrowsers({ names }) {
  if (names.length > 0 && !names.includes('browsers')) return nothing
  const onReport = (report) => writeWorksWith(rowsOfPlaywright(report))
  return await endToEndTests({ only: { browser: ['browsers.release'] }, all: true, onReport })
}

async function vitest(files, env) {
  const file = reportFile('vitest')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  let heard = ''
  const hear = (words) => {
    heard += words
  }
  const code = await runNode(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...files], {
    tool: true,
    env,
    hear,
  })
  const report = readReport(file)
  if (!report) return failedStage
  const brokenFiles = report.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.length === 0,
  )
  return withExitCode(code, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
    names: failuresOfVitest(report, code === 0 ? '' : heard),
  })
}

async function endToEndTests({ only, all, project, slice, onReport }) {
  if (only?.browser.length === 0) return nothing
  const browser = await findBrowser()
  if (!browser || (await build()) !== 0 || (await buildDesktop()) !== 0) return failedStage
  if (project && !(await haveElectron()) && process.env.TEST_ELECTRON === '1') {
    console.error('Electron could not be fetched, and TEST_ELECTRON=1 allows no other window.')
    return failedStage
  }
  const file = reportFile('playwright')
  const chosen = [project && `--project=${project}`, slice && `--shard=${slice}/${SLICES}`].filter(Boolean)
  if (slice) console.log(`Slice ${slice} of ${SLICES}: TEST_SLICE=${slice} repeats it.`)
  const code = await runNode([...playwright, ...chosen, ...(only?.browser ?? [])], {
    tool: true,
    env: {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      ...(browser.path ? { CHROMIUM_PATH: browser.path } : {}),
      ...(slice ? { TEST_REST: '1' } : all ? { TEST_ALL: '1' } : only || project ? {} : { TEST_PLAIN: '1' }),
    },
  })
  const report = readReport(file)
  if (!report) return failedStage
  onReport?.(report)
  const { expected, unexpected, skipped } = report.stats
  return withExitCode(code, {
    passed: expected,
    failed: unexpected,
    skipped,
    names: failuresOfPlaywright(report),
  })
}

/** The tests read this in `e2e/playwright.config.ts` and `server/test/scope.ts`. A full run draws its own seed. */
function scopeOf(all) {
  if (!all) return { TEST_ALL: '' }
  const seed = process.env.DRILL_SEED ?? String(Date.now() % 1e9)
  console.log(`The seed of this run is ${seed}: DRILL_SEED=${seed} repeats it.`)
  return { TEST_ALL: '1', DRILL_SEED: seed }
}

const playwright = [
  'node_modules/@playwright/test/cli.js',
  'test',
  '--config=e2e/playwright.config.ts',
  '--reporter=list,json',
]
const nothing = { passed: 0, failed: 0, skipped: 0 }
const failedStage = { passed: 0, failed: 1, skipped: 0 }

/** Counts one failure if a run fails outside its tests (an uncaught error, a teardown). */
function withExitCode(code, counts) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

function reportFile(name) {
  mkdirSync(join(root, '.cache/reports'), { recursive: true })
  const file = join(root, `.cache/reports/${name}-${process.pid}.json`)
  rmSync(file, { force: true })
  return file
}

function readReport(file) {
  if (!existsSync(file)) return undefined
  const report = JSON.parse(readFileSync(file, 'utf8'))
  rmSync(file)
  return report
}
