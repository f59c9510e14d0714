import { contract } from 'contract'
import { errorAnswers } from './error-answers.ts'
import { type Route, routes } from './route-table.ts'

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

/** What the generator cannot know: paths exactly as written, who needs no token, and the errors of each call. */
function completePaths(generated: Paths): Paths {
  const paths: Paths = {}
  for (const route of routes) {
    const { path, method, access } = route
    const name = method.toLowerCase()
    const operation = (generated[path] ?? generated[path.replace(/\/$/, '')])?.[name]
    if (!operation) throw new Error(`${method} ${path} is missing in the generated document`)
    paths[path] = {
      ...paths[path],
      [name]: {
        ...operation,
        ...(access === 'public' ? { security: [] } : {}),
        responses: { ...operation.responses, ...errorResponses(route), default: errorResponse('Any other error') },
      },
    }
  }
  return paths
}

function errorResponses(route: Route): Record<string, object> {
  const answers = [...errorAnswers(route)].map(([status, codes]) => [status, errorResponse(codes.join(', '), codes)])
  return Object.fromEntries(answers)
}

const anyError = { $ref: '#/components/schemas/Error' }

function errorResponse(description: string, codes?: readonly string[]): object {
  const schema = codes ? { allOf: [anyError, { properties: { code: { enum: codes } } }] } : anyError
  return { description, content: { 'application/json': { schema } } }
}
