import type { AdminUserOrder, CorrectUserBody } from 'contract/users'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { moveWaiting } from '../../courses/enrolments/waiting.queries.ts'
import { courseProgress } from '../../courses/learning/learning-progress.queries.ts'
import { changedFields, noteChange, shortEmail, shortPhone } from '../../shop/activity/note-change.ts'
import { dropPending } from '../../shop/auth/contact-changes.queries.ts'
import { revokeSessions } from '../../shop/auth/sessions.queries.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { takenError } from '../../shop/users/credentials.queries.ts'
import { correctUser, findShownUser, findToErase, findUser } from '../../shop/users/users.queries.ts'
import { readUser, type ShownUser, userNotFound } from '../../shop/users/users.service.ts'
import { DELETED, erasePerson } from './erase-person.ts'
import { findPurchases } from './purchases.queries.ts'

/** Lists a user's orders and granted courses, with progress. */
export async function readPurchases(ctx: Context, id: string): Promise<z.output<typeof AdminUserOrder>[]> {
  const user = await findUser(ctx.db, id)
  if (!user) throw userNotFound()
  const purchases = await findPurchases(ctx.db, user.id)
  const courseIds = purchases.map((purchase) => purchase.course_id)
  const progress = new Map((await courseProgress(ctx.db, user.id, courseIds)).map((row) => [row.course_id, row]))
  return purchases.map((purchase) => ({
    ...purchase,
    course_status: progress.get(purchase.course_id)?.course_status ?? 'not_started',
    hours_spent: progress.get(purchase.course_id)?.hours_spent ?? 0,
  }))
}

/** Email and phone are free again, every session is dead, orders stay for the accounts without the person's data. */
export async function deleteUser(ctx: Context, idOrPhone: string): Promise<void> {
  // Public pages may show a review with a first name.
  const userId = await writeCatalogue(ctx.db, async (trx) => {
    const now = ctx.now()
    const user = await findUser(trx, idOrPhone)
    const person = user && (await findToErase(trx, user.id))
    if (!person) throw userNotFound()
    await erasePerson(ctx, trx, { ...person, nobody: DELETED, now })
    const fields = { before: { deleted: false }, after: { deleted: true } }
    await noteChange(trx, { kind: 'user', id: person.user_id, name: DELETED, ...fields })
    return person.user_id
  })
  ctx.log.info({ user_id: userId }, 'user deleted')
}

/** Corrects the given fields; a new email or phone notifies the old address and ends every session. 404; 409 when the email is taken. */
export async function correct(
  ctx: Context,
  idOrPhone: string,
  { name, email, phone }: z.output<typeof CorrectUserBody>,
): Promise<ShownUser> {
  const input = {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
  }
  return ctx.db
    .transaction(async (trx) => {
      const user = await findUser(trx, idOrPhone)
      if (!user) throw userNotFound()
      const before = await correctUser(trx, user.id, input)
      const shown = before && (await findShownUser(trx, user.id))
      if (!shown) throw userNotFound()
      const changed = changedFields(before, input)
      if (changed.after.email !== undefined) {
        await dropPending(trx, user.id)
        await moveWaiting(trx, before.email, shown.email)
      }
      const contact = Object.keys(changed.after).filter((field) => field === 'email' || field === 'phone')
      if (contact.length > 0) {
        const payload = { user_id: user.user_id, old_email: before.email, changed: contact }
        await ctx.queue.send(trx, 'profile-changed-mail', payload)
        await revokeSessions(trx, { audience: 'user', id: user.id }, ctx.now())
      }
      const fields = { before: shortened(changed.before), after: shortened(changed.after) }
      await noteChange(trx, { kind: 'user', id: user.user_id, name: shown.name, ...fields })
      return shown
    })
    .catch((error: unknown) => {
      throw takenError(error) ?? error
    })
}

/** Enough of a person for an owner to see what was corrected. */
function shortened(fields: Record<string, unknown>): Record<string, unknown> {
  const { email, phone, ...rest } = fields as { email?: string; phone?: string }
  return {
    ...rest,
    ...(email === undefined ? {} : { email: shortEmail(email) }),
    ...(phone === undefined ? {} : { phone: shortPhone(phone) }),
  }
}

/** Mails a password that logs in once, as for a forgotten one. 404. */
export async function sendAccess(ctx: Context, idOrPhone: string): Promise<void> {
  const { user_id, name, email } = await readUser(ctx, idOrPhone)
  await ctx.db.transaction(async (trx) => {
    await ctx.queue.send(trx, 'forgotten-password', { email })
    await noteChange(trx, { kind: 'user', id: user_id, name, after: { access_mail: 'sent' } })
  })
}
