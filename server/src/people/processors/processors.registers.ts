import type { Processor } from 'contract/processors'
import type { RetainedRow } from 'contract/retention'
import type { Context, Db } from '../../context.ts'
import type { Columns } from '../../platform/files/columns.ts'
import { listRetention } from '../retention/retention.service.ts'
import { listProcessors } from './processors.service.ts'

/** Processors as the console lists them, and how long each table stores persons. */
export const registers = {
  processors: {
    title: 'Processors',
    at: 40,
    measure: async (db: Db, ctx: Context) => {
      const [newest] = await db('processors').max('created_at as at')
      return { lines: (await listProcessors(ctx)).length, newest_at: newest?.at ?? null }
    },
    columns: {
      Name: 'name',
      Purpose: 'purpose',
      Country: 'country',
      Contract: 'contract_on',
      Note: 'note',
    } satisfies Columns<Processor>,
    read: async (_: Db, last: Processor | undefined, __: number, ctx: Context) => (last ? [] : listProcessors(ctx)),
  },
  retention: {
    title: 'Retention',
    at: 50,
    measure: async (db: Db) => ({ lines: (await listRetention(db)).length, newest_at: null }),
    columns: {
      Data: 'title',
      Reason: 'why',
      End: 'ends',
      Tables: (row) => row.tables.join(', '),
    } satisfies Columns<RetainedRow>,
    read: async (db: Db, last: RetainedRow | undefined) => (last ? [] : listRetention(db)),
  },
}
