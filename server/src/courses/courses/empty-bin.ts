import { BIN_DAYS } from 'contract/courses/bin'
import { DAY_MS } from 'contract/indian-time'
import type { Context } from '../../context.ts'
import { destroyCourse, listOldInBin, markLeftBin } from './bin.queries.ts'

/** Empties the bin after 30 days: deletes unreferenced courses and takes others out of the bin. Safe to repeat. */
export async function emptyBin({ db, now, log }: Pick<Context, 'db' | 'now' | 'log'>): Promise<void> {
  const before = new Date(now().getTime() - BIN_DAYS * DAY_MS)
  for (const course_id of await listOldInBin(db, before)) {
    const destroyed = await destroyCourse(db, course_id, before)
    if (!destroyed) await markLeftBin(db, course_id, now())
    log.info({ course_id, destroyed }, 'course left the bin')
  }
}
