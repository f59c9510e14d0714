/** The parts of a JSON schema that the contract's document has. */
export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

/** An object type of so many characters gets a name, so that it is written once. */
const NAMED = 80

/** Writes TypeScript types for JSON schemas; equal object types share one declaration. */
export function createTypes() {
  const names = new Map<string, string>()

  function typeOf(schema: Schema): string {
    if ('const' in schema) return JSON.stringify(schema.const)
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
    const either = schema.anyOf ?? schema.oneOf
    if (either) return union(either.map(typeOf))
    if (schema.allOf) return schema.allOf.map(typeOf).join(' & ')
    const kinds = [schema.type ?? (schema.properties ? 'object' : 'unknown')].flat()
    return union(kinds.map((kind) => ofKind(kind, schema)))
  }

  function ofKind(kind: string, schema: Schema): string {
    if (kind === 'object') return ofObject(schema)
    if (kind === 'array') {
      if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(', ')}]`
      const item = schema.items ? typeOf(schema.items) : 'unknown'
      return /[|&]/.test(item) ? `(${item})[]` : `${item}[]`
    }
    if (kind === 'integer') return 'number'
    return ['string', 'number', 'boolean', 'null'].includes(kind) ? kind : 'unknown'
  }

  function ofObject({ properties, required = [], additionalProperties }: Schema): string {
    if (!properties) {
      const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
      return `Record<string, ${value}>`
    }
    const fields = Object.entries(properties).map(([name, field]) => {
      const shown = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
      return `${shown}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`
    })
    return named(fields.length > 0 ? `{ ${fields.join('; ')} }` : '{}')
  }

  function named(text: string): string {
    if (text.length < NAMED) return text
    const known = names.get(text)
    if (known) return known
    const name = `T${names.size + 1}`
    names.set(text, name)
    return name
  }

  return {
    of: typeOf,
    declared: () => [...names].map(([text, name]) => `type ${name} = ${text}`).join('\n'),
  }
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')
