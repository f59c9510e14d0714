import { contract } from 'contract'
import { z } from 'zod'
import { createDb } from '../src/platform/db/knex.ts'
import { type Route, routes } from '../src/serve/http/route-table.ts'
import { BIG, type BigSize, fillBigCourse } from './big-course.ts'
import { startTestServer, type TestServer } from './server.ts'

/** The cost of a read: database blocks over all its statements, and milliseconds over HTTP. */
export type ReadCost = {
  read: string
  page: string
  status: number
  blocks: number
  ms: number
  rows: number
  text: string
  /** Tables that were read from end to end, with their rows that were read. */
  scans: Record<string, number>
}

/** The JSON schema of a call's input. */
export const schemaOf = (route: Route): string => {
  const [group = '', name = ''] = route.key.split('.')
  const calls = contract as unknown as Record<string, Record<string, (typeof contract)['auth']['login']>>
  const input = calls[group]?.[name]?.['~orpc'].inputSchema as z.ZodType | undefined
  return input ? JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })) : ''
}

/** Every call of the contract that returns a page of a list. */
export const lists = routes.filter((route) => route.method === 'GET' && schemaOf(route).includes('"offset"'))

/** Reads of one row or file that the filled shop lacks: their cost is independent of the course. */
const ofOneRow = [
  'orders.disputeEvidence',
  'media.upload',
  'media.setPlan',
  'quizzes.adminGet',
  'gateway.get',
  'documents.get',
  'courses.version',
  'whatsapp.get',
  'pages.get',
  'pages.versions',
  'pages.version',
  'pages.preview',
  'workshops.people',
  'groups.staying',
]

/** Every export and report: all other reads of the console. */
export const reports = routes.filter(
  (route) =>
    route.method === 'GET' && route.access === 'admin' && !lists.includes(route) && !ofOneRow.includes(route.key),
)

const parts: Record<string, string> = {
  order_id: BIG.order,
  document_id: 'doc_big1',
  month: BIG.month,
  course_id: BIG.course,
  ticket_no: 'T-XXXXXY',
  move_id: 'mov_big',
  webhook_id: 'wh_big',
  event: 'order.paid',
  file: 'consents.csv',
}
/** Fills the path of a call with ids of the big course. */
export const pathOf = (route: Route): string =>
  route.path.replace(/\{(\w+)\}/g, (_, name: string) => partOf(route, name))

const partOf = ({ key }: Route, name: string): string => {
  if (name === 'lesson_id') return `les_big_${key.startsWith('live') ? 3 : 2}`
  if (name !== 'id') return parts[name] ?? name
  if (/^(users|students)\./.test(key)) return BIG.student
  if (key.startsWith('letters.')) return 'ltr_big'
  return /^(questions|assignments)\./.test(key) ? '1' : BIG.course
}

export const queries: Record<string, string> = {
  'courses.sales': `ids=${BIG.course}`,
  'overview.search': 'q=student',
  'overview.get': 'from=2026-10-01&to=2026-11-30',
  'exports.movedPeople': 'move_id=mov_big',
  'certificates.sample': 'layout=framed',
  'exports.learning': `course_id=${BIG.course}`,
  'exports.partnerTds': `from=${BIG.month}&to=${BIG.month}`,
  'workshops.adminList': `course_id=${BIG.course}`,
}

/** Days and months that a report wants, where its query is not written above. */
export function queryOf(route: Route): string {
  const { properties = {} } = JSON.parse(schemaOf(route) || '{}') as { properties?: Record<string, unknown> }
  const wanted = { month: BIG.month, from: `${BIG.month}-01`, to: `${BIG.month}-28`, order_id: BIG.order }
  const named = Object.entries(wanted).filter(([name]) => name in properties && !route.path.includes(`{${name}}`))
  return queries[route.key] ?? new URLSearchParams(named).toString()
}

/** Two million rows take minutes. */
const FILLING = { connect: 10_000, acquire: 15_000, statement: 1_200_000, query: 1_205_000 }

