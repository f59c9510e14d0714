import { GUARD_DAYS, RETENTION_REASONS, type RetainedRow } from 'contract/retention'
import type { Db } from '../../context.ts'
import { declaredTables } from '../../platform/features/features.ts'
import { tablesOfStudents, titleOfTable } from '../account/tables-of-students.ts'

type Words = Pick<RetainedRow, 'title' | 'why' | 'ends'>

const words: Record<(typeof RETENTION_REASONS)[number], Words> = {
  money: {
    title: 'Orders, invoices and payments',
    why: 'The tax law of India requires them: section 36 of the CGST Act.',
    ends: '72 months after the annual GST return of their year',
  },
  log: {
    title: 'The log of what our team did',
    why: 'It proves who changed what. It is stored without your name, email and phone.',
    ends: 'As long as the shop runs, without anything that names you',
  },
  guards: {
    title: 'Marks against floods and double orders',
    why: 'They stop attacks, and a second payment for the same press.',
    ends: `${GUARD_DAYS} days at most`,
  },
  work: {
    title: 'Numbers of files and steps of our program',
    why: 'They are ids of the shop, and name nobody.',
    ends: 'As long as the shop runs, without anything that names you',
  },
}

/** `7 days`, `1 year`. */
function spanOf(days: number): string {
  const [count, unit] = days < 365 ? [days, 'day'] : [Math.round(days / 365), 'year']
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
}

/** Lists what is stored of persons by reason, from the manifests of all features and the migrations. */
export async function listRetention(db: Db): Promise<RetainedRow[]> {
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
