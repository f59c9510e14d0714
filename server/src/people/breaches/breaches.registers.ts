import { indianTime } from 'contract/indian-time'
import type { Db } from '../../context.ts'
import { type RowOf, time } from '../../platform/files/columns.ts'

type Report = { to: 'cert_in' | 'board'; at: string; full: boolean }

const fact =
  (name: 'title' | 'nature' | 'data' | 'consequences' | 'done' | 'false_alarm') =>
  ({ facts }: { facts: Record<typeof name, string> }) =>
    facts[name]

const sentTo =
  (to: Report['to']) =>
  ({ reports }: { reports: Report[] }) =>
    reports
      .filter((report) => report.to === to)
      .map(({ at, full }) => `${indianTime(at)}${to === 'board' && !full ? ' (first word)' : ''}`)
      .join('; ')

const columns = {
  Breach: 'breach_id',
  Title: fact('title'),
  'Known since': time('known_at'),
  'What happened': fact('nature'),
  'Data concerned': fact('data'),
  Consequences: fact('consequences'),
  Done: fact('done'),
  People: 'touched',
  'Emails began': time('begun_at'),
  'Sent to CERT-In': sentTo('cert_in'),
  'Sent to the Board': sentTo('board'),
  'False alarm': fact('false_alarm'),
  'Reported by': 'created_by',
} as const

type Breach = RowOf<typeof columns>

/** Breaches that earlier versions recorded, with the moments of their reports. */
export const registers = {
  breaches: {
    title: 'Breaches',
    at: 30,
    measure: 'select count(*)::int as lines, max(created_at) as newest_at from breaches',
    columns,
    read: async (db: Db, last: Breach | undefined): Promise<Breach[]> => {
      if (last) return []
      const { rows } = await db.raw<{ rows: Breach[] }>(
        `select b.*, coalesce((select jsonb_agg(jsonb_build_object('to', r.sent_to, 'at', r.sent_at, 'full', r.is_full) order by r.report_id)
          from breach_reports r where r.breach_id = b.breach_id), '[]') as reports
        from breaches b order by b.created_at, b.breach_id`,
      )
      return rows
    },
  },
}
