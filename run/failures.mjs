import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './children.mjs'

/**
 * Lists the failed tests of a report, a line each. A file that failed outside its tests (not loaded, or its database
 * dropped with a broken invariant) is listed with its own message, whole: a log may have nothing else left of it. `heard` is what
 * a run that failed said on stderr; its end is listed where no test failed.
 */
export function failuresOfVitest({ testResults }, heard = '') {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    const named = failed.map((test) => line([file, ...test.ancestorTitles, test.title], test.failureMessages[0]))
    return status === 'failed' && (failed.length === 0 || message) ? [`${file} › ${plain(message)}`, ...named] : named
  })
  return failures.length > 0 || !heard ? failures : [`beside the tests › ${plain(heard).slice(-HEARD)}`]
}

/** Characters of a run's own words, where it failed and no test did: an error that nobody caught is only there. */
const HEARD = 3000

/** Lists the failed journeys of a report with the page as it was, then what failed beside them. */
export function failuresOfPlaywright({ config, suites, errors }) {
  const tests = suites.flatMap((suite) => testsOfSuite(suite, relative(root, config.rootDir)))
  const failed = tests
    .filter(({ status }) => status === 'unexpected')
    .map(({ path, failed }) => [line(path, failed?.error.message), ...pageOf(failed)].join('\n'))
  return [...failed, ...errors.map(({ message }) => line(['beside the tests'], message))]
}

/**
 * Lists the tests of a suite and of its nested suites. A file is a suite, a `describe` block is one too; a test can run
 * in several projects.
 */
function testsOfSuite({ suites = [], specs = [], file, title }, folder, above = []) {
  const path = title === file ? [`${folder}/${file}`] : [...above, title]
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ projectName, status, results }) => ({
      status,
      path: [...path, `${spec.title} (${projectName})`],
      failed: results.find(({ error }) => error),
    })),
  )
  return [...own, ...suites.flatMap((suite) => testsOfSuite(suite, folder, path))]
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the runners print messages in colours.
const COLOURS = /\u001b\[[\d;]*m/g

const plain = (message) => message.replace(COLOURS, '').trim()

function line(path, message = '') {
  const [first] = plain(message).split('\n')
  return [...path, first].filter(Boolean).join(' › ')
}

/** Lines of the page as it was, which the log alone still has once the machine has gone. */
const SHOWN = 25

function pageOf({ attachments = [] } = {}) {
  const file = attachments.find(({ name }) => name === 'error-context')?.path
  if (!file || !existsSync(file)) return []
  const [, snapshot = ''] = /```yaml\n([\s\S]*?)```/.exec(readFileSync(file, 'utf8')) ?? []
  return snapshot
    .trimEnd()
    .split('\n')
    .slice(0, SHOWN)
    .map((row) => `      ${row}`)
}
