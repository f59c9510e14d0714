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

/**
 * Entry points of visitors' calls, and the contract's input rules; modules that `main` injects are listed separately.
 */
const ROOTS = [
  'server/src/app.ts',
  'server/src/courses/media/serve.ts',
  // The parent process translates errors of this child process.
  'server/src/courses/media/foreign-look-process.ts',
  'server/src/courses/stamps/stamped-copies.ts',
  'server/src/platform/files/s3/objects.ts',
  'server/contract/index.ts',
]

/**
 * Reached code without sentences for responses: documents, the server's own pages, the creator's texts, texts for
 * programs.
 */
const ELSEWHERE: readonly RegExp[] = [
  /^server\/src\/\w+\/(documents\/(pdf|billed|amount)|certificates\/(certificate-pdf|credentials)|live\/calendar)/,
  /^server\/src\/\w+\/(account\/(own-data|erasure)|orders\/refunds\/owed-back)/,
  /^server\/src\/\w+\/(pages\/|http\/(openapi|metrics|csp-reports|json-scan))/,
  /^server\/contract\/shop-/,
]
/** Code that only admins reach, although no admin call precedes it. */
const OF_ADMINS = /admin|refuseAddress|^server\/src\/\w+\/(http\/resumable-uploads|media\/(uploads|content\/captions))/i

/** Sentences with values, with each possible value. */
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
  // Defaults of the store until the creator writes their own, and the default texts of courses.
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

test('sentences are found in handlers, in functions they call, and in the contract', () => {
  expect(found.length).toBeGreaterThan(250)
  expect(found.filter(({ text }) => text === 'Joining opens 15 minutes before the lesson begins')).toHaveLength(1)
  expect(found.filter(({ text }) => text === 'You already own …').length).toBeGreaterThan(0)
  expect(found.filter(({ text }) => text === 'Please enter a valid email address').length).toBeGreaterThan(0)
  expect(found.filter(({ text }) => text === 'Live lesson saved')).toEqual([])
})

test.each(translations)('%s: every sentence that a visitor may get has its pattern', (language) => {
  const speaks = translator(Object.assign({}, ...Object.values(translationsOf(language).sentences)))
  const missing = sentences
    .filter(({ text, toPrograms }) => !toPrograms && speaks(text) === undefined)
    .map(({ text, place }) => `${place}: ${text}`)
  expect([...new Set(missing)].sort()).toEqual([])
})

test.each(translations)('%s: the default texts of courses exist before hydration', (language) => {
  const speaks = translator(translationsOf(language).sentences['first-sentences'])
  const usual = ['Buy Now', 'Do You Want To Grow Your Social Media?']
  expect(usual.filter((text) => speaks(text) === undefined)).toEqual([])
})

test.each(translations)('%s: every pattern matches a sentence that a visitor may get', (language) => {
  const patterns = Object.values(translationsOf(language).sentences).flatMap((catalogue) => Object.keys(catalogue))
  const unsaid = patterns.filter((pattern) => {
    const speaks = translator({ [pattern]: 'said' })
    return !sentences.some(({ text }) => speaks(text) !== undefined)
  })
  expect(unsaid).toEqual([])
})
