import type { Db } from '../../context.ts'
import { type RowOf, time } from '../../platform/files/columns.ts'
import { ACCOUNTS } from '../users/accounts.sql.ts'

const columns = {
  Email: 'email',
  Name: 'name',
  Purpose: 'purpose',
  'Notice version': 'notice_version',
  Given: time('given_at'),
  'Given how': (row: { given_how: string | null; source: string | null }) => row.given_how ?? row.source,
  Withdrawn: time('withdrawn_at'),
  'Withdrawn how': 'withdrawn_how',
  Words: 'agreed_text',
} as const

type Row = RowOf<typeof columns> & { id: number }

/** A row for each time that a student agreed to something, with the step that ended it. */
export const registers = {
  consents: {
    title: 'Consents',
    at: 10,
    measure: 'select count(*)::int as lines, max(changed_at) as newest_at from consents where agreed',
    columns,
    read: async (db: Db, last: Row | undefined, limit: number): Promise<Row[]> => {
      const { rows } = await db.raw<{ rows: Row[] }>(
        `select c.id, u.email, u.name, c.purpose, c.changed_at as given_at, ended.changed_at as withdrawn_at,
           c.source, c.agreed_text, c.notice_version, c.how as given_how, ended.how as withdrawn_how
         from consents c join ${ACCOUNTS} u on u.id = c.user_id
         left join lateral (select e.changed_at, e.how from consents e where e.user_id = c.user_id and e.purpose = c.purpose
           and e.id > c.id and not e.agreed order by e.id limit 1) ended on true
         where c.agreed and c.id > :after order by c.id limit :limit`,
        { after: last?.id ?? 0, limit },
      )
      return rows
    },
  },
}
