import type { Db } from '../../context.ts'
import { type Columns, time } from '../../platform/files/columns.ts'
import { countRequests, type DeskRow, listRequests, newestRequest, requestNo } from './requests.queries.ts'

/** Every request, the newest first. The dates and the outcome of an erased person stay. */
export const registers = {
  requests: {
    title: 'Requests',
    at: 20,
    measure: async (db: Db) => ({ lines: await countRequests(db, {}), newest_at: await newestRequest(db) }),
    columns: {
      Number: (row) => requestNo(row),
      Kind: 'kind',
      Email: 'email',
      Name: 'name',
      'Asked for': 'nominee_of',
      Asked: time('created_at'),
      Due: 'due_on',
      Outcome: 'status',
      Answered: time('answered_at'),
      'Answered by': 'answered_by',
      Answer: 'answer',
    } satisfies Columns<DeskRow>,
    read: (db: Db, last: DeskRow | undefined, limit: number): Promise<DeskRow[]> =>
      listRequests(db, { before: last?.request_id ?? null, limit, offset: 0 }),
  },
}
