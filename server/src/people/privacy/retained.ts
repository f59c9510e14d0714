import { addDays, indianDay } from 'contract/indian-time'
import type { Retained } from 'contract/privacy/requests'
import { taxEnd } from 'contract/retention'
import type { Db } from '../../context.ts'
import { countPapersOf } from '../../sales/documents/documents.queries.ts'

/** The law wants logs for a year. */
const LOG_DAYS = 365

/** Lists what stays of a student (`users.id`) who is erased now. */
export async function readRetained(db: Db, userId: number, now: Date): Promise<Retained[]> {
  const { count, newest } = await countPapersOf(db, userId)
  const until = taxEnd(indianDay(newest === null ? now : new Date(newest)))
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
