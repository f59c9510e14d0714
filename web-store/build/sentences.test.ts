import { accessText, lifetimeText, periodText } from 'contract/access-period'
import { WORK_KINDS } from 'contract/assignment-limits'
import { states } from 'contract/gst'
import { longDayText } from 'contract/indian-time'
import { translations } from 'contract/languages'
import { mediaKinds, sizeMessage, typeMessage } from 'contract/media-kinds'
import { brandDefaults, guaranteeDefaults } from 'contract/shop-brand'
import { pointsText } from 'contract/work-points'
import { expect, test } from 'vitest'
import { translator } from '../src/language/translator.ts'
import { translationsOf } from './catalogues.ts'
import { findSentences } from './find-sentences.ts'

/** Where a visitor's call arrives and what the contract says of its input; what is put in by `main` stands by itself. */
const ROOTS = [
  'server/src/app.ts',
  'server/src/courses/media/serve.ts',
  // What is seen in a child process is said by its parent.
  'server/src/courses/media/foreign-look-process.ts',
  'server/src/courses/stamps/stamped-copies.ts',
  'server/src/platform/files/s3/objects.ts',
  'server/contract/index.ts',
]

/** What is reached, and is no sentence of an answer: papers, the server's own pages, what the creator writes, words for programs. */
const ELSEWHERE: readonly RegExp[] = [
  /^server\/src\/\w+\/(documents\/(pdf|billed|amount)|certificates\/(certificate-pdf|credentials)|live\/calendar)/,
  /^server\/src\/\w+\/(account\/(own-data|erasure)|orders\/refunds\/owed-back)/,
  /^server\/src\/\w+\/(pages\/|http\/(openapi|metrics|csp-reports|json-scan))/,
  /^server\/contract\/shop-/,
]
/** What only admins come to, although no call of theirs stands before it. */
const OF_ADMINS = /admin|refuseAddress|^server\/src\/\w+\/(http\/resumable-uploads|media\/(uploads|content\/captions))/i

/** Sentences that are put together, each as it can be. */
const composed: Record<string, readonly string[]> = {
  accessText: ['P1D', 'P2D', 'P1M', 'P12M'].flatMap((period) => [periodText(period), accessText(period)]),
  lifetimeText: ['Lifetime', lifetimeText('true') ?? ''],
  longDayText: Array.from({ length: 12 }, (_, month) => longDayText(new Date(2027, month, 9))),
  pointsText: [1, 10].map((points) => pointsText([{ points, given: 1 }]) ?? ''),
  typeMessage: WORK_KINDS.map(typeMessage),
  sizeMessage: WORK_KINDS.map((kind) => sizeMessage(kind, 2 ** 23)),
  formats: WORK_KINDS.map((kind) => mediaKinds[kind].formats).filter((formats) => formats.includes(' ')),
  states: Object.values(states),
  keyReused: ['This Idempotency-Key was used for another purchase'],
  deviceWords: [
    ...['Android', 'Chrome OS', 'Linux', 'Windows', 'iPad', 'iPhone', 'macOS'].map((machine) => `Chrome on ${machine}`),
    ...['Unknown device', 'Unknown browser', 'Unknown browser on Tizen', 'Desktop app', 'Desktop app on macOS'],
  ],
  // What the store shows until the creator writes their own, and the words that courses have always stored.
  shop: [brandDefaults.description, guaranteeDefaults.text, 'Buy Now', 'Do You Want To Grow Your Social Media?'],
  OrderDocuments: ['Sent to asha@example.in.'],
}

const found = findSentences(
  ROOTS,
  (name, file) =>
    Object.hasOwn(composed, name) || ELSEWHERE.some((form) => form.test(file)) || OF_ADMINS.test(`${file} ${name}`),
)
const sentences = [
  ...found,
  ...Object.entries(composed).flatMap(([place, texts]) => texts.map((text) => ({ text, place, toPrograms: false }))),
]

test('sentences are found in handlers, in what they call, and in the contract', () => {
  expect(found.length).toBeGreaterThan(250)
  expect(found.filter(({ text }) => text === 'Joining opens 15 minutes before the lesson begins')).toHaveLength(1)
  expect(found.filter(({ text }) => text === 'You already own …').length).toBeGreaterThan(0)
  expect(found.filter(({ text }) => text === 'Please enter a valid email address').length).toBeGreaterThan(0)
  expect(found.filter(({ text }) => text === 'Live lesson saved')).toEqual([])
})

test.each(translations)('%s: every sentence that a visitor may be answered has its pattern', (language) => {
  const speaks = translator(Object.assign({}, ...Object.values(translationsOf(language).sentences)))
  const missing = sentences
    .filter(({ text, toPrograms }) => !toPrograms && speaks(text) === undefined)
    .map(({ text, place }) => `${place}: ${text}`)
  expect([...new Set(missing)].sort()).toEqual([])
})

test.each(translations)(
  '%s: the words that courses have always stored are there before a page comes to life',
  (language) => {
    const speaks = translator(translationsOf(language).sentences['first-sentences'])
    const usual = ['Buy Now', 'Do You Want To Grow Your Social Media?']
    expect(usual.filter((text) => speaks(text) === undefined)).toEqual([])
  },
)

test.each(translations)('%s: every pattern is of a sentence that a visitor may be answered', (language) => {
  const patterns = Object.values(translationsOf(language).sentences).flatMap((catalogue) => Object.keys(catalogue))
  const unsaid = patterns.filter((pattern) => {
    const speaks = translator({ [pattern]: 'said' })
    return !sentences.some(({ text }) => speaks(text) !== undefined)
  })
  expect(unsaid).toEqual([])
})
