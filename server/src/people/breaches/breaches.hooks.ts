import type { Context } from '../../context.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'

/** Deletes the listed address of a student who is being deleted. */
export const personErased: Hooks<Context>['personErased'] = async (_ctx, trx, { id }) => {
  await trx.raw(`delete from breach_people where email = (select email from ${ACCOUNTS} u where u.id = :id)`, { id })
}
