import { phoneKey } from 'contract/email-and-phone'
import type { Db } from '../../context.ts'
import { findKnownHolders } from '../../sales/orders/known-holders.queries.ts'
import { type Contacted, findByContacts } from '../../shop/users/by-contact.queries.ts'

type Contact = { email: string | null; phone: string | null }

/** `is_holders`: known to be the holder's of the mailbox. */
type HeldAccount = Contacted & { is_holders: boolean }

/** Result of matching a line to an account: one, none yet, or a problem. */
export type FoundPerson = { account: HeldAccount } | { account: undefined; problem: string | null }

const OTHERS_PHONE = 'The phone number belongs to an account with another email'
const NO_EMAIL = 'A new account needs an email address'

/**
 * Finds the accounts of all at once. The email says whose it is; a phone alone does, too. A phone of one account beside the
 * email of none is refused: it would give a stranger somebody's account.
 */
export async function findPerson(db: Db, people: readonly Contact[]): Promise<(person: Contact) => FoundPerson> {
  const emails = people.flatMap(({ email }) => email ?? [])
  const phones = people.flatMap(({ phone }) => phone ?? [])
  const found = await withHolders(db, await findByContacts(db, emails, phones))
  const byEmail = new Map(found.map((account) => [account.email, account]))
  const byPhone = new Map(found.flatMap((account) => (account.phone_key ? [[account.phone_key, account]] : [])))
  return ({ email, phone }) => {
    const mailed = email === null ? undefined : byEmail.get(email)
    const called = phone === null ? undefined : byPhone.get(phoneKey(phone))
    // Anybody may have typed a phone: it says whose it is only where there is no email, or where its account paid with it.
    const others = called?.phone_proven && called.id !== mailed?.id
    if (mailed) {
      if (others) return { account: undefined, problem: OTHERS_PHONE }
      return { account: mailed }
    }
    if (!called) return { account: undefined, problem: email ? null : NO_EMAIL }
    if (!email) return { account: called }
    return { account: undefined, problem: others ? OTHERS_PHONE : null }
  }
}

async function withHolders(db: Db, found: Contacted[]): Promise<HeldAccount[]> {
  const holders = await findKnownHolders(
    db,
    found.map(({ id }) => id),
  )
  return found.map((account) => ({ ...account, is_holders: holders.includes(account.id) }))
}
