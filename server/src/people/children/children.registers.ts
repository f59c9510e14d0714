import type { Db } from '../../context.ts'
import { type RowOf, time } from '../../platform/files/columns.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'

const columns = {
  Name: 'name',
  Email: 'email',
  'Turns 18 in': 'turns_18',
  Parent: 'parent_name',
  'Email of the parent': 'parent_email',
  Answered: time('answered_at'),
  Confirmed: time('confirmed_at'),
} as const

type Row = RowOf<typeof columns> & { id: number }

/** A row for each account that belonged to a person under 18, until a year after they turn 18. */
export const registers = {
  children: {
    title: 'Children',
    at: 45,
    measure: 'select count(*)::int as lines, max(answered_at) as newest_at from ages where turns_18 is not null',
    columns,
    read: async (db: Db, last: Row | undefined, limit: number): Promise<Row[]> => {
      const { rows } = await db.raw<{ rows: Row[] }>(
        `select a.user_id as id, u.name, u.email, a.turns_18, a.parent_name, a.parent_email, a.answered_at, a.confirmed_at
         from ages a join ${ACCOUNTS} u on u.id = a.user_id
         where a.turns_18 is not null and a.user_id > :after order by a.user_id limit :limit`,
        { after: last?.id ?? 0, limit },
      )
      return rows
    },
  },
}
