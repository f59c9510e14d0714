import type { OwnData } from 'contract/account'
import type { z } from 'zod'
import type { Context, Db } from '../../context.ts'
import { COURSES, LESSONS } from '../../courses/courses/courses.sql.ts'
import { ENROLMENTS } from '../../courses/enrolments/enrolments.sql.ts'
import { type Opener, signAddress } from '../../courses/media/signed-address.ts'
import { wordsOfAnswered } from '../../courses/quizzes/quiz-gates.sql.ts'
import { declaredTables, ownDataParts } from '../../platform/features/features.ts'
import { tablesOfStudents, titleOfTable } from './tables-of-students.ts'

/** The tables of students that nobody wrote a part for, and the column that names the student: they are shown as they are. */
export async function tablesWithoutPart(db: Db) {
  const shown = new Set(ownDataParts.flatMap(({ tables }) => tables))
  return (await tablesOfStudents(db)).filter(({ table }) => !shown.has(table) && !declaredTables.get(table)?.ownData)
}

async function readTablesWithoutPart(trx: Db, userId: number) {
  const parts = []
  for (const { table, column } of await tablesWithoutPart(trx)) {
    const { rows } = await trx.raw<{ rows: { row: Record<string, unknown> }[] }>(
      'select to_jsonb(t) - :column - :id as row from :table: t where :column: = :userId order by t',
      { table, column, id: 'id', userId },
    )
    parts.push({ title: titleOfTable(table), rows: rows.map(({ row }) => row) })
  }
  return parts
}

/** The titles of what a student (`users.id`) has or had, and the words of the quizzes that they answered, by their ids. */
async function readNames(trx: Db, userId: number): Promise<Record<string, string>> {
  const { rows } = await trx.raw<{ rows: { id: string; name: string }[] }>(
    `with mine as (select distinct course_id from ${ENROLMENTS} e where user_id = :userId)
     select course_id as id, name from ${COURSES} c where course_id in (select course_id from mine)
     union select lesson_id, title from ${LESSONS} l where course_id in (select course_id from mine)
     union select id, name from (${wordsOfAnswered(':userId')}) words`,
    { userId },
  )
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}

/** Everything the shop holds of this student, as of one moment. */
export async function readOwnData(
  ctx: Context,
  user: { id: number; user_id: string; session_id: string },
): Promise<z.output<typeof OwnData>> {
  const opener: Opener = { audience: 'user', sessionId: user.session_id }
  const signed = (url: unknown) =>
    typeof url === 'string' ? `${ctx.config.storeUrl}${signAddress(ctx.config, url, opener, ctx.now())}` : null
  return ctx.db.transaction(
    async (trx) => {
      const { email } = (await trx('users').where({ id: user.id }).first('email')) ?? {}
      const values = { id: user.id, userId: user.user_id, email: email ?? '' }
      const parts = []
      for (const { title, select, files } of ownDataParts) {
        const { rows } = await trx.raw<{ rows: Record<string, unknown>[] }>(select, values)
        parts.push({ title, rows: files ? rows.map((row) => ({ ...row, [files]: signed(row[files]) })) : rows })
      }
      return {
        made_at: ctx.now().toISOString(),
        parts: [...parts, ...(await readTablesWithoutPart(trx, user.id))],
        names: await readNames(trx, user.id),
      }
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  )
}
