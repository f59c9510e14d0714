import { expect, test } from 'vitest'
import { faultsOf, wordsOf } from './words.mjs'

test.each([
  ['comment', 'What was being made when the server stopped is gone on with.'],
  ['comment', 'A file that was kept is told to nobody.'],
  ['comment', 'A row stands here for ever.'],
  ['comment', 'The mail comes late.'],
  ['doc', 'True when a refund of it was new.'],
  ['test', 'bought for ever ends no more'],
  ['test', 'go when the access has ended'],
  ['test', 'by an expired link nothing is opened'],
  ['subject', 'Let several be sold as one'],
  ['subject', 'feat(bundles): Sell several courses as one'],
  ['subject', 'style: format a test'],
  ['subject', `fix(orders): ${'a'.repeat(60)}`],
])('a %s is refused: %s', (kind, text) => {
  expect(faultsOf(kind, text)).not.toEqual([])
})

test.each([
  ['comment', 'An interrupted conversion resumes where it stopped.'],
  ['comment', 'The id comes from the gateway and stands for a link.'],
  ['comment', 'By default, a course is public.'],
  ['comment', 'Which courses are on sale?'],
  ['doc', 'Returns true if any refund is new or changed.'],
  ['test', 'lifetime access never expires'],
  ['test', 'answers 304 when the ETag matches'],
  ['subject', 'feat(bundles): sell several courses as one'],
  ['subject', 'docs: README names both commands'],
])('a %s is accepted: %s', (kind, text) => {
  expect(faultsOf(kind, text)).toEqual([])
})

test('the lint reads comments by sentence, and all test names, also those of tables', () => {
  const source = `
/** Sends an email. What
 * \`kept\` means. */
const send = () => {}
// One comment
// of two lines. (Told.)
test.each(rows)('K3, K4: a buyer', () => {})
test.each([1])(\`an order\`, () => {})
`
  expect(wordsOf('one.ts', source).map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'test: a buyer',
    'test: an order',
    'doc: Sends an email.',
    'comment: Sends an email.',
    'comment: What X means.',
    'comment: One comment of two lines. (Told.)',
  ])
})
