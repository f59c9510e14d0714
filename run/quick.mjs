import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { dirname } from 'node:path'
import { root } from './children.mjs'

/** A change of the contract reaches every call, and these hold what all calls have in common. */
const ofTheContract = [
  'server/contract',
  'server/test/called.test.ts',
  'server/test/matrix.test.ts',
  'server/test/addresses.test.ts',
]

/** A new table or column says what it holds of a student. */
const ofTheSchema = [
  'server/src/account/erasure.test.ts',
  'server/src/account/own-data.test.ts',
  'server/src/courses/empty-bin.test.ts',
  'server/src/db/indexes.test.ts',
  'server/src/db/migrations.test.ts',
]

/** What visitors get says every text through `t`, in every language, and keeps nothing of a person who leaves. */
const ofTheStore = [
  ...['bare-texts', 'catalogues', 'sentences'].map((name) => `web-store/build/${name}.test.ts`),
  'web-store/src/app/left-behind.test.ts',
]

/** The faults that the drill plants name lines of the server. */
const ofItsLines = ['tools/drill/mutations.test.ts']

/** A screen of the store has its row in the table of screens, and a student's a link in `app`. */
const ofScreens = ['server/src/pages/page-table.test.ts']

/**
 * The tests that a change touches: those that changed, those that stand in the folder of a file that changed, and those that
 * walk all of what changed: the contract, the schema, the screens, the store, lines that something else names. A browser test counts when it changed itself. Answers paths below the root.
 *
 * @param {string[]} changed files below the root, as git names them
 * @param {(pattern: string) => string[]} find files below the root that match
 */
export function testsOf(changed, find = (pattern) => globSync(pattern, { cwd: root })) {
  const code = changed.filter((file) => /\.(m?[jt]s|tsx)$/.test(file))
  const browser = code.filter((file) => /^e2e\/.*\.spec\.ts$/.test(file))
  const folders = new Set(code.filter((file) => !file.startsWith('e2e/')).map((file) => dirname(file)))
  const beside = [...folders].flatMap((folder) => find(`${folder === '.' ? '' : `${folder}/`}*.test.{ts,tsx,mjs}`))
  const contract = code.some((file) => file.startsWith('server/contract/')) ? ofTheContract : []
  const schema = code.some((file) => file.startsWith('migrations/')) ? ofTheSchema : []
  const lines = code.some((file) => /^server\/src\/.*(?<!\.test)\.ts$/.test(file)) ? ofItsLines : []
  const isScreen = (file) =>
    file === 'server/contract/screens.ts' || /^web-store\/src\/(app\/|.*Screen\.tsx$)/.test(file)
  const screens = code.some(isScreen) ? ofScreens : []
  const isOfVisitors = (file) => /^web-store\/(languages\/|src\/(?!admin\/).*(?<!\.test)\.tsx?$)/.test(file)
  const store = changed.some(isOfVisitors) ? ofTheStore : []
  return { unit: [...new Set([...beside, ...contract, ...schema, ...lines, ...screens, ...store])].sort(), browser }
}

/** What is not committed yet; on a clean tree, what the last commit changed. Deleted files are left out. */
export function changedFiles() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  const open = [...git('diff', '--name-only', '-z', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard', '-z')]
  const files = open.length > 0 ? open : git('diff', '--name-only', '-z', 'HEAD~1', 'HEAD')
  return files.filter((file) => existsSync(`${root}/${file}`))
}
