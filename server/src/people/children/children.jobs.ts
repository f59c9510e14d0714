import { z } from 'zod'
import { oneMail } from '../../shop/mails/mail-once.ts'
import { findConfirmed } from './children.queries.ts'
import { makeLink } from './children.service.ts'
import { childConfirmedEmail, parentConfirmedEmail, parentEmail } from './children-emails.ts'

const payload = z.object({ user_id: z.string() })

/** Mails the link that confirms a parent's consent. The token is in no payload: another attempt makes a new one, which ends the last. */
export const parentMailJob = oneMail({
  name: 'parent-mail',
  payload,
  async find(ctx, { user_id }) {
    const made = await makeLink(ctx, user_id, 'confirm')
    if (!made) return undefined
    const { token, child } = made
    return {
      to: child.parent_email,
      receiver: 'typed',
      language: child.language,
      letter: (shop) => parentEmail({ token, child, ...shop }),
      about: { user_id },
    }
  },
})

/** Mails the parent, once they confirmed, the link that withdraws. */
export const parentConfirmedMailJob = oneMail({
  name: 'parent-confirmed-mail',
  payload,
  async find(ctx, { user_id }) {
    const made = await makeLink(ctx, user_id, 'withdraw')
    if (!made) return undefined
    const { token, child } = made
    return {
      to: child.parent_email,
      receiver: 'shop',
      language: child.language,
      letter: (shop) => parentConfirmedEmail({ token, child, ...shop }),
      about: { user_id },
    }
  },
})

/** Mails the child that the parent confirmed. */
export const childConfirmedMailJob = oneMail({
  name: 'child-confirmed-mail',
  payload,
  async find(ctx, { user_id }) {
    const child = await findConfirmed(ctx.db, user_id, ctx.now())
    if (!child) return undefined
    const { email, language } = child
    return {
      to: email,
      receiver: 'account',
      language,
      letter: (shop) => childConfirmedEmail({ child, ...shop }),
      about: { user_id },
    }
  },
})
