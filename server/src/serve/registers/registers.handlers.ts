import { type Context, calls, type Db } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { importAll } from '../../platform/features/import-all.ts'
import type { Columns } from '../../platform/files/columns.ts'
import { csvStream, type ReadBatch } from '../../shop/exports/csv.ts'

type Measured = { lines: number; newest_at: Date | string | null }

/** A feature exports its registers by name, as `registers` of a `*.registers.ts` that imports nothing of this one. */
type Register = {
  title: string
  /** Place in the list, the first lowest. */
  at: number
  /** Reads the number of rows and the moment of the newest: a statement, or a function where one does not do. */
  measure: string | ((db: Db, ctx: Context) => Promise<Measured>)
  columns: Columns<unknown>
  read: ReadBatch<unknown, [Context]>
}

const modules = (await importAll('../../**/*.registers.ts', import.meta.dirname)) as {
  registers: Record<string, Register>
}[]
const found = modules.flatMap((module) => Object.entries(module.registers)).sort(([, a], [, b]) => a.at - b.at)

export const registersHandlers = {
  list: calls.registers.list.handler(({ context: { ctx } }) =>
    ctx.read((db) =>
      Promise.all(
        found.map(async ([name, { title, measure }]) => {
          const { lines, newest_at } =
            typeof measure === 'string' ? (await db.raw<{ rows: [Measured] }>(measure)).rows[0] : await measure(db, ctx)
          return { name, title, lines, newest_at: newest_at && new Date(newest_at).toISOString() }
        }),
      ),
    ),
  ),

  file: calls.registers.file.handler(async ({ input, context }) => {
    const name = input.file.slice(0, -'.csv'.length)
    const register = found.find(([one]) => one === name)?.[1]
    if (!register) throw plainError('not_found', 'No such register')
    return csvStream(context, name, register.columns, register.read, context.ctx)
  }),
}
