import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './children.mjs'
import { written } from './lists.mjs'
import { sourceFiles } from './sources.mjs'

const MOST_LINES = 400
/** A source of at most so many lines belongs to its only importer, if that one lies in the same folder. */
const FEW_LINES = 40
/** The most lines of a file and its small importer together; above that, two files read better. */
const ROOM = 240

/** Files that may be longer for now, each with its reason; the list only shrinks. */
const longer = {
  'migrations/20261126182202_baseline.ts': 'pg_dump writes it',
}

/** Small files that stay alone, each with its reason; the list only shrinks. */
const alone = {
  'web-store/src/admin/media/queue/hash-worker.ts': 'a worker, loaded by its address',
}

/** The parts of a feature: each has its own file whatever its length. */
const PARTS = /\.(queries|sql|service|handlers|jobs|invariants)\.ts$/

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

/**
 * Lists sources that belong to their only importer, and entries of the list that are no longer needed, a sentence each.
 * @param {{ from: string, to: string, late: boolean }[]} imports imports of the repository; a file behind `import()` is its own part of
 * the page, and stays alone, and a written list takes no code in
 */
export function smallProblems(
  imports,
  files = sourceFiles(),
  read = (file) => readFileSync(join(root, file), 'utf8'),
  allowed = alone,
) {
  const linesOf = (file) => read(file).split('\n').length - 1
  const importers = Map.groupBy(
    imports.filter(({ from }) => isSource(from) && !written.includes(from)),
    ({ to }) => to,
  )
  const small = files
    .filter((file) => isSource(file) && !PARTS.test(file) && !written.includes(file))
    .flatMap((file) => {
      const found = importers.get(file) ?? []
      const [one, ...others] = new Set(found.map(({ from }) => from))
      if (!one || others.length > 0 || found.some(({ late }) => late) || dirname(one) !== dirname(file)) return []
      const lines = linesOf(file)
      return lines <= FEW_LINES && lines + linesOf(one) <= ROOM ? [{ file, one, lines }] : []
    })
  return [
    ...small
      .filter(({ file }) => !allowed[file])
      .map(({ file, one, lines }) => `${file} has ${lines} lines and only ${one} imports it: merge it`),
    ...Object.keys(allowed)
      .filter((file) => !small.some((one) => one.file === file))
      .map(
        (file) => `${file} is no longer a small file with one importer: remove it from the list in run/long-files.mjs`,
      ),
  ]
}

/** The most files that lie loose in a folder; the others lie in folders by noun. */
const MOST_LOOSE = { 'web-store/src/admin': 6, 'web-store/src/shared': 25 }

/** Lists folders with too many loose files, a sentence each. */
export function looseProblems(files = sourceFiles()) {
  return Object.entries(MOST_LOOSE).flatMap(([folder, most]) => {
    const count = files.filter((file) => dirname(file) === folder).length
    return count > most ? [`${folder} has ${count} loose files, more than ${most}: put them into folders by noun`] : []
  })
}
