import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openApiDocument } from '../../server/src/serve/http/openapi.ts'
import { routes } from '../../server/src/serve/http/route-table.ts'
import { createTypes, type Schema } from './types.ts'

type Operation = {
  summary: string
  'x-scope'?: string
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema } | undefined> }
  responses: Record<string, { content?: Record<string, { schema: Schema } | undefined> } | undefined>
}

/**
 * Writes the client into a folder, from the calls that some scope opens: `index.js` has their addresses, `index.d.ts` their types.
 * @param folder where to, by default beside this file
 */
export async function writeClient(folder = import.meta.dirname): Promise<void> {
  const { paths } = (await openApiDocument('https://shop.example')) as {
    paths: Record<string, Record<string, Operation>>
  }
  const types = createTypes()
  const groups = new Map<string, string[]>()
  const table: Record<string, string> = {}
  for (const { key, method, path } of routes) {
    const operation = paths[path]?.[method.toLowerCase()]
    if (!operation?.['x-scope']) continue
    const [group = '', name = ''] = key.split('.')
    table[key] = `${method} ${path}`
    const about = `/** ${operation.summary}. Scope: ${operation['x-scope']}. */`
    const line = `    ${about}\n    ${name}: Call<${inputOf(operation, types.of)}, ${outputOf(operation, types.of)}>`
    groups.set(group, [...(groups.get(group) ?? []), line])
  }
  const calls = [...groups].map(([group, lines]) => `  ${group}: {\n${lines.join('\n')}\n  }`).join('\n')
  const [runtime, head] = await Promise.all(
    ['runtime.js', 'head.d.ts'].map((file) => readFile(join(import.meta.dirname, file), 'utf8')),
  )
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'index.js'), `${runtime}\nconst calls = ${JSON.stringify(table, null, 1)}\n`)
  await writeFile(join(folder, 'index.d.ts'), `${head}\n${types.declared()}\nexport type Shop = {\n${calls}\n}\n`)
}

/** Path, query and body as one object. */
function inputOf({ parameters = [], requestBody }: Operation, typeOf: (schema: Schema) => string): string {
  // A query is text; numbers become it by themselves.
  const parameterType = (schema: Schema) => typeOf(schema).replace(/^string$/, 'string | number')
  const named = parameters.filter((one) => one.in === 'path' || one.in === 'query')
  const fields = named.map(
    (one) => `${JSON.stringify(one.name)}${one.required ? '' : '?'}: ${parameterType(one.schema)}`,
  )
  const body = requestBody?.content['application/json']?.schema
  const parts = [...(fields.length > 0 ? [`{ ${fields.join('; ')} }`] : []), ...(body ? [typeOf(body)] : [])]
  if (parts.length === 0) return 'void'
  const isOptional = !body && named.every(({ required }) => !required)
  return `${parts.join(' & ')}${isOptional ? ' | void' : ''}`
}

function outputOf({ responses }: Operation, typeOf: (schema: Schema) => string): string {
  const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const content = answer?.content ?? {}
  const json = content['application/json']?.schema
  // A file is text (CSV, JSON of GSTR-1) or bytes (PDF).
  return json && Object.keys(json).length > 0 ? typeOf(json) : 'string | Uint8Array'
}

if (import.meta.main) await writeClient()
