import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isStopping, root, runNode } from './children.mjs'
import { listProblems } from './lists.mjs'
import { lengthProblems, looseProblems, smallProblems } from './long-files.mjs'
import { sourceFiles } from './sources.mjs'

const isMigration = (file) => /^migrations\/\d{14}_\w+\.ts$/.test(file)

/**
 * Lists what is wrong with the migrations of the working tree, a sentence each, compared with the landed ones: those of
 * `origin/main`, or of the last commit without that branch. Databases run migrations once and in order. An edited one
 * (comments aside) runs nowhere again, and one stamped between landed ones runs in an order that new databases do not have. Returns an
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
    if (
      status === 'M' &&
      statementsOf(git('show', `${base}:${file}`).join('\n')) === statementsOf(readFileSync(join(folder, file), 'utf8'))
    )
      return []
    // A baseline stands for the steps that it folds.
    if (status === 'D' && isFolded(folder, file)) return []
    if (status !== 'A')
      return [`${file} has landed and never changes: restore it, and add another with npm run new -- migration NAME`]
    if (landed.includes(file) || file > newest || /_baseline\.ts$/.test(file)) return []
    return [`${file} would run before ${newest}, which has landed: use a later stamp`]
  })
}

/** Returns true for a step that the baseline of the working tree folds. */
function isFolded(folder, file) {
  const list = join(folder, 'server/src/platform/db/folded-steps.ts')
  return existsSync(list) && readFileSync(list, 'utf8').includes(`'${basename(file, '.ts')}'`)
}

