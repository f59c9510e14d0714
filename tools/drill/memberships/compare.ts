import { accessOf, type Debit, type Mandate } from '../lives/model/mandate.ts'
import { DAY, mandatesOf, RATES, type World } from './world.ts'

const at = (moment: number | undefined) =>
  moment === undefined ? 'none' : new Date(moment + 330 * 60_000).toISOString().slice(0, 16)

const inWords = ({ id, terms, debits, endWanted, ended, knownBy }: Mandate) =>
  `${id} (${terms.months} months) paid to ${at(debits.at(-1)?.to)}, ended ${at(endWanted ?? ended)}, known by ${at(knownBy || undefined)}`

type Row = {
  payment_id: string
  order_id: string
  status: string
  total: number
  stray: boolean
  from_at: string
  to_at: string
  papers: number
  invoices: number
  taxable: number | null
}

/** Compares the shop with the model: orders and papers of every debit, and access of everybody to every course. */
export async function compare(world: World, { soon }: { soon: ReadonlySet<string> }): Promise<string[]> {
  const { db, people } = world
  const [orders, access] = await Promise.all([readOrders(world), readAccess(world)])
  const wrong: string[] = []
  const now = world.now()
  const courses = [...new Set(world.terms.flatMap((terms) => terms.courses))]
  for (const person of people) {
    for (const course of courses) {
      const ends = accessOf(person, course, now).map((end) => (end > now ? end : undefined))
      const expected = ends.length === 0 ? [undefined] : ends
      const found = access.get(`${person.id} ${course}`)
      // Moments of the gateway are whole seconds.
      const same = expected.some((end) =>
        end === undefined ? found === undefined : found !== undefined && Math.abs(end - found) < 2_000,
      )
      if (!same)
        wrong.push(
          `access is what is paid for: ${person.userId} has ${course} until ${at(found)}, paid is ${expected.map(at).join(' or ')}; ${person.mandates.map(inWords).join(', ')}`,
        )
    }
    for (const { id, debits, terms } of person.mandates) {
      for (const debit of debits) {
        wrong.push(
          ...compareDebit(
            world,
            `${person.userId} ${id} (${terms.months} months)`,
            debit,
            orders.get(debit.payment),
            soon,
          ),
        )
        orders.delete(debit.payment)
      }
    }
  }
  for (const { order_id, payment_id } of orders.values())
    wrong.push(`an order is of a debit: ${order_id} of ${payment_id} is of none`)
  const count = await db('orders').count({ count: '*' }).first()
  const debits = mandatesOf(world).flatMap((mandate) => mandate.debits).length
  if (Number(count?.count) !== debits) wrong.push(`each debit is one order: ${count?.count} orders of ${debits} debits`)
  return wrong
}

function compareDebit(
  world: World,
  whose: string,
  debit: Debit,
  row: Row | undefined,
  soon: ReadonlySet<string>,
): string[] {
  const name = `${debit.payment} of ${whose}`
  if (!row) return [`no debit is lost: ${name}, paid ${at(debit.paidAt)}, has no order`]
  const wrong: string[] = []
  const report = (rule: string, what: string) => wrong.push(`${rule}: ${name} ${what}`)
  if (row.total !== debit.paise) report('an order costs what was paid', `costs ${row.total}, not ${debit.paise}`)
  if (row.stray !== debit.stray)
    report('money after the end gives nothing', `is ${row.stray ? '' : 'not '}stray, paid ${at(debit.paidAt)}`)
  if (Math.abs(Date.parse(row.from_at) - debit.from) > 2_000 || Math.abs(Date.parse(row.to_at) - debit.to) > 2_000)
    report(
      'a debit pays one cycle',
      `pays ${at(Date.parse(row.from_at))} to ${at(Date.parse(row.to_at))}, not ${at(debit.from)} to ${at(debit.to)}`,
    )
  const back = debit.stray ? debit.paise : debit.back
  const status = back === 0 ? 'paid' : back < debit.paise ? 'partially_refunded' : 'refunded'
  // An automatic refund has until the next evening.
  if (debit.stray && soon.has(debit.payment)) return wrong
  if (row.status !== status) report('a status is of its money', `is ${row.status}, not ${status}`)
  if (row.papers !== debit.paise - back)
    report('papers sum to money', `has papers over ${row.papers}, money is ${debit.paise - back}`)
  if (row.invoices !== 1) report('a debit has one invoice', `has ${row.invoices}`)
  const rate = RATES.findLast(({ from }) => world.start + from * DAY <= debit.paidAt)?.rate ?? 0
  const taxable = (debit.paise * 100) / (100 + rate)
  if (row.taxable !== null && Math.abs(row.taxable - taxable) > 5)
    report('tax is of the day of the money', `has ${row.taxable} before tax, not ${taxable.toFixed(0)}`)
  return wrong
}

