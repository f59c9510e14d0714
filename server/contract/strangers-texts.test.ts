import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from './index.ts'

type Leaf = { path: string; schema: z.ZodType }
type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  options?: z.ZodType[]
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  left?: z.ZodType
  right?: z.ZodType
  valueType?: z.ZodType
}

/** Every text of a schema, each with what follows it: a pipe is one leaf, for it may clean at its end. */
function texts(schema: z.ZodType, path: string): Leaf[] {
  const def = schema.def as unknown as Def
  const inner = (part: z.ZodType | undefined, name = '') => (part ? texts(part, path + name) : [])
  if (def.type === 'string') return [{ path, schema }]
  if (def.type === 'object') return Object.entries(def.shape ?? {}).flatMap(([key, part]) => inner(part, `.${key}`))
  if (def.type === 'array') return inner(def.element, '[]')
  if (def.type === 'record') return inner(def.valueType, '{}')
  if (def.type === 'union') return (def.options ?? []).flatMap((part) => inner(part))
  if (def.type === 'intersection') return [...inner(def.left), ...inner(def.right)]
  if (def.type === 'pipe') return inner(def.in).map((leaf) => (leaf.path === path ? { path, schema } : leaf))
  return inner(def.innerType)
}

const SIGNS = ['\u0007', '\u001b', '\u00ad', '\u200b', '\u200f', '\u202e', '\u2066', '\ufeff', '\u3164', '\u{e0041}']
/** Long enough for a name, a key and a message. */
const WORDS = ['abcdef', 'a', 'abcdefghijklmnopqrstuvwx']

/** Returns true when the schema accepts invisible characters. */
const letsThrough = ({ schema }: Leaf) =>
  SIGNS.some((sign) =>
    WORDS.some((word) => {
      const read = schema.safeParse(word + sign + word)
      return read.success && JSON.stringify(read.data ?? '').includes(JSON.stringify(sign).slice(1, -1))
    }),
  )

/** Texts that nobody is shown: hashed, compared, looked up by or dropped. */
const UNSHOWN =
  /\.headers\.|\.(\w*password|\w*_id|order_no|razorpay_signature|website|token|code|topic)$|\.options\[\]$|^auth\.\w+\.email$/

const calls = Object.entries(contract).flatMap(([feature, entries]) =>
  Object.entries(entries).map(([name, entry]) => {
    const { inputSchema, meta } = (entry as { '~orpc': { inputSchema?: z.ZodType; meta: { access: string } } })['~orpc']
    return { key: `${feature}.${name}`, access: meta.access, inputSchema }
  }),
)

const openTexts = (access: string) =>
  calls
    .filter((call) => call.access === access)
    .flatMap(({ key, inputSchema }) => (inputSchema ? texts(inputSchema, key) : []))
    .filter((leaf) => !UNSHOWN.test(leaf.path))
    .filter(letsThrough)
    .map(({ path }) => path)

test.each(['public', 'user'])('no text of a call with %s access lets through what nobody sees', (access) => {
  expect(openTexts(access)).toEqual([])
})

test('the walk finds a plain text', () => {
  const plain = z.object({ list: z.array(z.object({ note: z.string().nullish() })) })
  expect(
    texts(plain, 'x')
      .filter(letsThrough)
      .map(({ path }) => path),
  ).toEqual(['x.list[].note'])
})
