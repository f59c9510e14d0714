import { backupFault } from 'contract/backup-fault'
import type { AdminRole } from 'contract/define-call'
import { DAY_MS } from 'contract/indian-time'
import { toRupees } from 'contract/money'
import { type Todo, type TodoLine, WAITING_KINDS } from 'contract/todo'
import type { Context } from '../../../context.ts'
import { readOpenSteps } from '../../../sales/before-live/before-live.service.ts'
import { countByReason, type WaitingGroup } from '../../../sales/orders/attention.queries.ts'
import { findRefusal } from '../../../sales/orders/gateway-refusals.queries.ts'
import { findUnknownOrders } from '../../../sales/orders/unknown-money.queries.ts'
import { type TodoFound as Found, todoLines } from '../../../shop/moments/moments.ts'
import { findLastBackup } from '../../backup-log/backup-log.queries.ts'
import { readMail } from './health.service.ts'
import { findBounced, findOrdersOfLines, findUnconfirmed } from './todo.queries.ts'
import { countWaiting, findOldest } from './waiting.queries.ts'

type Shop = Pick<Context, 'config' | 'db' | 'keyring' | 'now'>
type Kind = TodoLine['kind']

/** The orders of these reasons have a line of their own; those of all others share one. */
const own: Partial<Record<WaitingGroup['reason'], Kind>> = {
  dispute: 'dispute',
  guarantee_asked: 'refund_request',
  second_person: 'approval',
}

/** Every source of lines, and the roles besides the owner that see them. */
const sources: readonly (readonly [roles: readonly AdminRole[], read: (shop: Shop) => Promise<Found[]>])[] = [
  [[], mailLines],
  [['support', 'finance'], moneyLines],
  [['finance'], unknownMoneyLines],
  [[], backupLines],
  [['support'], bouncedLines],
  [[], async (shop) => (await todoLines(shop)).flat()],
]

/** Lists what a role has to do, the most urgent first. */
export async function readTodo(shop: Shop, role: AdminRole): Promise<Todo> {
  const mine = sources.filter(([roles]) => role === 'owner' || roles.includes(role))
  const [people, setup, ...found] = await Promise.all([
    peopleLines(shop, role),
    role === 'owner' ? readOpenSteps(shop) : undefined,
    ...mine.map(([, read]) => read(shop)),
  ])
  const waiting = [...found.flat(), ...people]
  const ranked = WAITING_KINDS.flatMap((kind) => waiting.filter((line) => line.kind === kind))
  const { open = [], dismissed = [], first = null, demo = null, newest = null, test_orders = 0 } = setup ?? {}
  const lines = [
    ...ranked,
    ...open.map(
      (kind): Found => ({
        kind,
        ...(/^(look|purchase)$/.test(kind) && { words: newest }),
        ...(kind === 'test_orders' && { count: test_orders }),
      }),
    ),
  ]
  const orders = await findOrdersOfLines(
    shop.db,
    lines.flatMap(({ orderId }) => orderId ?? []),
  )
  return {
    lines: lines.map(({ orderId = '', ...line }) => {
      const { total_paise, ...order } = orders.get(orderId) ?? { total_paise: 0 }
      const blank = { count: 1, since: null, until: null, words: null, student: null }
      return { ...blank, ...line, order: 'order_id' in order ? { ...order, total: toRupees(total_paise) } : null }
    }),
    dismissed,
    first,
    demo,
    test_orders,
  }
}

async function mailLines({ db, config }: Shop): Promise<Found[]> {
  const { ok, since, message } = await readMail(db, config)
  return ok ? [] : [{ kind: 'mail', since, words: message }]
}

async function moneyLines({ db, now }: Shop): Promise<Found[]> {
  const [refusal, groups, unconfirmed] = await Promise.all([
    findRefusal(db),
    countByReason(db, now().toISOString()),
    findUnconfirmed(db, now()),
  ])
  const lines: Found[] = []
  if (refusal) lines.push({ kind: 'refused', since: refusal.since, words: refusal.reason })
  const rest = groups.filter(({ reason }) => !own[reason])
  for (const { reason, count, since, answer_by: until, order_id: orderId } of groups) {
    const kind = own[reason]
    if (kind) lines.push({ kind, count, since, until, orderId })
  }
  const [oldest] = rest.toSorted((one, other) => one.since.localeCompare(other.since))
  if (oldest) {
    const count = rest.reduce((sum, group) => sum + group.count, 0)
    lines.push({ kind: 'orders', count, since: oldest.since, words: oldest.reason, orderId: oldest.order_id })
  }
  if (unconfirmed) {
    const { order_id: orderId, ...line } = unconfirmed
    lines.push({ kind: 'unconfirmed', ...line, orderId })
  }
  return lines
}

/** Older ones were seen: the list at the payouts has them. */
const UNKNOWN_DAYS = 14

async function unknownMoneyLines({ db, now }: Shop): Promise<Found[]> {
  const found = await findUnknownOrders(db, new Date(now().getTime() - UNKNOWN_DAYS * DAY_MS))
  return found ? [{ kind: 'unknown_money', ...found }] : []
}

async function backupLines({ db, now }: Shop): Promise<Found[]> {
  const backup = await findLastBackup(db)
  const fault = backupFault(backup, now())
  if (fault !== 'failed' && fault !== 'old') return []
  return [{ kind: 'backup', since: backup.last_at, words: fault === 'failed' ? backup.message : null }]
}

async function bouncedLines({ db, now }: Shop): Promise<Found[]> {
  const found = await findBounced(db, now())
  if (!found) return []
  const { count, since, id, name } = found
  return [{ kind: 'bounced', count, since, student: { id, name } }]
}

/** The counts of the menu, less the orders, which have lines of their own. */
async function peopleLines({ db, now }: Shop, role: AdminRole): Promise<Found[]> {
  const { orders: _, ...counts } = await countWaiting(db, role, now())
  const kinds = (['messages', 'questions', 'assignments', 'reviews'] as const).filter((kind) => counts[kind] > 0)
  return Promise.all(
    kinds.map(async (kind) => ({ kind, count: counts[kind], since: await findOldest(db, kind, now()) })),
  )
}
