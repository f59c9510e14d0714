import type { Processor } from 'contract/breaches/processors'
import { indianTime } from 'contract/indian-time'
import type { RetainedRow } from 'contract/retention'
import type { Context, Db } from '../../context.ts'
import { listRetention } from '../retention/retention.service.ts'
import { type BreachRow, findBreaches, findReports, type ReportRow } from './breaches.queries.ts'
import { listProcessors } from './processors.service.ts'

/** More than any shop has of them: one batch is the whole register. */
const ALL = 10_000

type Breach = BreachRow & { reports: ReportRow[] }

const newest = async (db: Db, table: 'breaches' | 'processors') => {
  const { rows } = await db.raw<{ rows: { lines: number; newest_at: string | null }[] }>(
    'select count(*)::int as lines, max(created_at) as newest_at from :table:',
    { table },
  )
  return rows[0]
}

const sentTo = ({ reports }: Breach, to: ReportRow['sent_to']) =>
  reports
    .filter(({ sent_to }) => sent_to === to)
    .map(({ sent_at, is_full }) => `${indianTime(sent_at)}${to === 'board' && !is_full ? ' (first word)' : ''}`)
    .join('; ')

/** Breaches with the moments of their reports, processors as the console lists them, and how long each table stores persons. */
export const registers = {
  breaches: {
    title: 'Breaches',
    at: 30,
    measure: (db: Db) => newest(db, 'breaches'),
    columns: {
      Breach: (row: Breach) => row.breach_id,
      Title: (row: Breach) => row.facts.title,
      'Known since': (row: Breach) => indianTime(row.known_at),
      'What happened': (row: Breach) => row.facts.nature,
      'Data concerned': (row: Breach) => row.facts.data,
      Consequences: (row: Breach) => row.facts.consequences,
      Done: (row: Breach) => row.facts.done,
      People: (row: Breach) => row.touched,
      'Emails began': (row: Breach) => row.begun_at && indianTime(row.begun_at),
      'Sent to CERT-In': (row: Breach) => sentTo(row, 'cert_in'),
      'Sent to the Board': (row: Breach) => sentTo(row, 'board'),
      'False alarm': (row: Breach) => row.facts.false_alarm,
      'Reported by': (row: Breach) => row.created_by,
    },
    read: async (db: Db, last: Breach | undefined): Promise<Breach[]> => {
      if (last) return []
      const rows = (await findBreaches(db, ALL)).toReversed()
      const reports = await findReports(
        db,
        rows.map(({ breach_id }) => breach_id),
      )
      return rows.map((row) => ({ ...row, reports: reports.filter(({ breach_id }) => breach_id === row.breach_id) }))
    },
  },
  processors: {
    title: 'Processors',
    at: 40,
    measure: async (db: Db, ctx: Context) => {
      const { newest_at = null } = (await newest(db, 'processors')) ?? {}
      return { lines: (await listProcessors(ctx)).length, newest_at }
    },
    columns: {
      Name: (row: Processor) => row.name,
      Purpose: (row: Processor) => row.purpose,
      Country: (row: Processor) => row.country,
      Contract: (row: Processor) => row.contract_on,
      Note: (row: Processor) => row.note,
    },
    read: async (_: Db, last: Processor | undefined, __: number, ctx: Context) => (last ? [] : listProcessors(ctx)),
  },
  retention: {
    title: 'Retention',
    at: 50,
    measure: async (db: Db) => ({ lines: (await listRetention(db)).length, newest_at: null }),
    columns: {
      Data: (row: RetainedRow) => row.title,
      Reason: (row: RetainedRow) => row.why,
      End: (row: RetainedRow) => row.ends,
      Tables: (row: RetainedRow) => row.tables.join(', '),
    },
    read: async (db: Db, last: RetainedRow | undefined) => (last ? [] : listRetention(db)),
  },
}
