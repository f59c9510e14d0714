import { addDays, indianDay } from 'contract/indian-time'
import type { Retained } from 'contract/privacy/requests'
import type { Db } from '../../context.ts'
import { countPapersOf } from '../../sales/documents/documents.queries.ts'

/** The law wants logs for a year. */
const LOG_DAYS = 365

/** Books stay 72 months after the annual return, which is due on 31 December after the financial year. */
const booksUntil = (day: string): string => {
  const year = Number(day.slice(0, 4)) - (day.slice(5, 7) < '04' ? 1 : 0)
  return `${year + 7}-12-31`
}

/** Lists what stays of a student (`users.id`) who is erased now. */
export async function readRetained(db: Db, userId: number, now: Date): Promise<Retained[]> {
  const { count, newest } = await countPapersOf(db, userId)
  const until = booksUntil(newest === null ? '' : indianDay(new Date(newest)))
  return [
    ...(count > 0
      ? ([
          { reason: 'papers', count, until },
          { reason: 'ledger', count: null, until },
        ] as const)
      : []),
    { reason: 'logs', count: null, until: addDays(indianDay(now), LOG_DAYS) },
  ]
}
