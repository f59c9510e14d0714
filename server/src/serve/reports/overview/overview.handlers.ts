import { calls, requireAdmin } from '../../../context.ts'
import { todoLines } from '../../../shop/moments/moments.ts'
import { readHealth, sendTestMail } from './health.service.ts'
import { readOverview } from './overview.service.ts'
import { searchCourses, searchOrders, searchPromocodes, searchUsers } from './search.queries.ts'
import { readTodo } from './todo.service.ts'
import { countWaiting } from './waiting.queries.ts'

/** Searches by role: each finds what it may open. */
const searches = {
  owner: [searchCourses, searchUsers, searchOrders, searchPromocodes],
  editor: [searchCourses, searchPromocodes],
  support: [searchUsers, searchOrders],
  finance: [searchOrders, searchPromocodes],
}

export const overviewHandlers = {
  health: calls.overview.health.handler(({ context }) => {
    context.setHeader('Cache-Control', 'no-store')
    return readHealth(context.ctx)
  }),

  mailTest: calls.overview.mailTest.handler(async ({ input, context }) => ({
    message: await sendTestMail(context.ctx, input.email),
  })),

  waiting: calls.overview.waiting.handler(async ({ context }) => {
    context.setHeader('Cache-Control', 'no-store')
    const { db, now } = context.ctx
    const { role } = requireAdmin(context)
    const counted = await countWaiting(db, role, now())
    const lines = role === 'owner' ? (await todoLines(context.ctx)).flat() : []
    const { count: privacy } = lines.find(({ kind }) => kind === 'privacy') ?? {}
    return { ...counted, ...(privacy && { privacy }) }
  }),

  todo: calls.overview.todo.handler(({ context }) => {
    context.setHeader('Cache-Control', 'no-store')
    return readTodo(context.ctx, requireAdmin(context).role)
  }),

  get: calls.overview.get.handler(({ input, context }) => readOverview(context.ctx, input)),

  search: calls.overview.search.handler(async ({ input, context }) => {
    const requested = searches[requireAdmin(context).role]
    const found = await context.ctx.read((db) => Promise.all(requested.map((search) => search(db, input.q))))
    return { hits: found.flat() }
  }),
}