/** Returns a migration without its comments, which may become plainer. */
const statementsOf = (text) =>
  text
    .replace(/^\s*(\/\*[\s\S]*?\*\/|\/\/.*$)/gm, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns git's output by line; an empty list if git fails. */
function linesOf(cwd, args) {
  try {
    const shown = execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return shown.split('\n').filter(Boolean)
  } catch {
    return []
  }
}

/** Matches a literal that is spread into another one, which only dodges the formatter: its properties stand there by themselves. */
const SPREAD_LITERAL = /(?<!['"`])\.{3}\{/g

/**
 * Lists spread literals, a sentence each.
 * @param {(file: string) => string} read returns the text of a file
 */
export function spreadProblems(files = sourceFiles(), read = (file) => readFileSync(join(root, file), 'utf8')) {
  return files
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(SPREAD_LITERAL)].map(() => `${file} spreads a literal: write its properties`),
    )
}

/** Matches a day that is cut out of the text of an instant: between midnight and 5:30 in India that is the day before. */
const CUT_DAY =
  /(?:toISOString\(\)|\b\w*(?:_at|At|_date|_until|\bat|\bnow|\bwhen|\bmoment|\binstant))\??\.slice\(0, 10\)/g

/**
 * Lists days that the product cuts out of instants, a sentence each.
 * @param {(file: string) => string} read returns the text of a file
 */
export function cutDayProblems(files = sourceFiles(), read = (file) => readFileSync(join(root, file), 'utf8')) {
  return files
    .filter((file) =>
      /^(?:server\/(?:src|contract)|web-store\/src|desktop-admin\/src)\/.*(?<!\.test)\.tsx?$/.test(file),
    )
    .filter((file) => file !== 'server/contract/indian-time.ts')
    .flatMap((file) =>
      [...read(file).matchAll(CUT_DAY)].map(
        ([cut]) => `${file} cuts a day out of an instant (${cut}): use indianDay()`,
      ),
    )
}

/** The static checks, cheapest first. */
const checks = [
  { name: 'lockfile policy', passes: checkLockfile },
  { name: 'imports', passes: checkImports },
  { name: 'lists', passes: () => hasNone(listProblems()) },
  { name: 'table owners', passes: checkTables },
  { name: 'seams', passes: checkSeams },
  { name: 'landed migrations', passes: () => hasNone(migrationProblems()) },
  { name: 'file lengths', passes: () => hasNone([...lengthProblems(), ...looseProblems()]) },
  { name: 'spread literals', passes: () => hasNone(spreadProblems()) },
  { name: 'days of instants', passes: () => hasNone(cutDayProblems()) },
  {
    name: 'format and lint',
    passes: () => tool('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
  },
  { name: 'types of the server', passes: () => types('server') },
  { name: 'types of the end-to-end tests', passes: () => types('e2e') },
  { name: 'types of the store', passes: () => types('web-store') },
  { name: 'types of the desktop app', passes: () => types('desktop-admin') },
]

/** Runs all checks, prints a line for each, and returns their results as `{ name, passed }[]`. */
export async function runChecks() {
  const results = []
  for (const { name, passes } of checks) {
    if (isStopping()) break
    const passed = await passes()
    console.log(`${passed ? '✓' : '✗'} ${name}`)
    results.push({ name, passed })
  }
  return results
}

/** Checks the types of a package, those of changed files only: the compiler's state of the last check lies in `.cache/`. */
const types = (folder) =>
  tool(
    'node_modules/typescript/bin/tsc',
    '-p',
    folder,
    '--incremental',
    '--tsBuildInfoFile',
    `.cache/types/${folder}.tsbuildinfo`,
  )

async function tool(file, ...args) {
  return (await runNode([file, ...args], { tool: true })) === 0
}

// The next three load their module late: it needs development packages.

/** Checks imports against the table in `homes.mjs`, and that a small file has more than one importer. */
async function checkImports() {
  const { importProblems, readImports } = await import('./imports.mjs')
  return hasNone([...importProblems(), ...smallProblems(readImports())])
}

/** Checks that SQL names only tables of its own folder, by the list in `tables.mjs`. */
async function checkTables() {
  const { tableProblems } = await import('./table-owners.mjs')
  return hasNone(tableProblems())
}

/** Checks that slots and hooks have a type and two who join. */
async function checkSeams() {
  const { readSeams, seamProblems } = await import('./seams.mjs')
  return hasNone(seamProblems(await readSeams()))
}

// Older versions have known vulnerabilities.
const lowestVersions = { multer: [2, 1], sharp: [0, 35] }

function checkLockfile() {
  const npmrc = readFileSync(join(root, '.npmrc'), 'utf8')
  return hasNone(lockfileProblems(readJson('package-lock.json'), readJson('package.json'), npmrc))
}

function hasNone(problems) {
  for (const problem of problems) console.error(`  ${problem}`)
  return problems.length === 0
}

/**
 * Checks that an install takes exactly the reviewed packages: each from the registry with its hash, none from a folder,
 * an address or git, and no install script runs. The registry's host is not named, so that each machine uses its own.
 */
export function lockfileProblems({ packages }, { engines, allowScripts = {} }, npmrc) {
  const problems = Object.entries(packages).flatMap(([folder, entry]) => problemsOf(folder, entry, allowScripts))
  if (!/^ignore-scripts\s*=\s*true$/m.test(npmrc)) problems.push('.npmrc: ignore-scripts must be true')
  if (!(Number(/^>=(\d+)/.exec(engines?.node ?? '')?.[1]) >= 22)) {
    problems.push('package.json: engines must require Node 22 or newer')
  }
  return problems
}

function problemsOf(folder, entry, allowScripts) {
  // Our own packages, and the links to them.
  if (entry.link || !folder.includes('node_modules/')) return []
  const name = entry.name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const problems = []
  if (entry.resolved) problems.push(`${folder}: has a fixed source (${entry.resolved})`)
  if (!entry.integrity?.startsWith('sha512-')) problems.push(`${folder}: has no sha512 hash`)
  if (!/^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/.test(entry.version ?? ''))
    problems.push(`${folder}: has no plain version`)
  if (entry.hasInstallScript && allowScripts[name] !== false) {
    problems.push(`${folder}: its install script is not denied in allowScripts of package.json`)
  }
  const lowest = lowestVersions[name]
  if (lowest && isOlder(entry.version, lowest)) problems.push(`${folder}: must be at least ${lowest.join('.')}`)
  return problems
}

function isOlder(version, [lowestMajor, lowestMinor]) {
  const [major, minor] = version.split('.').map(Number)
  return major < lowestMajor || (major === lowestMajor && minor < lowestMinor)
}

function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'))
}
