import { expect, test } from 'vitest'
import { testsOf } from './quick.mjs'

const tree = {
  'server/src/sales/gifts/*.test.{ts,tsx,mjs}': ['server/src/sales/gifts/gifts.test.ts'],
  'server/contract/*.test.{ts,tsx,mjs}': ['server/contract/tax.test.ts'],
}
const find = (pattern) => tree[pattern] ?? []

test('a change of the server selects the tests of its folder, a changed test itself, and the planted faults', () => {
  expect(
    testsOf(['server/src/sales/gifts/gifts.service.ts', 'server/src/sales/gifts/gifts.test.ts', 'README.md'], find),
  ).toEqual({
    unit: ['server/src/sales/gifts/gifts.test.ts', 'tools/drill/money/mutations.release.test.ts'],
    browser: [],
  })
  expect(testsOf(['server/src/sales/gifts/gifts.test.ts'], find).unit).toEqual(['server/src/sales/gifts/gifts.test.ts'])
})

test('a change of the contract selects the tests that walk every call', () => {
  const { unit } = testsOf(['server/contract/tax.ts'], find)
  expect(unit).toContain('server/contract/tax.test.ts')
  expect(unit).toContain('server/test/matrix.test.ts')
})

test('a browser test runs if it changed itself, and changed documents select no tests', () => {
  expect(testsOf(['e2e/tests/cart.spec.ts', 'e2e/steps.ts'], find)).toEqual({
    unit: [],
    browser: ['e2e/tests/cart.spec.ts'],
  })
  expect(testsOf(['docs/api.md'], find)).toEqual({ unit: [], browser: [] })
})

test('a migration selects the tests of the schema, and a screen those of the table of screens', () => {
  const { unit } = testsOf(['migrations/20261201090000_users.ts'], find)
  for (const name of [
    'people/account/erasure',
    'people/account/own-data',
    'courses/courses/empty-bin',
    'platform/db/migrations',
  ]) {
    expect(unit).toContain(`server/src/${name}.test.ts`)
  }
  const app = 'web-store/src/app/student-links.ts'
  for (const file of ['server/contract/screens.ts', 'web-store/src/features/wishes/WishesScreen.tsx', app]) {
    expect(testsOf([file], find).unit).toContain('server/src/serve/pages/page-table.test.ts')
  }
})

test('a source or translation for visitors selects the tests that walk them all, unlike the console or a test', () => {
  const names = ['build/bare-texts', 'build/catalogues', 'build/sentences', 'src/app/left-behind']
  const beside = 'web-store/src/features/live/texts.json'
  for (const file of ['web-store/languages/shared.json', beside, 'web-store/src/shared/cart/SaleNote.tsx']) {
    expect(testsOf([file], find).unit).toEqual(names.map((name) => `web-store/${name}.test.ts`))
  }
  for (const file of ['web-store/src/admin/shell/AdminBar.tsx', 'web-store/src/shared/restored.test.ts']) {
    expect(testsOf([file], find).unit).toEqual([])
  }
})

test('an email, its sample or a text of the server selects the walks of emails and texts, and a tab that of the menu', () => {
  const walks = ['server/src/platform/language/language.test.ts', 'server/src/platform/mail/emails.test.ts']
  for (const name of ['live/texts.json', 'live/live-emails.ts', 'live/live.samples.ts'])
    expect(testsOf([`server/src/courses/${name}`], find).unit).toEqual(expect.arrayContaining(walks))
  const tab = testsOf(['web-store/src/admin/live/tabs.ts'], find).unit
  expect(tab).toEqual(['web-store/src/admin/tabs/tabs.test.ts'])
})