async function readOrders({ db }: World): Promise<Map<string, Row>> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select d.payment_id, d.order_id, o.status, o.total_paise::int as total, d.stray, d.from_at, d.to_at,
       coalesce(sum(case when p.kind in ('credit_note', 'refund_receipt') then -1 else 1 end * (p.facts ->> 'total_paise')::bigint), 0)::int as papers,
       (count(p.*) filter (where p.kind not in ('credit_note', 'refund_receipt')))::int as invoices,
       max((p.facts ->> 'taxable_paise')::int) filter (where p.kind = 'invoice') as taxable
     from member_debits d join orders o on o.order_id = d.order_id left join documents p on p.order_id = d.order_id
     group by d.payment_id, o.order_id`,
  )
  return new Map(rows.map((row) => [row.payment_id, row]))
}

async function readAccess({ db, now }: World): Promise<Map<string, number>> {
  const rows: { user_id: number; course_id: string; ends_at: string | null }[] = await db('enrolments')
    .whereNull('revoked_at')
    .where({ continued: false })
    .select('user_id', 'course_id', 'ends_at')
  const until = (ends: string | null) => (ends === null ? Number.POSITIVE_INFINITY : Date.parse(ends))
  return new Map(
    rows
      .filter(({ ends_at }) => until(ends_at) > now())
      .map((row) => [`${row.user_id} ${row.course_id}`, until(row.ends_at)]),
  )
}

/** Rules over the gateway's own books, which need no model. */
export const bookRules = [
  {
    rule: 'no cycle is debited twice',
    sql: `select i.subscription_id || ' from ' || i.billing_start as what from sandbox.payments p join sandbox.invoices i on i.invoice_id = p.invoice_id
      where p.captured and p.amount_refunded_paise < p.amount_paise group by i.subscription_id, i.billing_start having count(*) > 1`,
  },
  {
    rule: 'no debit is lost',
    sql: `select p.payment_id as what from sandbox.invoices i join sandbox.payments p on p.payment_id = i.payment_id
      where i.status = 'paid' and not exists (select from member_debits d where d.payment_id = p.payment_id)`,
  },
  {
    rule: 'no debit begins a day after its student cancelled',
    sql: `select p.payment_id || ' of ' || m.member_id as what from sandbox.payments p join sandbox.invoices i on i.invoice_id = p.invoice_id
      join members m on m.subscription_id = i.subscription_id where p.created_at > m.end_wanted_at + interval '26 hours'`,
  },
  {
    rule: 'a mandate that its student cancelled is cancelled at the gateway within a day',
    sql: `select m.member_id || ': ' || s.status as what from members m join sandbox.subscriptions s on s.subscription_id = m.subscription_id
      where m.end_wanted_at < cast(:now as timestamptz) - interval '26 hours' and s.status not in ('cancelled', 'completed', 'expired')`,
  },
  {
    rule: 'every event about a membership is known',
    sql: `select event || ': ' || outcome as what from gateway_events where outcome like 'unmatched%'`,
  },
]

export async function checkBooks({ db, now }: World): Promise<string[]> {
  const found: string[] = []
  for (const { rule, sql } of bookRules) {
    const { rows } = await db.raw<{ rows: { what: string }[] }>(sql, { now: new Date(now()) } as never)
    found.push(...rows.map(({ what }) => `${rule}: ${what}`))
  }
  return found
}
