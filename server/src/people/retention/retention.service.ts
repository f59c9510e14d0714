import { indianDay } from 'contract/indian-time'
import { GUARD_DAYS, RETENTION_REASONS, type RetainedRow, type StaysRow, taxEnd } from 'contract/retention'
import type { Context, Db } from '../../context.ts'
import { declaredTables } from '../../platform/features/features.ts'
import { inLanguage, type Speech } from '../../platform/language/language.ts'
import { ORDERS, REFUNDS } from '../../sales/orders/orders.sql.ts'
import { findLanguage } from '../../shop/users/language.queries.ts'
import { tablesOfStudents, titleOfTable } from '../account/tables-of-students.ts'

type Words = Pick<RetainedRow, 'title' | 'why' | 'ends'>

const wordsOf = ({ t }: Speech): Record<(typeof RETENTION_REASONS)[number], Words> => ({
  money: {
    title: t('Orders, invoices and payments'),
    why: t('The tax law of India requires them: section 36 of the CGST Act.'),
    ends: t('72 months after the annual GST return of their year'),
  },
  log: {
    title: t('The log of what our team did'),
    why: t('It proves who changed what. It is stored without your name, email and phone.'),
    ends: t('As long as the shop runs, without anything that names you'),
  },
  guards: {
    title: t('Marks against floods and double orders'),
    why: t('They stop attacks, and a second payment for the same press.'),
    ends: t('{days} days at most', { days: GUARD_DAYS }),
  },
  work: {
    title: t('Numbers of files and steps of our program'),
    why: t('They are ids of the shop, and name nobody.'),
    ends: t('As long as the shop runs, without anything that names you'),
  },
})

/** `7 days`, `1 year`. */
function spanOf(days: number): string {
  const [count, unit] = days < 365 ? [days, 'day'] : [Math.round(days / 365), 'year']
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
}

/** Lists what is stored of persons by reason, from the manifests of all features and the migrations. */
export async function listRetention(db: Db): Promise<RetainedRow[]> {
  const words = wordsOf(inLanguage())
  const all = [...declaredTables]
  const expire = new Set(all.flatMap(([table, { expires }]) => (expires && 'days' in expires ? [table] : [])))
  const declared = all.filter(([table]) => !expire.has(table))
  const stay = RETENTION_REASONS.map((reason) => ({
    reason,
    ...words[reason],
    tables: declared.flatMap(([table, { stays }]) => (stays === reason ? [table] : [])),
  }))
  const erased = declared.flatMap(([table, { person, stays }]) => (person && !stays ? [table] : []))
  const account = {
    reason: 'account' as const,
    title: 'Lessons, notes, questions and all else of an account',
    why: 'The account works with it.',
    ends: 'As long as the account lives',
    tables: [...new Set([...(await tablesOfStudents(db)).map(({ table }) => table), ...erased])]
      .filter((table) => !expire.has(table))
      .toSorted(),
  }
  const expiring = all.flatMap(([table, { expires, ownData }]) =>
    expires && 'days' in expires
      ? [
          {
            reason: 'expires' as const,
            title: ownData && 'title' in ownData ? ownData.title : titleOfTable(table),
            why: 'The shop needs it no longer than this.',
            ends: `${spanOf(expires.days)}, then deleted by itself`,
            tables: [table],
          },
        ]
      : [],
  )
  return [...stay.slice(0, 1), account, ...expiring, ...stay.slice(1)]
}

/** Finds the last day of a student's money, in or back; null without a purchase. */
async function findLastMoney(db: Db, userId: number): Promise<Date | null> {
  const { rows } = await db.raw<{ rows: { at: Date | string | null }[] }>(
    `select greatest(max(o.paid_at), max(r.updated_at)) as at
    from ${ORDERS} o left join ${REFUNDS} r on r.order_id = o.order_id and r.status = 'processed'
    where o.user_id = :userId and o.paid_at is not null`,
    { userId },
  )
  return rows[0]?.at ? new Date(rows[0].at) : null
}

/**
 * Returns what stays once the account of a student (`users.id`) is deleted, in the student's language. The tax law's end is that of the last
 * purchase.
 */
export async function whatStays({ db }: Pick<Context, 'db'>, userId: number): Promise<StaysRow[]> {
  const speech = inLanguage(await findLanguage(db, userId))
  const words = wordsOf(speech)
  const last = await findLastMoney(db, userId)
  return RETENTION_REASONS.flatMap((reason): StaysRow[] => {
    if (reason !== 'money') return [{ reason, ...words[reason], until: null }]
    if (!last) return []
    const until = taxEnd(indianDay(last))
    const ends = speech.t('Until {day}', { day: speech.longDay(until) })
    return [{ reason, ...words[reason], ends, until }]
  })
}
