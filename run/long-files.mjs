import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './children.mjs'
import { sourceFiles } from './sources.mjs'

const MOST_LINES = 250

/** Files that may be longer for now, each with its reason; the list only shrinks. */
const longer = {
  'tools/drill/ledger.ts': 'a sequence of statements that check the tables after the long tests',
}

/** Tests are exempt: a long test is a list, a long source hides its subject. */
const isSource = (file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.test\.|^e2e\/|^(server|desktop-admin)\/test\//.test(file)

/**
 * Lists files that are too long, and entries of the list that are no longer needed, a sentence each.
 * @param {(file: string) => string} read returns the text of a file
 */
export function lengthProblems(
  files = sourceFiles(),
  read = (file) => readFileSync(join(root, file), 'utf8'),
  allowed = longer,
) {
  const linesOf = (file) => read(file).split('\n').length - 1
  const long = files.filter((file) => isSource(file) && linesOf(file) > MOST_LINES)
  return [
    ...long
      .filter((file) => !allowed[file])
      .map((file) => `${file} has ${linesOf(file)} lines, more than ${MOST_LINES}: split it by noun`),
    ...Object.keys(allowed)
      .filter((file) => !long.includes(file))
      .map((file) => `${file} is no longer too long: remove it from the list in run/long-files.mjs`),
  ]
}
