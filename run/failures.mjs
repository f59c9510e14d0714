import { relative } from 'node:path'
import { root } from './children.mjs'

/**
 * The tests that failed, and those that needed a second try, out of the reports that the runners write: a line each, so that the end
 * of a log says what there is to do.
 */

/** Names a file that could not even be loaded by its own message, for it has no tests. */
export function failuresOfVitest({ testResults }) {
  const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    if (assertionResults.length === 0) return status === 'failed' ? [line([file], message)] : []
    return assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => line([file, ...test.ancestorTitles, test.title], test.failureMessages[0]))
  })
  return { failed, secondTry: [] }
}

export function failuresOfPlaywright({ config, suites, errors }) {
  const tests = suites.flatMap((suite) => testsOfSuite(suite, relative(root, config.rootDir)))
  const those = (status) => tests.filter((test) => test.status === status).map(({ path, said }) => line(path, said))
  return {
    failed: [...those('unexpected'), ...errors.map(({ message }) => line(['beside the tests'], message))],
    secondTry: those('flaky'),
  }
}

/** Suites in a file are its `describe` blocks; the file is a suite, too. A test stands in one project or in several. */
function testsOfSuite({ suites = [], specs = [], file, title }, folder, above = []) {
  const path = title === file ? [`${folder}/${file}`] : [...above, title]
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ projectName, status, results }) => ({
      status,
      path: [...path, `${spec.title} (${projectName})`],
      said: results.find(({ error }) => error)?.error.message,
    })),
  )
  return [...own, ...suites.flatMap((suite) => testsOfSuite(suite, folder, path))]
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the runners write their messages in colours.
const COLOURS = /\u001b\[[\d;]*m/g

function line(path, message = '') {
  const [first] = message.replace(COLOURS, '').trim().split('\n')
  return [...path, first].filter(Boolean).join(' › ')
}

/** What stands before the sum: nothing when all went well at once. */
export function inLines({ failed, secondTry }) {
  return [
    ...(failed.length > 0 ? ['', 'Failed:', ...failed.map((one) => `  ${one}`)] : []),
    ...(secondTry.length > 0 ? ['', 'Passed on the second try:', ...secondTry.map((one) => `  ${one}`)] : []),
  ]
}
