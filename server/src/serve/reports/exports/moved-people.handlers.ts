import { indianTime } from 'contract/indian-time'
import { calls } from '../../../context.ts'
import { listMovedPeople, type MovedPersonRow } from '../../../people/move-in/letter.queries.ts'
import { type CsvColumns, csvStream } from './csv.ts'

const movedColumns: CsvColumns<MovedPersonRow> = {
  'User ID': (row) => row.user_id,
  Name: (row) => row.name,
  Email: (row) => row.email,
  Courses: (row) => row.courses.join('; '),
  'Letter sent': (row) => row.sent_at && indianTime(row.sent_at),
  'First login': (row) => row.came_at && indianTime(row.came_at),
}

export const movedPeopleExports = {
  movedPeople: calls.exports.movedPeople.handler(({ input: { move_id, ...asked }, context }) => {
    const now = context.ctx.now()
    return csvStream(context, 'moved-students', movedColumns, async (db, last, limit) => {
      return (await listMovedPeople(db, move_id, asked, { now, after: last?.id ?? 0, limit })).people
    })
  }),
}
