import { execFileSync } from 'node:child_process'
import { root } from './children.mjs'

const isMigration = (file) => /^migrations\/\d{14}_\w+\.ts$/.test(file)

/**
 * What is wrong with the migrations of the working tree beside those that have landed, a sentence each: those of `origin/main`, or of the
 * last commit where there is none. Databases have run them in their order: one that changes is run nowhere again, and one stamped
 * between them is run at a place that a new database does not know. Nothing is said without git, and without the history that tells.
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
      return [`${file} has landed and never changes: put it back, and begin another with npm run new -- migration NAME`]
    if (landed.includes(file) || file > newest) return []
    return [`${file} would be run before ${newest}, which has landed: give it a later stamp`]
  })
}

/** What git says, line by line; nothing where it cannot say it. */
function linesOf(cwd, args) {
  try {
    const said = execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return said.split('\n').filter(Boolean)
  } catch {
    return []
  }
}
