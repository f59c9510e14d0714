import type { Db } from '../../context.ts'

/** The tables whose rows are nothing without their student, as the migrations say, and the column that names the student. */
export async function tablesOfStudents(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await db.raw<{ rows: { table: string; column: string }[] }>(
    `select f.conrelid::regclass::text as table, a.attname as column
    from pg_constraint f
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confrelid = 'users'::regclass and f.confdeltype = 'c'
    order by 1`,
  )
  return rows
}

/** Names a table for a reader who knows no tables: `Lesson notes`. */
export const titleOfTable = (table: string): string =>
  table.charAt(0).toUpperCase() + table.slice(1).replaceAll('_', ' ')
