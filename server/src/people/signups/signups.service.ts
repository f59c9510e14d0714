import { DAY_MS } from 'contract/indian-time'
import type { Language } from 'contract/languages'
import { SIGNUP_DAYS } from 'contract/pages/signups'
import type { Context } from '../../context.ts'
import { hashOf, lastingToken } from '../../shop/auth/contact-changes.ts'
import { makeAccount } from '../../shop/auth/made-account.ts'
import { changeConsent } from '../../shop/consents/consents.service.ts'
import { markProven } from '../../shop/users/contacts.queries.ts'
import { findCredentials } from '../../shop/users/credentials.queries.ts'
import { setLanguage } from '../../shop/users/language.queries.ts'

export type Signup = { email: string; name: string; language: Language }

/** Stores a wish for news, and returns the token that confirms it; every email to the address has the same one. */
export async function storeSignup(
  { config, db, now }: Pick<Context, 'config' | 'db' | 'now'>,
  signup: Signup,
): Promise<string> {
  const { token, hash } = lastingToken(config, ['signup', signup.email])
  const columns = { name: signup.name, language: signup.language, token_hash: hash, created_at: now() }
  await db('page_signups')
    .insert({ email: signup.email, ...columns })
    .onConflict('email')
    .merge(columns)
  return token
}

/**
 * Confirms a wish for news by its token, once, within 7 days; false for any other. An unknown address gets an account that is its mailbox's.
 * A known one stays as it is: an address that was not proven may be a stranger's account, whose consent counts once it is proven.
 */
export async function confirmSignup(ctx: Context, token: string): Promise<boolean> {
  return ctx.db.transaction(async (trx) => {
    const now = ctx.now()
    const [found]: Signup[] = await trx('page_signups')
      .where({ token_hash: hashOf(token) })
      .where('created_at', '>', new Date(now.getTime() - SIGNUP_DAYS * DAY_MS))
      .delete()
      .returning(['email', 'name', 'language'])
    if (!found) return false
    const { email, name, language } = found
    const known = await findCredentials(trx, { email })
    const person = { email, phone: null, name: name || null, byVisitor: true }
    const made = known ? undefined : await makeAccount(ctx, trx, person)
    if (made) {
      await markProven(trx, made.id, now)
      await setLanguage(trx, made.id, language)
    }
    const id = known?.id ?? made?.id
    if (id === undefined) return false
    await changeConsent({ db: trx, now: ctx.now }, id, 'news_email', true, 'link of a sign-up')
    return true
  })
}
