import { emailKey } from 'contract/typed-keys'
import type { Context } from '../../context.ts'
import { adminExists, insertAdmin, resetAdmin } from './admins.queries.ts'
import { isCommonPassword } from './common-passwords.ts'
import { newAdminId } from './new-ids.ts'
import { hashPassword } from './passwords.ts'
import { deleteSecondFactor } from './second-factor.queries.ts'
import { revokeSessions } from './sessions.queries.ts'

/** Creates the admin of the settings unless one exists, with or without access. A common password stops the start. */
export async function ensureAdmin(ctx: Pick<Context, 'config' | 'db' | 'log' | 'now'>): Promise<void> {
  const { email: input, password } = ctx.config.admin
  const email = input && emailKey(input)
  if (!email || !password || (await adminExists(ctx.db, email))) return
  if (isCommonPassword(password)) throw new Error('ADMIN_PASSWORD: Please choose a less common password')
  const passwordHash = await hashPassword(password)
  const admin = { admin_id: newAdminId(), email, password_hash: passwordHash, created_at: ctx.now() }
  if (await insertAdmin(ctx.db, admin)) ctx.log.info({ admin_id: admin.admin_id }, 'admin created')
}

/**
 * Creates an admin, or resets an existing one: new password, no sessions, no second factor. This recovers a shop that
 * lost every login. `email` in lower case.
 */
export async function createOrResetAdmin(
  ctx: Pick<Context, 'db' | 'now'>,
  email: string,
  password: string,
): Promise<'created' | 'reset'> {
  const passwordHash = await hashPassword(password)
  return ctx.db.transaction(async (trx) => {
    const made = { admin_id: newAdminId(), email, password_hash: passwordHash, created_at: ctx.now() }
    if (await insertAdmin(trx, made)) return 'created'
    const id = await resetAdmin(trx, email, passwordHash, ctx.now())
    if (id !== undefined) {
      await deleteSecondFactor(trx, id)
      await revokeSessions(trx, { audience: 'admin', id }, ctx.now())
    }
    return 'reset'
  })
}
