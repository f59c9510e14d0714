import { indianTime } from 'contract/indian-time'
import type { Db } from '../../context.ts'
import { countRequests, type DeskRow, listRequests, newestRequest, requestNo } from './requests.queries.ts'

const timeText = (at: string | null) => at && indianTime(at)

/** Every request, the newest first. The dates and the outcome of an erased person stay. */
export const registers = {
  requests: {
    title: 'Requests',
    at: 20,
    measure: async (db: Db) => ({ lines: await countRequests(db, {}), newest_at: await newestRequest(db) }),
    columns: {
      Number: (row: DeskRow) => requestNo(row),
      Kind: (row: DeskRow) => row.kind,
      Email: (row: DeskRow) => row.email,
      Name: (row: DeskRow) => row.name,
      'Asked for': (row: DeskRow) => row.nominee_of,
      Asked: (row: DeskRow) => timeText(row.created_at),
      Due: (row: DeskRow) => row.due_on,
      Outcome: (row: DeskRow) => row.status,
      Answered: (row: DeskRow) => timeText(row.answered_at),
      'Answered by': (row: DeskRow) => row.answered_by,
      Answer: (row: DeskRow) => row.answer,
    },
    read: (db: Db, last: DeskRow | undefined, limit: number): Promise<DeskRow[]> =>
      listRequests(db, { before: last?.request_id ?? null, limit, offset: 0 }),
  },
}
