import { execFileSync } from 'node:child_process'
import { root } from './children.mjs'

const isMigration = (file) => /^migrations\/\d{14}_\w+\.ts$/.test(file)

/**
 * Lists what is wrong with the migrations of the working tree, a sentence each, compared with the landed ones: those of
 * `origin/main`, or of the last commit without that branch. Databases run migrations once and in order. An edited one
 * runs nowhere again, and one stamped between landed ones runs in an order that new databases do not have. Returns an
 * empty list outside git or without enough history.
 */
export function migrationProblems(folder = root) {
  const git = (...args) => linesOf(folder, args)
  const [tip] = [...git('rev-parse', '-q', '--verify', 'origin/main'), ...git('rev-parse', '-q', '--verify', 'HEAD')]
  const [base] = tip ? git('merge-base', tip, 'HEAD') : []
  if (!base) return []
  const landed = git('ls-tree', '--name-only', tip, 'migrations/').filter(isMigration)
  const newest = landed.sort().at(-1) ?? ''
  const changes = git('diff', '--name-status', '--no-renames', base, '--', 'migrations/').map((line) =>
    line.split('\t'),
  )
  const untracked = git('ls-files', '-o', '--exclude-standard', 'migrations/').map((file) => ['A', file])
  return [...changes, ...untracked].flatMap(([status, file]) => {
    if (!isMigration(file)) return []
    if (status !== 'A')
      return [`${file} has landed and never changes: restore it, and add another with npm run new -- migration NAME`]
    if (landed.includes(file) || file > newest) return []
    return [`${file} would run before ${newest}, which has landed: use a later stamp`]
  })
}

/** Returns git's output by line; an empty list if git fails. */
function linesOf(cwd, args) {
  try {
    const said = execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return said.split('\n').filter(Boolean)
  } catch {
    return []
  }
}
