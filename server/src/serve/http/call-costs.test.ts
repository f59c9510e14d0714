import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contract } from 'contract'
import { emailsToAddress } from 'contract/call-cost'
import { defineCall } from 'contract/define-call'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type CallCost, costOf } from './call-costs.ts'
import { routes } from './route-table.ts'

test('a public call that hashes, mails, draws, exports or calls out has a limit by client', () => {
  for (const { key, access, limits, cost } of routes) {
    if (access !== 'public' || cost === 'plain') continue
    expect([key, limits.some(({ per }) => per === 'client')]).toEqual([key, true])
  }
})

const call = { method: 'POST', path: '/admin/things', access: 'admin', summary: 'Add a thing' } as const

test('a call that says neither how often nor whether it is confirmed is refused', () => {
  expect(() => defineCall(call)).toThrow('needs confirm')
  expect(() => defineCall({ ...call, path: '/things', access: 'public' })).toThrow('needs limits')
  expect(() => defineCall({ ...call, method: 'GET', cost: 'draw' })).toThrow('needs limits')
  // @ts-expect-error: a limit of an account says whose
  defineCall({ ...call, path: '/things', access: 'public', limits: [emailsToAddress()] })
  const { limits, confirm } = defineCall({ ...call, confirm: { without: 'adds one' } })['~orpc'].meta
  expect([limits, confirm]).toEqual([[expect.objectContaining({ name: 'admin_write' })], undefined])
})

test('a public call counts nobody who is not there', () => {
  for (const { key, access } of routes) {
    const callers = costOf(key).limits.filter(({ per }) => per === 'caller')
    if (access === 'public') expect([key, callers]).toEqual([key, []])
  }
})

test('one name is one limit', () => {
  const byName = new Map<string, string>()
  for (const { key } of routes) {
    for (const { name, points, seconds } of costOf(key).limits) {
      const figures = `${points} in ${seconds}`
      expect([name, byName.get(name) ?? figures]).toEqual([name, figures])
      byName.set(name, figures)
    }
  }
})

test('every call with search words counts as a search, or as an export', () => {
  const calls = contract as unknown as Record<string, Record<string, { '~orpc': { inputSchema?: z.ZodType } }>>
  for (const { key } of routes) {
    const [feature = '', name = ''] = key.split('.')
    const input = calls[feature]?.[name]?.['~orpc'].inputSchema
    const { properties: { q, query } = {} } = input ? (z.toJSONSchema(input, ANY_INPUT) as Shape) : {}
    const searches = (q ?? query?.properties?.q) !== undefined
    const { cost } = costOf(key)
    expect([key, cost === 'search' || (searches && cost === 'export')]).toEqual([key, searches])
  }
})

const ANY_INPUT = { io: 'input', unrepresentable: 'any' } as const
type Shape = { properties?: { q?: unknown; query?: Shape } }

const SRC = fileURLToPath(new URL('../..', import.meta.url))

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.test)\.ts$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(SRC, name), 'utf8') }))

/** Names functions that do such a thing themselves, or by another function of their file. */
const doing = (sign: RegExp) =>
  sources.flatMap(({ text }) => {
    const functions = Array.from(
      text.matchAll(/^(?:export )?async function (\w+)[\s\S]*?^}/gm),
      ([body, name = '']) => ({
        body,
        name,
      }),
    )
    const found = new Set<string>()
    const isFound = (body: string) =>
      sign.test(body) || [...found].some((name) => new RegExp(`\\b${name}\\(`).test(body.slice(body.indexOf('{'))))
    for (const _ of functions) for (const { body, name } of functions) if (isFound(body)) found.add(name)
    return [...found]
  })

const hashing = doing(/await (hash|verify)Password\(/)
const mailing = doing(/\bsend\([^()]*-mail'/)

/** The handler of a call hashes, mails or draws by one of these; a call that begins to is found here. */
const SIGNS: [RegExp, CallCost['cost'][]][] = [
  // Mailing waits for the same turns.
  [new RegExp(`\\b(${hashing.join('|')})\\(`), ['hash', 'mail']],
  // Calling the gateway or hashing costs more than the mail beside it.
  [new RegExp(`'(forgotten-password|[\\w-]+-mail)'|\\b(${mailing.join('|')})\\(`), ['mail', 'ask', 'hash']],
  [/pdfOf\(/, ['draw']],
  [/csvStream\(/, ['export']],
]

test('a handler that hashes, mails, draws or exports is called so in the contract', () => {
  expect(hashing).toEqual(expect.arrayContaining(['login', 'adminLogin', 'register', 'changePassword', 'confirm']))
  const seen = new Map<string, number>()
  for (const { text } of sources.filter(({ name }) => name.endsWith('.handlers.ts'))) {
    for (const part of text.split(/(?=calls\.\w+\.\w+\.handler\()/)) {
      const name = /^calls\.(\w+\.\w+)\.handler/.exec(part)?.[1]
      const found = SIGNS.find(([sign]) => sign.test(part.split('\n  }),')[0] ?? ''))
      if (!name || !found) continue
      seen.set(found[1][0] ?? '', (seen.get(found[1][0] ?? '') ?? 0) + 1)
      expect([name, found[1]]).toEqual([name, expect.arrayContaining([costOf(name).cost])])
    }
  }
  expect(Object.fromEntries(seen)).toMatchObject({ hash: expect.any(Number), mail: expect.any(Number) })
  expect(seen.get('hash')).toBeGreaterThan(7)
})
