import { personErased } from '../../shop/moments/moments.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'

export const joins = () => [
  /** Deletes the listed address of a student who is being deleted. */
  personErased.by(async (trx, { id }) => {
    await trx.raw(`delete from breach_people where email = (select email from ${ACCOUNTS} u where u.id = :id)`, { id })
  }),
]
