import { contract } from 'contract'
import { type ErrorCode, errorStatus } from 'contract/errors'
import { scopesListed } from './console-caller.ts'
import { type Route, routes } from './route-table.ts'

/** Lists the errors of each trait of a call, in this one place. */
const causes: readonly { holds: (route: Route) => boolean; codes: readonly ErrorCode[] }[] = [
  // Every call may refuse a malformed address, a repeated header or query key, too many requests of one client or of the
  // call, and any request while the database is away.
  { holds: () => true, codes: ['bad_request', 'invalid', 'rate_limited', 'unavailable'] },
  { holds: ({ access }) => access !== 'public', codes: ['authentication_required', 'authentication_expired'] },
  {
    holds: ({ access }) => access === 'admin',
    codes: ['forbidden', 'password_change_required', 'second_factor_setup_required', 'key_ended', 'scope_missing'],
  },
  // A student's are refused in a read-only view.
  { holds: ({ access }) => access === 'user', codes: ['forbidden'] },
  { holds: ({ confirm }) => confirm !== undefined, codes: ['confirmation_required'] },
  { holds: ({ path }) => path.includes('{'), codes: ['not_found'] },
  { holds: ({ body }) => body !== 'none', codes: ['too_large', 'unsupported_media_type'] },
]

/** Every code that a call may answer with, by its status. */
export function errorAnswers(route: Route): Map<number, ErrorCode[]> {
  const codes = new Set([...causes.flatMap((cause) => (cause.holds(route) ? cause.codes : [])), ...route.codes])
  const answers = Map.groupBy(codes, (code) => errorStatus[code] as number)
  // An address that is too long, and headers that are, whatever the call takes.
  for (const status of [414, 431]) answers.set(status, ['too_large'])
  return new Map([...answers].toSorted(([one], [other]) => one - other))
}

type Parameter = { schema?: { type?: string; pattern?: string } }
type Operation = {
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, object> }
  responses?: Record<string, object>
}
type Paths = Record<string, Record<string, Operation>>

const ErrorSchema = {
  type: 'object',
  properties: {
    detail: { type: 'string', description: 'A sentence for a person' },
    code: { type: 'string', description: 'Stable, for programs' },
    template: { type: 'string', description: 'The detail with {names} in the places of its values' },
    values: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
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
      responses: errorResponsesOf(routes) as never,
    },
  })
  const scopes = Object.assign({}, ...(await scopesListed(undefined)))
  return { ...document, paths: completePaths((document.paths ?? {}) as Paths, scopes) }
}

/** Completes the generated document: exact paths, calls without a token, the scope that opens a call to API keys, and the errors of each call. */
function completePaths(generated: Paths, scopes: Record<string, string>): Paths {
  const paths: Paths = {}
  for (const route of routes) {
    const { key, path, method, access } = route
    const name = method.toLowerCase()
    const operation = (generated[path] ?? generated[path.replace(/\/$/, '')])?.[name]
    if (!operation) throw new Error(`${method} ${path} is missing in the generated document`)
    paths[path] = {
      ...paths[path],
      [name]: {
        ...operation,
        ...written(operation),
        ...(access === 'public' ? { security: [] } : {}),
        ...(scopes[key] ? { 'x-scope': scopes[key] } : {}),
        responses: { ...answersOf(operation), ...errorsOf(route) },
      },
    }
  }
  return paths
}

/** Numbers of a query arrive as text: their form tells them from text that stays text. */
const NUMBER_FORMS: Record<string, string> = {
  '^\\d{1,15}$': 'integer',
  '^[1-9]\\d{0,14}$': 'integer',
  '^\\d{1,12}(\\.\\d{1,2})?$': 'number',
}

/** Corrects what the generator makes of numbers in a query, and of uploads, which no call takes as JSON. */
function written({ parameters, requestBody }: Operation): Pick<Operation, 'parameters' | 'requestBody'> {
  const numbered = parameters?.map((parameter) => {
    const type = NUMBER_FORMS[parameter.schema?.pattern ?? '']
    return type ? { ...parameter, schema: { type, minimum: 0 } } : parameter
  })
  const { 'application/json': _json, ...content } = requestBody?.content ?? {}
  return {
    ...(numbered ? { parameters: numbered } : {}),
    ...('multipart/form-data' in content ? { requestBody: { ...requestBody, content } } : {}),
  }
}

/** An answer 204 has no body. */
function answersOf({ responses = {} }: Operation): Record<string, object> {
  const isEmpty = ([status]: [string, object]) => status === '204'
  const entries = Object.entries(responses).map((one) => (isEmpty(one) ? ['204', { description: 'No content' }] : one))
  return Object.fromEntries(entries)
}

const responseRef = (name: string) => ({ $ref: `#/components/responses/${name}` })
const ANY = 'any'
const nameOf = (codes: readonly string[]) => codes.join('.')

/** Refers to the answers of a call's errors: hundreds of calls share a few dozen. */
function errorsOf(route: Route): Record<string, object> {
  const answers = [...errorAnswers(route)].map(([status, codes]) => [status, responseRef(nameOf(codes))])
  return { ...Object.fromEntries(answers), default: responseRef(ANY) }
}

function errorResponsesOf(all: readonly Route[]): Record<string, object> {
  const lists = all.flatMap((route) => [...errorAnswers(route).values()])
  const named = lists.map((codes) => [nameOf(codes), errorResponse(codes.join(', '), codes)])
  return { ...Object.fromEntries(named), [ANY]: errorResponse('Any other error') }
}

const anyError = { $ref: '#/components/schemas/Error' }

function errorResponse(description: string, codes?: readonly string[]): object {
  const schema = codes ? { allOf: [anyError, { properties: { code: { enum: codes } } }] } : anyError
  return { description, content: { 'application/json': { schema } } }
}
