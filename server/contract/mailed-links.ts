import { z } from 'zod'
import { ContactKind, Profile } from './account.ts'
import { Session } from './auth.ts'
import { limit, MINUTE, QUARTER } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { Moment, Password, text } from './fields.ts'

export const ConfirmContactBody = z.object({ token: text(1, 200, 'Must be the token of a link') })

const ClaimBody = ConfirmContactBody.extend({ new_password: Password })

/** Calls of mailed links that prove an email or phone. */
export const account = {
  /** Reads an email link's subject and account. `changes` is false for the account's present address. 422 `link_expired`. */
  readLink: defineCall({
    method: 'POST',
    path: '/confirm_contact/read',
    access: 'public',
    summary: 'Read what the link of an email is about',
    limits: [limit('read_link', 'client', 120, 10 * MINUTE)],
    codes: ['link_expired'],
  })
    .input(ConfirmContactBody)
    .output(
      z.object({
        kind: ContactKind,
        changes: z.boolean(),
        user_id: z.string(),
        /** The first word; null where that is no plain name, for anybody may have typed it. */
        name: z.string().nullable(),
        /** When the account was made. */
        since: Moment,
      }),
    ),

  /**
   * Confirms the change of an email link, once, for the requesting account alone. `changed` is false for the account's present address. 403
   * for another account's; 422 `link_expired`; 409 `email_taken` when another account was first.
   */
  confirmContact: defineCall({
    method: 'POST',
    path: '/user/confirm_contact',
    access: 'user',
    summary: 'Confirm an email or phone by the link of an email',
    cost: 'mail',
    limits: [limit('confirm_contact', 'caller', 60, 10 * MINUTE)],
    codes: ['link_expired', 'email_taken'],
  })
    .input(ConfirmContactBody)
    .output(z.object({ kind: ContactKind, changed: z.boolean() })),

  /**
   * Gives an account to whoever has its mailbox: the address is confirmed, the new password is the only one, and every session before ends.
   * For the link of the address that the account has already. 422 `link_expired`, `common_password`.
   */
  claim: defineCall({
    method: 'POST',
    path: '/confirm_contact/claim',
    access: 'public',
    summary: 'Choose a new password by the link of an email',
    cost: 'hash',
    limits: [limit('claim', 'client', 20, QUARTER)],
    codes: ['link_expired', 'common_password'],
  })
    .input(ClaimBody)
    .output(Session.extend({ user: Profile })),

  /** Logs in by the link of an email to a proven address: once, within 60 minutes. 422 `link_expired`. */
  logInByLink: defineCall({
    method: 'POST',
    path: '/login/link',
    access: 'public',
    summary: 'Log in by the link of an email',
    cost: 'mail',
    limits: [limit('login_link', 'client', 60, QUARTER)],
    codes: ['link_expired'],
  })
    .input(ConfirmContactBody)
    .output(Session.extend({ user: Profile })),
}
