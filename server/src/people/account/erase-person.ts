import type { Context, Db } from '../../context.ts'
import { forgetFilesOf } from '../../courses/assignments/hand-in-files.queries.ts'
import { personTables } from '../../platform/features/features.ts'
import { lockOrdersOf } from '../../sales/orders/orders.queries.ts'
import { personErased } from '../../shop/moments/moments.ts'
import { tablesOfStudents } from './tables-of-students.ts'

/** A person to erase, as the statements name it; email and phones are those until now. */
type Person = {
  /** `users.id`. */
  id: number
  user_id: string
  email: string
  phone: string
  phone_key: string
  /** Replaces the name. */
  nobody: string
  now: Date
}

/** Replaces the name. */
export const DELETED = 'Deleted user'

/**
 * Walks over the tables; files that carry the mail go with a job. The caller holds the row of the person, and has seen that it is not
 * erased yet.
 */
export async function erasePerson({ queue }: Pick<Context, 'queue'>, trx: Db, person: Person): Promise<void> {
  // Comes before all writes: a settlement under way ends first, and waits for no lock of ours.
  const open = await lockOrdersOf(trx, person.id)
  const work = await forgetFilesOf(trx, person.id)
  await personErased(trx, person)
  for (const { table, column } of await tablesOfStudents(trx))
    await trx(table)
      .where({ [column]: person.id })
      .delete()
  for (const { statement } of personTables) if (statement) await trx.raw(statement, { ...person })
  await queue.send(trx, 'forget-stamped-copies', { user_id: person.id })
  // Nobody is to pay for what nobody gets.
  for (const order_id of open) await queue.send(trx, 'close-links', { order_id }, { singletonKey: order_id })
  if (work.length > 0) await queue.send(trx, 'remove-files', { media_ids: work })
}
