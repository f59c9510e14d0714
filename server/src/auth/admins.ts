import type { Context } from '../context.ts'
import { adminExists, insertAdmin, resetAdmin } from './admins.queries.ts'
import { newAdminId } from './new-ids.ts'
import { hashPassword } from './passwords.ts'
import { revokeAdminSessions } from './sessions.queries.ts'

/** Makes the admin of the settings when absent. An existing one, also one whose access has ended, is left alone. */
export async function ensureAdmin(ctx: Pick<Context, 'config' | 'db' | 'log' | 'now'>): Promise<void> {
  const { email: given, password } = ctx.config.admin
  const email = given?.trim().toLowerCase()
  if (!email || !password || (await adminExists(ctx.db, email))) return
  const passwordHash = await hashPassword(password)
  const admin = { admin_id: newAdminId(), email, password_hash: passwordHash, created_at: ctx.now() }
  if (await insertAdmin(ctx.db, admin)) ctx.log.info({ admin_id: admin.admin_id }, 'admin created')
}

/** Makes an admin, or sets the password of an existing one and ends that one's sessions. `email` in lower case. */
export async function createOrResetAdmin(
  ctx: Pick<Context, 'db' | 'now'>,
  email: string,
  password: string,
): Promise<'created' | 'reset'> {
  const passwordHash = await hashPassword(password)
  return ctx.db.transaction(async (trx) => {
    const made = { admin_id: newAdminId(), email, password_hash: passwordHash, created_at: ctx.now() }
    if (await insertAdmin(trx, made)) return 'created'
    const id = await resetAdmin(trx, email, passwordHash)
    if (id !== undefined) await revokeAdminSessions(trx, id, ctx.now())
    return 'reset'
  })
}
