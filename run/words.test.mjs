import { expect, test } from 'vitest'
import { faultsOf, wordsOf } from './words.mjs'

test.each([
  ['comment', 'What was being made when the server stopped is gone on with.'],
  ['comment', 'A file that was kept is told to nobody.'],
  ['comment', 'A row stands here for ever.'],
  ['comment', 'The mail comes late.'],
  ['doc', 'True when a refund of it was new.'],
  ['test', 'bought for ever ends no more'],
  ['claim', 'go when the access has ended'],
  ['claim', 'refuses an expired code'],
  ['claim', 'answers 304 when the ETag matches'],
  ['claim', 'moves them below it'],
  ['claim', 'its policy lets in the gateway alone'],
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
  ['claim', 'a promo code refuses an expired code'],
  ['claim', 'answers wait for a network'],
  ['claim', 'files become lessons'],
  ['subject', 'feat(bundles): sell several courses as one'],
  ['subject', 'docs: README names both commands'],
])('a %s is accepted: %s', (kind, text) => {
  expect(faultsOf(kind, text)).toEqual([])
})

test('the lint reads comments by sentence, and all test names with their groups, also those of tables', () => {
  const source = `
/** Sends an email. What
 * \`kept\` means. */
const send = () => {}
// One comment
// of two lines. (Told.)
describe('K9 a cart', () => {
  test.each(rows)('K3, K4: refuses a %s', () => {})
})
test.each([1])(\`an order of \${one}\`, () => {})
`
  expect(wordsOf('one.ts', source).map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'group: a cart',
    'test: refuses a %s',
    'claim: a cart refuses a %s',
    'test: an order of X',
    'claim: an order of X',
    'doc: Sends an email.',
    'comment: Sends an email.',
    'comment: What X means.',
    'comment: One comment of two lines. (Told.)',
  ])
})
