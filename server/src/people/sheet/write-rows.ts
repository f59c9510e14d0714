import { indianTime } from 'contract/indian-time'
import { toRupees } from 'contract/money'
import type { Context, Db } from '../../context.ts'
import { findOrderWithBuyer } from '../../sales/orders/order-lists.queries.ts'
import { findOrderLines } from '../../sales/orders/orders.queries.ts'
import { findShownUser } from '../../shop/users/users.queries.ts'
import { type Answer, appendRows, fetchToken, readFirstColumn, readServiceAccount } from './google-sheets.ts'
import {
  findConfig,
  leaseSheet,
  listWaiting,
  noteConfig,
  noteRows,
  openAccount,
  releaseSheet,
  type SheetConfig,
  type SheetRow,
} from './sheet.queries.ts'

const MINUTE = 60_000
/** Longer than a run takes: then another process may write. */
const LEASE_MS = 10 * MINUTE
/** Rows of one call: far below the 2 MB that Google takes. */
const BATCH = 500
/** Calls of one run: Google allows 60 a minute. */
const CALLS = 12

export const HEADINGS = {
  orders: [
    'Order number',
    'Paid at',
    'Name',
    'Email',
    'Phone',
    'Courses',
    'Amount in rupees',
    'Promo code',
    'Source',
    'State',
    'GSTIN',
  ],
  students: ['Student id', 'Registered at', 'Name', 'Email', 'Phone'],
} as const

type Place = Parameters<typeof appendRows>[0]

/** Returns the sheet with a token. */
export async function openSheet(ctx: Context, config: SheetConfig): Promise<Answer<Place>> {
  const account = readServiceAccount(openAccount(config, ctx.config.encryptionKeys) ?? '')
  if (!account) return { kind: 'refused', problem: 'The key cannot be read any more. Save the key file again.' }
  const base = ctx.config.googleUrl
  const token = await fetchToken(base, account, ctx.now())
  if (token.kind !== 'done') return token
  return {
    kind: 'done',
    value: { base, token: token.value, spreadsheetId: config.spreadsheet_id, sheet: config.sheet },
  }
}

/** Writes the headings into an empty sheet. */
export async function writeHeadings(place: Place, rows: SheetConfig['rows']): Promise<Answer<unknown>> {
  const column = await readFirstColumn(place)
  return column.kind === 'done' && column.value.length === 0 ? appendRows(place, [[...HEADINGS[rows]]]) : column
}

/**
 * Writes rows that wait, several in a call. A row whose answer was lost is looked for in the first column before it is sent again, so that
 * none is there twice. A refusal lets the rows wait: a minute, then twice as long, at most an hour.
 */
export async function writeRows(ctx: Context): Promise<void> {
  const now = ctx.now()
  if (!(await leaseSheet(ctx.db, now, new Date(now.getTime() + LEASE_MS)))) return
  try {
    const config = await findConfig(ctx.db)
    if (!config || (await listWaiting(ctx.db, 1)).length === 0) return
    const opened = await openSheet(ctx, config)
    const written = opened.kind === 'done' ? await writeAll(ctx, opened.value) : opened
    if (written.kind === 'done') return await noteConfig(ctx.db, { attempts: 0, next_at: null, problem: null })
    const wanted = written.kind === 'refused' ? (written.wait ?? 0) * 1000 : 0
    const gap = Math.max(wanted, Math.min(MINUTE * 2 ** config.attempts, 60 * MINUTE))
    const next = { attempts: Math.min(config.attempts + 1, 10), next_at: new Date(now.getTime() + gap).toISOString() }
    await noteConfig(ctx.db, { ...next, problem: written.problem })
  } finally {
    await releaseSheet(ctx.db)
  }
}

async function writeAll(ctx: Context, place: Place): Promise<Answer<unknown>> {
  for (let call = 0; call < CALLS; call++) {
    const waiting = await listWaiting(ctx.db, BATCH)
    if (waiting.length === 0) break
    const answer = await writeBatch(ctx, place, waiting)
    if (answer.kind !== 'done') return answer
  }
  return { kind: 'done', value: undefined }
}

async function writeBatch(ctx: Context, place: Place, waiting: readonly SheetRow[]): Promise<Answer<unknown>> {
  const cells = new Map<string, (string | number)[]>()
  for (const row of waiting) {
    const values = await cellsOf(ctx.db, row)
    // The account was deleted meanwhile.
    if (values) cells.set(row.row_id, values)
    else await noteRows(ctx.db, [row.row_id], { written_at: ctx.now() })
  }
  if (waiting.some(({ begun_at }) => begun_at !== null)) {
    const column = await readFirstColumn(place)
    if (column.kind !== 'done') return column
    const there = new Set(column.value)
    const found = [...cells].flatMap(([id, [first]]) => (there.has(String(first)) ? [id] : []))
    await noteRows(ctx.db, found, { written_at: ctx.now() })
    for (const id of found) cells.delete(id)
  }
  const ids = [...cells.keys()]
  if (ids.length === 0) return { kind: 'done', value: undefined }
  await noteRows(ctx.db, ids, { begun_at: ctx.now() })
  const answer = await appendRows(place, [...cells.values()])
  if (answer.kind === 'refused') await noteRows(ctx.db, ids, { begun_at: null })
  if (answer.kind !== 'done') return answer
  await noteRows(ctx.db, ids, { written_at: ctx.now() })
  await noteConfig(ctx.db, { last_written_at: ctx.now().toISOString() })
  return answer
}

/** Google takes 50,000 letters in a cell. */
const cell = (value: string | null | undefined) => (value ?? '').slice(0, 2000)

async function cellsOf(db: Db, { user_id, order_id }: SheetRow): Promise<(string | number)[] | undefined> {
  if (order_id !== null) return orderCells(db, order_id)
  const student = await findShownUser(db, user_id)
  if (!student) return undefined
  const { user_id: id, created_at, name, email, phone } = student
  return [id, indianTime(String(created_at)), cell(name), cell(email), cell(phone)]
}

async function orderCells(db: Db, orderId: string): Promise<(string | number)[] | undefined> {
  const order = await findOrderWithBuyer(db, orderId)
  if (!order) return undefined
  const courses = (await findOrderLines(db, [orderId])).map(({ course_name: name, quantity }) =>
    quantity > 1 ? `${name} × ${quantity}` : name,
  )
  return [
    order.order_no,
    indianTime(order.paid_at ?? order.created_at),
    cell(order.buyer_name),
    cell(order.buyer_email),
    cell(order.buyer_phone),
    cell(courses.join(', ')),
    toRupees(order.captured_paise ?? order.total_paise),
    cell(order.promocode),
    cell(order.source?.last?.source ?? order.source?.first?.source),
    cell(order.billing_state),
    cell(order.billing_gstin),
  ]
}
