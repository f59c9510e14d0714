import { contract } from 'contract'
import { persons } from 'contract/persons'
import { z } from 'zod'

/** A schema with the parts that other schemas are made of, whichever kind it is. */
type Parts = {
  shape?: Record<string, z.ZodType>
  options?: readonly z.ZodType[]
  items?: readonly z.ZodType[]
} & Partial<Record<'element' | 'innerType' | 'valueType' | 'in' | 'out' | 'left' | 'right', z.ZodType>>

/** A field of an answer: its names from the outside in, `*` for each element of a list or record. */
export type Field = { path: readonly string[]; schema: z.ZodType; isOfPerson: boolean }

/** Lists the fields of a schema, each with those inside it. */
function fieldsOf(schema: z.ZodType, path: readonly string[] = []): Field[] {
  const { shape = {}, element, valueType, ...rest } = schema._zod.def as Parts
  const { innerType, in: before, out, left, right, options = [], items = [] } = rest
  const same = [innerType, before, out, left, right, ...options].filter((one) => one !== undefined)
  const each = [element, valueType, ...items].filter((one) => one !== undefined)
  return [
    { path, schema, isOfPerson: persons.has(schema) },
    ...Object.entries(shape).flatMap(([name, inner]) => fieldsOf(inner, [...path, name])),
    ...each.flatMap((inner) => fieldsOf(inner, [...path, '*'])),
    ...same.flatMap((inner) => fieldsOf(inner, path)),
  ]
}

/** Lists the fields of a call's answer (`orders.adminList`). */
export function fieldsOfAnswer(call: string): Field[] {
  const [group = '', name = ''] = call.split('.')
  const calls = contract as unknown as Record<string, Record<string, { '~orpc': { outputSchema?: z.ZodType } }>>
  return fieldsOf(calls[group]?.[name]?.['~orpc'].outputSchema ?? z.unknown())
}

/** Paths to the fields of persons, by call; the contract does not change while the program runs. */
const personPaths = new Map<string, readonly (readonly string[])[]>()

/** Returns a call's answer with null in the fields of persons. */
export function withoutPersons(call: string, answer: unknown): unknown {
  const paths =
    personPaths.get(call) ?? fieldsOfAnswer(call).flatMap(({ path, isOfPerson }) => (isOfPerson ? [path] : []))
  personPaths.set(call, paths)
  return paths.reduce(blank, answer)
}

function blank(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return null
  if (typeof value !== 'object' || value === null) return value
  if (name === '*' && Array.isArray(value)) return value.map((one) => blank(one, rest))
  const changed = Object.entries(value).map(([key, inner]) => [
    key,
    name === '*' || name === key ? blank(inner, rest) : inner,
  ])
  return Object.fromEntries(changed)
}
