import { contract } from '../../contract/index.ts'
import { routes } from './route-table.ts'

type Operation = { security?: object[]; responses?: Record<string, object> }
type Paths = Record<string, Record<string, Operation>>

const ErrorSchema = {
  type: 'object',
  properties: {
    detail: { type: 'string', description: 'A sentence for a person' },
    code: { type: 'string', description: 'Stable, for programs' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' } },
        required: ['path', 'message'],
      },
    },
  },
  required: ['detail', 'code'],
}

/** The OpenAPI 3.1 document of the contract. Its generator is loaded only when somebody asks. */
export async function openApiDocument(storeUrl: string): Promise<object> {
  const [{ OpenAPIGenerator }, { ZodToJsonSchemaConverter }] = await Promise.all([
    import('@orpc/openapi'),
    import('@orpc/zod/zod4'),
  ])
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const document = await generator.generate(contract, {
    info: { title: 'SkillHaat', version: '1.0.0', description: 'Store, student and admin calls. Money is in rupees.' },
    servers: [{ url: `${storeUrl}/api` }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: ErrorSchema as never },
    },
  })
  return { ...document, paths: completePaths((document.paths ?? {}) as Paths) }
}

/** What the generator cannot know: paths exactly as written, who needs no token, and the one form of errors. */
function completePaths(generated: Paths): Paths {
  const paths: Paths = {}
  for (const { path, method, access } of routes) {
    const name = method.toLowerCase()
    const operation = (generated[path] ?? generated[path.replace(/\/$/, '')])?.[name]
    if (!operation) throw new Error(`${method} ${path} is missing in the generated document`)
    const error = {
      description: 'An error',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
    paths[path] = {
      ...paths[path],
      [name]: {
        ...operation,
        ...(access === 'public' ? { security: [] } : {}),
        responses: { ...operation.responses, default: error },
      },
    }
  }
  return paths
}
