import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contract } from 'contract'
import { expect, it } from 'vitest'
import { accessOf } from '../api/decode-error.ts'

// `next-person.test.ts` covers the query cache and the browser's storage when a person leaves. These tests cover all
// other state: the page and its modules continue for the next person.

const root = join(import.meta.dirname, '..')
const sources = globSync('{shared,features,app,stores,api}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** Lists every match of `pattern`, as `file name`. */
const found = (pattern: RegExp) =>
  sources
    .flatMap(({ file, text }) => Array.from(text.matchAll(pattern), ([, one, other]) => `${file} ${one ?? other}`))
    .sort()

/** Module state, and the reason why it may stay for the next person. */
const STATE: Readonly<Record<string, string>> = {
  'api/call-types.ts unanswered': 'goes with the error that it describes',
  'api/client.ts loaded': 'the program that sends calls, fetched once',
  'features/checkout/start-purchase.ts unfinished': 'goes with the account, which is made by who is not signed in',
  'features/offline/downloader-state.ts useDownloader': 'is read anew once the disk of who left is wiped',
  'features/offline/downloader.ts underWay': 'ends with the lesson that arrives',
  'features/checkout/use-billing.ts rules': 'is code',
  'features/learn/progress/use-beats.ts mayWait': 'says whether the disk was looked at',
  'features/learn/progress/use-beats.ts sending': 'ends with the call',
  'features/learn/quiz/use-quiz.ts EMPTY': 'is never written to',
  'shared/cart/follow-cart.ts following': 'says that the page follows whoever is logged in',
  'stores/cart.ts useCart': 'belongs to the browser',
  'stores/console-columns.ts useConsoleColumns': 'belongs to the browser: the chosen columns of lists',
  'stores/console-menu.ts useConsoleMenu': 'belongs to the browser: how the menu of the console was left',
  'stores/drafts.ts studentDrafts': 'is emptied by app/next-person.ts',
  'stores/drafts.ts visitorDrafts': 'is emptied by app/next-person.ts',
  'stores/downloaded-lessons.ts useDownloadedIds': 'is read anew once the disk of who left is wiped',
  'stores/player-choices.ts usePlayerChoices': 'belongs to the browser: how lessons are played',
  'stores/session.ts useSession': 'says who is here',
  'stores/shop-clock.ts aheadMs': 'belongs to the shop: how far its clock is ahead of the device',
  'stores/storage.ts overlay': 'belongs to the browser: the cart of a buy link',
  'stores/storage.ts unstored': 'goes with the entry it stands for, which whoever empties the storage removes',
  'app/StoreLayout.tsx shown': 'is the address of this page',
  'app/StoreLayout.tsx reported': 'says that this page reported its visit',
  'stores/visit.ts begun': 'says whether the link of this page was read',
  'stores/visit.ts visit': 'belongs to the browser: the reported steps of a visit',
}

it('no module stores personal data of a person who leaves', () => {
  const state = found(
    /^(?:export )?(?:let (\w+)|const (\w+)(?:: [^=\n]+)? = (?:new (?:Map|Set|WeakMap)(?:<.*>)?\(\)|create(?:<.*>)?\(|draftsOf\(|\[\]|\{\}|\{[^\n]*(?:\[\]|new (?:Map|Set|WeakMap)\()))/gm,
  )
  // A deleted feature has no folder.
  const allowed = Object.keys(STATE).filter((entry) => existsSync(join(root, dirname(entry))))
  expect(
    state,
    'what a line of app/next-person.ts empties, or STATE of app/left-behind.test.ts says why it may stay',
  ).toEqual(allowed.sort())
})

/** Answers of public calls under our own keys, and the reason why their input may stay. */
const KEYS: Readonly<Record<string, string>> = {
  'shared/courses/courses.queries.ts courses.list': 'the catalogue, by what the address says',
  'shared/cart/priced-cart.ts courses.list': 'the courses of the cart, which belongs to the browser',
}

it('the call makes each key, so that its person is known', () => {
  const own = sources.flatMap(({ file, text }) => [
    ...Array.from(
      text.matchAll(/\bqueryKey: (?!\[\.\.\.api\.|api\.|options\.|queryKey\(|QueryKey|\[path\])[^\n]*/g),
      ([line]) => `${file} ${line}`,
    ),
    ...Array.from(text.matchAll(/\.queryOptions\(\{[^}]*\bqueryKey\b/g), ([line]) => `${file} ${line}`),
  ])
  expect(own, 'write [...api.<call>.key(), …], or leave the key to queryOptions').toEqual([])
})

it('public answers, which stay, are not stored under personal keys', () => {
  const keys = found(/\bqueryKey: \[\.\.\.api\.([\w.]+)\.key\(\)/g)
  const open = keys.filter((key) => accessOf(contract, key.split(' ')[1]?.split('.') ?? []) === 'public')
  const advice = 'a key begins with a call that is not public, or KEYS of app/left-behind.test.ts says why it may stay'
  expect(open, advice).toEqual(Object.keys(KEYS).sort())
})
