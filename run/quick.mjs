import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { dirname } from 'node:path'
import { root } from './children.mjs'

/** A change of the contract affects every call; these tests walk all calls. */
const ofTheContract = [
  'server/contract',
  'server/test/called.test.ts',
  'server/test/matrix.test.ts',
  'server/test/addresses.test.ts',
  'server/src/serve/http/call-costs.test.ts',
]

/** A new table or column declares which student data it stores. */
const ofTheSchema = [
  'server/src/people/account/erasure.test.ts',
  'server/src/people/account/own-data.test.ts',
  'server/src/courses/courses/empty-bin.test.ts',
  'server/src/platform/db/indexes.test.ts',
  'server/src/platform/db/migrations.test.ts',
]

/** Sources for visitors pass every text through `t`, in every language, and store nothing of a person who logs out. */
const ofTheStore = [
  ...['bare-texts', 'catalogues', 'sentences'].map((name) => `web-store/build/${name}.test.ts`),
  'web-store/src/app/left-behind.test.ts',
]

/** Emails are written from their samples in every language, and a text of the server has its translations beside it. */
const ofServerTexts = [
  'server/src/platform/language/language.test.ts',
  'server/src/platform/mail/emails.test.ts',
  'web-store/build/catalogues.test.ts',
]

/** Roles see the tabs whose calls they may make, in one order. */
const ofTabs = ['web-store/src/admin/tabs/tabs.test.ts']

/** The planted faults of the drill name lines of the server. */
const ofItsLines = ['tools/drill/money/mutations.release.test.ts']

/** A screen of the store has a row in the table of screens, and one for students a link in `app`. */
const ofScreens = ['server/src/serve/pages/page-table.test.ts']

/**
 * Selects the tests that a change affects: changed tests, tests in the folder of a changed file, and tests that walk
 * all of one kind (contract, schema, screens, tabs, store, texts and emails of the server, named lines). A browser test runs only if it changed itself.
 * Returns paths relative to the root.
 * @param {string[]} changed files relative to the root, as git names them
 * @param {(pattern: string) => string[]} find files relative to the root that match
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
  const isOfVisitors = (file) =>
    /^web-store\/(languages\/|src\/(?!admin\/).*((?<!\.test)\.tsx?|\/texts\.json)$)/.test(file)
  const store = changed.some(isOfVisitors) ? ofTheStore : []
  const isServerText = (file) => /^server\/src\/.*(\/texts\.json|-(emails|letters)\.ts|\.samples\.ts)$/.test(file)
  const texts = changed.some(isServerText) ? ofServerTexts : []
  const tabs = code.some((file) => /^web-store\/src\/admin\/.*\/tabs\.ts$/.test(file)) ? ofTabs : []
  const walks = [contract, schema, lines, screens, store, texts, tabs].flat()
  return { unit: [...new Set([...beside, ...walks])].sort(), browser }
}

/** Lists uncommitted changes, or those of the last commit if the tree is clean; without deleted files. */
export function changedFiles() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  const open = [...git('diff', '--name-only', '-z', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard', '-z')]
  const files = open.length > 0 ? open : git('diff', '--name-only', '-z', 'HEAD~1', 'HEAD')
  return files.filter((file) => existsSync(`${root}/${file}`))
}