/** Fills a separate shop and reads all of it; on a database of the test server by default. */
export async function walkBigCourse({ databaseUrl, ...size }: BigSize & { databaseUrl?: string }): Promise<ReadCost[]> {
  const server = await startTestServer({ work: false, ...(databaseUrl && { databaseUrl }) })
  try {
    const patient = createDb(server.ctx.config.databaseUrl ?? '', { poolMax: 1, timeouts: FILLING })
    await fillBigCourse(patient, size).finally(() => patient.destroy())
    const { id } = await server.db('users').where({ user_id: BIG.student }).first('id')
    return await walkReads(server, await server.userToken({ id }))
  } finally {
    await server.stop()
  }
}

/** Reads the first page of a list, then its last one; a report or an export once. */
async function walkReads(server: TestServer, user: string): Promise<ReadCost[]> {
  const costs: ReadCost[] = []
  for (const route of lists) {
    const tokens = await tokensOf(server, user)
    const first = await read(server, tokens, route, { page: 'first', query: 'limit=50&offset=0' })
    const total = first.rows
    costs.push(first)
    const query = `limit=50&offset=${Math.max(0, total - 50)}`
    costs.push({ ...(await read(server, tokens, route, { page: 'last', query })), rows: total })
  }
  for (const route of reports)
    costs.push(await read(server, await tokensOf(server, user), route, { page: '', query: queryOf(route) }))
  return costs
}

/** A big shop takes longer to read than an admin counts as confirmed. */
const tokensOf = async (server: TestServer, user: string) => ({ admin: await server.adminToken(), user })

/** The values of a frequent statement are in its options. */
type Statement = { sql: string; bindings?: readonly string[]; options?: { values?: readonly string[] } }

async function read(
  server: TestServer,
  tokens: { admin: string; user: string },
  route: Route,
  { page, query }: { page: string; query: string },
): Promise<ReadCost> {
  const statements: Statement[] = []
  const note = ({ sql, bindings = [], options }: Statement) =>
    statements.push({ sql, bindings: options?.values ?? bindings })
  server.ctx.db.on('query', note)
  const begun = performance.now()
  const answer = await server.request(`/api${pathOf(route)}${query && `?${query}`}`, {
    headers: { authorization: `bearer ${route.access === 'user' ? tokens.user : tokens.admin}` },
  })
  const text = await answer.text().catch(() => 'broken off')
  const ms = performance.now() - begun
  server.ctx.db.off('query', note)
  const { key } = route
  const rows = Number(
    answer.headers.get('x-total-count') ?? (page ? JSON.parse(text).total : undefined) ?? text.split('\r\n').length - 2,
  )
  const cost: ReadCost = { read: key, page, status: answer.status, blocks: 0, ms, rows, text, scans: {} }
  if (answer.status !== 200) return cost
  for (const { sql, bindings = [] } of statements) {
    if (/^\s*(select|with|\()/i.test(sql)) await addPlan(cost, server, sql, bindings)
  }
  return cost
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

async function addPlan(cost: ReadCost, { db }: TestServer, sql: string, bindings: readonly string[]): Promise<void> {
  // Excludes statements of background jobs, and locks.
  if (/pgboss|for update|set_config|nextval/.test(sql)) return
  const { rows } = await db.transaction(async (trx) => {
    await trx.raw('set local statement_timeout = 60000')
    return trx
      .raw(`explain (analyze, buffers, timing off, format json) ${sql.replaceAll(/\$\d+/g, '?')}`, [...bindings])
      .options({ query_timeout: 60_000 })
  })
  const plan: Plan = rows[0]['QUERY PLAN'][0].Plan
  cost.blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  const look = (node: Plan) => {
    const table = node['Relation Name'] ?? ''
    if (node['Node Type'] === 'Seq Scan')
      cost.scans[table] =
        (cost.scans[table] ?? 0) + node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0))
    for (const inner of node.Plans ?? []) look(inner)
  }
  look(plan)
}
