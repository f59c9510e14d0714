import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { contract } from 'contract'
import { lifetimeText } from 'contract/access-period'
import { states } from 'contract/gst-states'
import { WORK_KINDS, WORK_SIZE_MESSAGE } from 'contract/limits'
import { MEDIA_KINDS, mediaKinds, sizeTemplate, typeMessage } from 'contract/media/kinds'
import { guaranteeDefaults } from 'contract/shop/brand'
import { expect, test } from 'vitest'
import { readCatalogues, SAID, SAID_FIRST } from './catalogues.ts'

// TypeScript proves the sentences of errors, by `appError`; the tests here prove the rest.

const { [SAID]: later = {}, [SAID_FIRST]: first = {} } = readCatalogues()
const sentences = Object.keys({ ...first, ...later })

/** The defaults of the shop and of courses. */
const shop = ['Buy Now', 'Do You Want To Grow Your Social Media?', lifetimeText('true')]
const words = [
  ...shop,
  guaranteeDefaults.text,
  'Lifetime',
  WORK_SIZE_MESSAGE,
  ...WORK_KINDS.map(typeMessage),
  ...MEDIA_KINDS.map(sizeTemplate),
  ...WORK_KINDS.map((kind) => mediaKinds[kind].formats).filter((formats) => formats.includes(' ')),
  ...Object.values(states),
  'Unknown device',
  'Unknown browser',
  'Desktop app',
  'Please choose a file',
  'This Idempotency-Key was used for another purchase',
]

type Entry = { '~orpc'?: { route: { path?: string }; inputSchema?: object } }

/** Yields every message of the schemas in a value. */
function* messagesIn(value: unknown, seen = new Set<unknown>()): Generator<string> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const { _zod: { def = value } = {} } = value as { _zod?: { def?: object } }
  for (const [name, part] of Object.entries(def)) {
    if (name !== 'error') yield* messagesIn(part, seen)
    else if (typeof part === 'function') yield String(part({}))
  }
}

/** Yields the messages of the inputs of visitors' calls. */
function* messagesOfCalls(node: object): Generator<string> {
  const { '~orpc': call } = node as Entry
  if (!call) for (const child of Object.values(node)) yield* messagesOfCalls(child)
  else if (!call.route.path?.startsWith('/admin')) yield* messagesIn(call.inputSchema)
}

/** These messages name ids and numbers, which no person types. */
const OF_VALUES = /^(Must be (?!at most \d+ characters|text|the name of your)|Idempotency-Key )/
const inputs = new Set([...messagesOfCalls(contract)].filter((message) => !OF_VALUES.test(message)))

test('every message of an input and every word of the contract has its translations', () => {
  expect(inputs).toContain('Please enter a valid email address')
  expect([...inputs, ...words].filter((text) => !sentences.includes(text ?? ''))).toEqual([])
})

test('the default words of courses are in the catalogue that loads before a page responds', () => {
  expect(shop.filter((text) => !Object.hasOwn(first, text ?? ''))).toEqual([])
})

test('every translation is of a sentence of the server or of the contract', () => {
  const server = fileURLToPath(new URL('../../server', import.meta.url))
  const files = globSync(['src/**/*.ts', 'contract/**/*.ts'], {
    cwd: server,
    exclude: (name) => name.endsWith('.test.ts'),
  })
  const sources = files.map((file) => readFileSync(`${server}/${file}`, 'utf8')).join('\n')
  const spoken = (text: string) => inputs.has(text) || words.includes(text) || sources.includes(text)
  expect(sentences.filter((text) => !spoken(text))).toEqual([])
})
