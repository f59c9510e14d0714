import type { AdminRole } from 'contract/define-call'
import { isGivable } from 'contract/giveaway'
import { addDays, dayStart, indianDay } from 'contract/indian-time'
import { formatRupees, toPaise, toRupees } from 'contract/money'
import { leastTotal, type PayLink, type PayLinkColumn, type PayLinkInput, type PayLinkWay } from 'contract/pay-links'
import { type Context, type Db, requireTrusted } from '../../context.ts'
import { invalidField, plainError } from '../../errors.ts'
import { GatewayError } from '../../platform/payments/razorpay.ts'
import { noteChange, shortEmail } from '../../shop/activity/note-change.ts'
import { findByContacts } from '../../shop/users/by-contact.queries.ts'
import { priceFromTables, refuseOwned } from '../orders/checkout/cart.ts'
import { supersede } from '../orders/checkout/supersede.ts'
import { findOrder } from '../orders/orders.queries.ts'
import { newPayLinkId, payLinkUrl } from './pay-link-address.ts'
import {
  findOpenFor,
  findSettings,
  findShown,
  insertLink,
  listColumn,
  lockLink,
  lockPerson,
  type PayLinkRow,
  type ShownPayLink,
  sumBoard,
  updateLink,
} from './pay-links.queries.ts'

/** Cards of a column at first. */
const LISTED = 20

type Admin = { id: number; role: AdminRole; confirmed: boolean }

export async function readBoard(
  { db, now, config }: Context,
  { column, limit = LISTED }: { column: PayLinkColumn; limit?: number | undefined },
) {
  const at = now()
  const [rows, { month, ...columns }] = await Promise.all([
    listColumn(db, { column, now: at, limit }),
    sumBoard(db, { now: at, monthStart: dayStart(`${indianDay(at).slice(0, 7)}-01`) }),
  ])
  const sums = ({ count, paise }: { count: number; paise: number }) => ({ count, sum: toRupees(paise) })
  return {
    pay_links: rows.map((row) => present(config, row, at)),
    columns: { invited: sums(columns.invited), paid: sums(columns.paid), expired: sums(columns.expired) },
    month: { made: month.made, paid: month.paid, sum: toRupees(month.paise) },
  }
}

/** The list price of courses for somebody who has none of them. */
export async function priceOfCourses({ db, now }: Context, courseIds: readonly string[]) {
  const [{ priced, tax }, { support_percent }] = await Promise.all([
    priceFromTables(db, { courseIds: [...new Set(courseIds)], now: now() }),
    findSettings(db),
  ])
  const list = priced.total_paise
  return {
    list_total: toRupees(list),
    support_total: toRupees(leastTotal(list, support_percent)),
    support_percent,
    asks_state: tax !== undefined,
  }
}

const refuse = (message: string) => invalidField('total', message)

/** Makes a link for one person, in one transaction with its email. Errors as the contract's entry lists them. */
export async function addLink(ctx: Context, admin: Admin, input: PayLinkInput): Promise<PayLink> {
  const { email, phone, name, note, course_ids, days, way } = input
  return ctx.db.transaction(async (trx) => {
    const settings = await findSettings(trx)
    if (!settings.on) throw plainError('not_found', 'Pay links are switched off')
    await lockPerson(trx, email)
    const now = ctx.now()
    const open = await findOpenFor(trx, { email, courseIds: course_ids, now })
    if (open) {
      const until = indianDay(new Date(open.ends_at))
      throw plainError(
        'conflict',
        `${email} has an open link for one of these courses until ${until}. Send it again, or cancel it first.`,
        {
          pay_link_id: open.pay_link_id,
        },
      )
    }
    const [user] = await findByContacts(trx, [email], [])
    const cart = await priceFromTables(trx, { courseIds: course_ids, user, now })
    if (user) await refuseOwned(trx, user.id, cart, now)
    const list = cart.priced.total_paise
    const total = input.total === null ? list : toPaise(input.total)
    if (total > list) throw refuse(`These courses cost ${formatRupees(list)}: enter at most that`)
    const least = leastTotal(list, settings.support_percent)
    if (admin.role === 'support' && total < least)
      throw refuse(
        `Support may go down to ${formatRupees(least)}, ${settings.support_percent}% off. Please ask an owner.`,
      )
    if (admin.role !== 'support' && !isGivable(total, list)) requireTrusted(admin)
    const link = {
      pay_link_id: newPayLinkId(),
      email,
      phone,
      name,
      note,
      course_ids,
      list_paise: list,
      total_paise: total,
      status: 'invited' as const,
      reason: null,
      // Through the last day in India.
      ends_at: new Date(Date.parse(dayStart(addDays(indianDay(now), days), 1)) - 1).toISOString(),
      order_id: null,
      admin_id: admin.id,
      sent_by: way,
      sent_at: now.toISOString(),
      created_at: now.toISOString(),
    }
    await insertLink(trx, link)
    await send(ctx, trx, link)
    const after = {
      total: toRupees(total),
      list_total: toRupees(list),
      days,
      way,
      courses: cart.courses.map((one) => one.name),
    }
    await noteChange(trx, { ...target(link), after })
    return requireShown(ctx, trx, link.pay_link_id)
  })
}

