import { indianTime } from 'contract/indian-time'
import type { RetainedRow } from 'contract/retention'
import type { Db } from '../../context.ts'
import { listRetention } from '../retention/retention.service.ts'
import { type BreachRow, findBreaches, findReports, type ReportRow } from './breaches.queries.ts'
import { findOwn, type ProcessorRow } from './processors.service.ts'

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

/** Breaches with the moments of their reports, processors of the owner's own, and how long each table stores persons. */
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
    measure: (db: Db) => newest(db, 'processors'),
    columns: {
      Name: (row: ProcessorRow) => row.name,
      Purpose: (row: ProcessorRow) => row.purpose,
      Country: (row: ProcessorRow) => row.country,
      Contract: (row: ProcessorRow) => row.contract_on,
      Note: (row: ProcessorRow) => row.note,
    },
    read: async (db: Db, last: ProcessorRow | undefined) => (last ? [] : findOwn(db)),
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
