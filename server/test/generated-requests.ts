import { contract } from 'contract'
import { z } from 'zod'
import { type Route, routes } from '../src/serve/http/route-table.ts'

/**
 * Requests generated from the contract's schemas: mostly valid ones, with ids and texts from the database, and mutated
 * ones. One seed determines them, so that a run can be repeated.
 */

export type Random = { below(limit: number): number; pick<T>(list: readonly T[]): T; chance(percent: number): boolean }

/** mulberry32: small, seeded, random enough for choices. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    chance: (percent) => below(100) < percent,
  }
}

/** Known values by field name; other values come from the schema's type. */
export type Pools = Record<string, readonly unknown[]>

export type GeneratedRequest = {
  route: Route
  path: string
  query: [string, string][]
  headers: Record<string, string>
  /** Text of the request; undefined = no body. */
  body: string | undefined
  mutated: boolean
}

type Json = Record<string, unknown>
type Schema = Json & {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  minimum?: number
  maximum?: number
  minItems?: number
}

type Entry = { route: Route; detailed: boolean; schema: Schema }

const entries = new Map<string, Entry>(
  routes.map((route) => {
    const [group = '', name = ''] = route.key.split('.')
    const procedure = (contract as unknown as Record<string, Record<string, (typeof contract)['auth']['login']>>)[
      group
    ]?.[name]
    const definition = procedure?.['~orpc']
    const input = definition?.inputSchema as z.ZodType | undefined
    const schema = input ? (z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema) : {}
    return [route.key, { route, detailed: definition?.route.inputStructure === 'detailed', schema }]
  }),
)

const HOSTILE: readonly unknown[] = [
  '',
  ' ',
  'x'.repeat(5_000),
  "' or 1=1; select pg_sleep(5) --",
  '"><script>alert(1)</script>',
  '\u202e\ud83d\ude00नमस्ते',
  'a\u0000b',
  '%00%2e%2e%2f',
  '../../etc/passwd',
  '\r\nBcc: victim@example.com',
  '__proto__',
  '\ud800',
  null,
  true,
  0,
  -1,
  Number.MAX_VALUE,
  0.001,
  9_007_199_254_740_992,
  [],
  {},
  [[[]]],
  { $ne: '' },
  { toString: 'x' },
]

/** Generates one request to a call of the contract. About `mutations` percent are mutated in one or more places. */
export function generateRequest(random: Random, key: string, pools: Pools, mutations: number): GeneratedRequest {
  const entry = entries.get(key)
  if (!entry) throw new Error(`${key} is not in the contract`)
  const { route, detailed, schema } = entry
  const mutated = random.chance(mutations)
  let value = (make(random, schema, pools, '') ?? {}) as Json
  if (mutated) value = mutate(random, value) as Json
  if (detailed && (typeof value !== 'object' || value === null)) value = { body: value }
  const parts = detailed
    ? (value as { params?: Json; query?: Json; headers?: Json; body?: unknown })
    : split(route, value)
  const path = route.path.replace(/\{([^}]+)\}/g, (_all, name: string) =>
    encodeURIComponent(
      asText((parts.params as Json | undefined)?.[name] ?? make(random, { type: 'string' }, pools, name)).replace(
        /\ud800/g,
        '',
      ) || 'x',
    ),
  )
  const headers = Object.entries((parts.headers as Json | undefined) ?? {}).map(
    ([name, text]) => [name, asText(text).replace(/[^\x20-\x7e]/g, '')] as const,
  )
  const query = Object.entries((parts.query as Json | undefined) ?? {}).flatMap(
    ([name, entryValue]): [string, string][] => (entryValue === undefined ? [] : [[name, asText(entryValue)]]),
  )
  if (mutated && random.chance(10) && query[0]) query.push(query[0])
  const sendsBody = route.body === 'json' || route.body === 'raw'
  return {
    route,
    path,
    query,
    headers: Object.fromEntries(headers),
    body: sendsBody ? JSON.stringify(parts.body ?? {}) : undefined,
    mutated,
  }
}

/** Splits compact input into path parameters, and the rest as query or body. */
function split(route: Route, value: Json): { params: Json; query: Json; headers: Json; body: unknown } {
  if (Array.isArray(value)) return { params: {}, query: {}, headers: {}, body: value }
  if (typeof value !== 'object' || value === null) return { params: {}, query: {}, headers: {}, body: value }
  const names = [...route.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '')
  const params = Object.fromEntries(names.map((name) => [name, value[name]]))
  const rest = Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
  return route.method === 'GET'
    ? { params, query: rest, headers: {}, body: undefined }
    : { params, query: {}, headers: {}, body: rest }
}

function make(random: Random, schema: Schema, pools: Pools, name: string): unknown {
  const pool = pools[name]
  if (pool && pool.length > 0 && schema.type !== 'object' && random.chance(92)) return random.pick(pool)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  if (schema.anyOf) return make(random, random.pick(schema.anyOf), pools, name)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => make(random, part, pools, name)))
  if (schema.properties) {
    const chosen = Object.entries(schema.properties).filter(
      ([key]) => schema.required?.includes(key) || key === 'params' || key === 'body' || random.chance(50),
    )
    return Object.fromEntries(chosen.map(([key, part]) => [key, make(random, part, pools, key)]))
  }
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  if (type === 'array') {
    const length = (schema.minItems ?? 0) + random.below(4)
    return Array.from({ length }, () => make(random, schema.items ?? {}, pools, `${name}[]`))
  }
  if (type === 'number' || type === 'integer') {
    return (schema.minimum ?? 0) + random.below(Math.min((schema.maximum ?? 100) - (schema.minimum ?? 0), 100) + 1)
  }
  if (type === 'boolean') return random.chance(50)
  if (type === 'null') return null
  return random.pick(['a text of some length', 'short', 'हुनर', `made-${random.below(1_000_000)}`])
}

function mutate(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.chance(5)) return random.pick(HOSTILE)
  if (Array.isArray(value)) {
    if (value.length === 0 || random.chance(20)) return [...value, random.pick(HOSTILE)]
    const at = random.below(value.length)
    return value.map((entry, index) => (index === at ? mutate(random, entry) : entry))
  }
  const keys = Object.keys(value)
  if (keys.length === 0 || random.chance(10))
    return { ...value, [random.pick(['extra', '__proto__x', 'q'])]: random.pick(HOSTILE) }
  const key = random.pick(keys)
  const { [key]: old, ...rest } = value as Json
  if (random.chance(20)) return rest
  return { ...rest, [key]: random.chance(50) ? mutate(random, old) : random.pick(HOSTILE) }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