export async function resendLink(ctx: Context, payLinkId: string, way: PayLinkWay): Promise<PayLink> {
  return ctx.db.transaction(async (trx) => {
    const link = await requireOpen(trx, payLinkId, ctx.now())
    const sent = { sent_by: way, sent_at: ctx.now().toISOString() }
    await updateLink(trx, payLinkId, sent)
    await send(ctx, trx, { ...link, ...sent })
    await noteChange(trx, { ...target(link), after: { sent_by: way } })
    return requireShown(ctx, trx, payLinkId)
  })
}

/** Ends a link, then its order; one that the gateway does not close now is closed when its time is over. */
export async function cancelLink(ctx: Context, payLinkId: string): Promise<PayLink> {
  const link = await ctx.db.transaction(async (trx) => {
    const open = await requireOpen(trx, payLinkId, ctx.now())
    await updateLink(trx, payLinkId, { status: 'cancelled', reason: 'admin', closed_at: ctx.now().toISOString() })
    await noteChange(trx, { ...target(open), before: { status: 'invited' }, after: { status: 'cancelled' } })
    return open
  })
  const order = link.order_id === null ? undefined : await findOrder(ctx.db, link.order_id)
  if (order?.status === 'created') {
    try {
      await supersede(ctx, order)
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      ctx.log.warn({ err: error, order_id: order.order_id }, 'the order of a cancelled pay link is open until it ends')
    }
  }
  return requireShown(ctx, ctx.db, payLinkId)
}

const send = async (ctx: Context, trx: Db, { pay_link_id, sent_by }: Pick<PayLinkRow, 'pay_link_id' | 'sent_by'>) => {
  if (sent_by === 'email') await ctx.queue.send(trx, 'pay-link-mail', { pay_link_id })
}

/** 404; 409 for a link that has ended. */
async function requireOpen(trx: Db, payLinkId: string, now: Date): Promise<PayLinkRow> {
  const link = await lockLink(trx, payLinkId)
  if (!link) throw plainError('not_found', 'Pay link not found')
  if (statusAt(link, now) !== 'invited') throw plainError('conflict', 'This link is not open any more')
  return link
}

async function requireShown({ config, now }: Context, db: Db, payLinkId: string): Promise<PayLink> {
  const row = await findShown(db, payLinkId)
  if (!row) throw plainError('not_found', 'Pay link not found')
  return present(config, row, now())
}

export const statusAt = ({ status, ends_at }: Pick<PayLinkRow, 'status' | 'ends_at'>, now: Date): PayLink['status'] =>
  status === 'invited' && new Date(ends_at) <= now ? 'expired' : status

const target = ({ pay_link_id, email }: Pick<PayLinkRow, 'pay_link_id' | 'email'>) => ({
  kind: 'order' as const,
  id: pay_link_id,
  name: shortEmail(email),
})

function present(config: Context['config'], row: ShownPayLink, now: Date): PayLink {
  const { pay_link_id, order_no, reason, email, phone, name, note, course_ids, courses, sent_by, opened } = row
  return {
    pay_link_id,
    order_no,
    url: payLinkUrl(config, pay_link_id),
    status: statusAt(row, now),
    reason,
    email,
    phone,
    name,
    note,
    course_ids,
    courses,
    list_total: toRupees(Number(row.list_paise)),
    total: toRupees(Number(row.total_paise)),
    ends_at: row.ends_at,
    created_at: row.created_at,
    sent_by,
    sent_at: row.sent_at,
    opened,
    opened_at: row.opened_at,
    closed_at: row.closed_at,
  }
}
