import { phoneKey } from 'contract/email-and-phone'
import type { Db } from '../../context.ts'

/**
 * Everybody may type any phone, and families share one: a number stops no account. One account holds it (`phone_key`) and logs in by it, the
 * first that typed it, until another pays with it or proves it (`phone_proven`).
 */

/** Takes numbers from accounts that only typed them. An account that another transaction changes keeps its own. */
export async function giveWay(trx: Db, keys: readonly string[], id: number | null = null): Promise<void> {
  await trx.raw(
    `update users set phone_key = null where id in (
       select id from users where phone_key = any(:keys) and not phone_proven and id is distinct from :id
       order by id for no key update skip locked)`,
    { keys: [...keys], id },
  )
}

/** Returns the key by which account `id`, or a new one, holds this number; null while it is another's. Accounts of one number run one after another. */
export async function keyToHold(
  trx: Db,
  phone: string,
  proven: boolean,
  id: number | null = null,
): Promise<string | null> {
  if (phone === '') return null
  const key = phoneKey(phone)
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`phone ${key}`])
  if (proven) await giveWay(trx, [key], id)
  const { rows } = await trx.raw('select id from users where phone_key = :key and id is distinct from :id', { key, id })
  return rows.length > 0 ? null : key
}

/** Sets a phone that its account proved. Another account that proved it, too, keeps the login by it. */
export async function setPhone(trx: Db, id: number, phone: string): Promise<void> {
  const phone_key = await keyToHold(trx, phone, true, id)
  await trx('users')
    .where({ id })
    .update({ phone, phone_key, phone_proven: phone_key !== null })
}

/** The student has paid: the phone of the account is theirs, unless another proved it first. */
export async function holdPaidPhone(trx: Db, id: number): Promise<void> {
  const user: { phone: string } | undefined = await trx('users')
    .where({ id, phone_proven: false })
    .whereNull('deleted_at')
    .forNoKeyUpdate()
    .first('phone')
  if (user?.phone) await setPhone(trx, id, user.phone)
}
