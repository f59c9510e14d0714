import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { runChecks } from './check.mjs'
import { isStopping, root, runNode } from './children.mjs'
import { buildDesktop } from './desktop.mjs'
import { buildStore } from './store.mjs'

const stages = [
  { name: 'Static checks', run: staticChecks },
  { name: 'Unit and integration tests', run: unitTests },
  { name: 'End-to-end tests', run: endToEndTests },
]

/** Runs everything there is, whatever fails on the way, and closes with the sum on the last line. */
export async function runTests() {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const stage of stages) {
    if (isStopping()) break
    console.log(`\n— ${stage.name} —`)
    const counts = await stage.run()
    for (const kind of Object.keys(sum)) sum[kind] += counts[kind]
    console.log(`${stage.name}: ${inWords(counts)}`)
  }
  if (isStopping()) {
    sum.failed += 1
    console.log('\nStopped before the end.')
  }
  console.log(`\n${inWords(sum)}`)
  return sum.failed === 0 && sum.passed > 0 ? 0 : 1
}

function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

async function staticChecks() {
  const results = await runChecks()
  const passed = results.filter((result) => result.passed).length
  return { passed, failed: results.length - passed, skipped: 0 }
}

async function unitTests() {
  const file = reportFile('vitest')
  const code = await runNode(
    ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    { tool: true },
  )
  const report = readReport(file)
  if (!report) return failedStage
  const brokenFiles = report.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.length === 0,
  )
  return withExitCode(code, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  })
}

async function endToEndTests() {
  if (!existsSync(join(root, 'e2e/playwright.config.ts'))) return { passed: 0, failed: 0, skipped: 0 }
  const browser = await findBrowser()
  if (!browser || (await buildStore()) !== 0 || (await buildDesktop()) !== 0) return failedStage
  const file = reportFile('playwright')
  const code = await runNode(
    ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/playwright.config.ts', '--reporter=list,json'],
    {
      tool: true,
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...(browser.path ? { CHROMIUM_PATH: browser.path } : {}) },
    },
  )
  const report = readReport(file)
  if (!report) return failedStage
  const { expected, unexpected, flaky, skipped } = report.stats
  return withExitCode(code, { passed: expected + flaky, failed: unexpected, skipped })
}

const failedStage = { passed: 0, failed: 1, skipped: 0 }

/** A run may fail beside its tests (an error nobody caught, a teardown): that counts as one failure. */
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
