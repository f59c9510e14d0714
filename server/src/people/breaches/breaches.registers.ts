import { indianTime } from 'contract/indian-time'
import type { Db } from '../../context.ts'

type Report = { to: 'cert_in' | 'board'; at: string; full: boolean }
type Breach = {
  breach_id: string
  facts: Record<'title' | 'nature' | 'data' | 'consequences' | 'done' | 'false_alarm', string>
  known_at: string
  begun_at: string | null
  touched: number | null
  created_by: string
  reports: Report[]
}

const sentTo = ({ reports }: Breach, to: Report['to']) =>
  reports
    .filter((report) => report.to === to)
    .map(({ at, full }) => `${indianTime(at)}${to === 'board' && !full ? ' (first word)' : ''}`)
    .join('; ')

/** Breaches that earlier versions recorded, with the moments of their reports. */
export const registers = {
  breaches: {
    title: 'Breaches',
    at: 30,
    measure: async (db: Db) => {
      const { rows } = await db.raw<{ rows: [{ lines: number; newest_at: string | null }] }>(
        'select count(*)::int as lines, max(created_at) as newest_at from breaches',
      )
      return rows[0]
    },
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
      const { rows } = await db.raw<{ rows: Breach[] }>(
        `select b.*, coalesce((select jsonb_agg(jsonb_build_object('to', r.sent_to, 'at', r.sent_at, 'full', r.is_full) order by r.report_id)
          from breach_reports r where r.breach_id = b.breach_id), '[]') as reports
        from breaches b order by b.created_at, b.breach_id`,
      )
      return rows
    },
  },
}
