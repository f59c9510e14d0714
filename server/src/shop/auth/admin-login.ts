import { emailKey } from 'contract/typed-keys'
import type { AdminRole, Context, Db } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { noteChangeOf } from '../activity/note-change.ts'
import { type AdminCredentials, findAdminByEmail, findAdminCredentials, holdOneTimePassword } from './admins.queries.ts'
import { noticeDevice, type Place } from './devices.ts'
import { verifyPassword } from './passwords.ts'
import { answerChallenge, challenge, findChallenge } from './second-factor.ts'
import { revokeSessions } from './sessions.queries.ts'
import { openAdminSession, type SessionAnswer } from './sessions.ts'

export type AdminLoginAnswer = SessionAnswer & { role: AdminRole; name: string | null; must_change_password?: boolean }

/** Only who has the password reads it. */
const TOO_OLD =
  'This one-time password has expired. Ask an owner for a new one, or choose your own by “Forgot password?”.'

const refused = () => plainError('invalid_credentials', 'Invalid admin credentials')

/**
 * Opens a session for an admin's correct password. 401 `invalid_credentials` takes the same work for an unknown admin;
 * 401 `second_factor_required` carries the challenge.
 */
export async function adminLogin(
  ctx: Context,
  { email, password }: { email: string; password: string },
  place: Place,
): Promise<AdminLoginAnswer> {
  const admin = await findAdminByEmail(ctx.db, emailKey(email))
  const matches = await verifyPassword(admin?.password_hash, password)
  if (!admin || !matches) throw await refuse(ctx, admin, place, 'wrong password')
  if (admin.must_change_password && !isUsable(admin, ctx.now()))
    throw await refuse(ctx, admin, place, 'one-time password too old', TOO_OLD)
  const requested = await challenge(ctx, admin, 'login')
  if (requested) throw plainError('second_factor_required', 'Confirm with your second factor', requested)
  return ctx.db.transaction((trx) => letIn(ctx, trx, admin, place, 'password'))
}

/** Checks the second step. 401 `invalid_credentials` for a wrong answer or an ended challenge. */
export async function finishAdminLogin(
  ctx: Context,
  input: { challenge_id: string; code: string | null; passkey?: Record<string, unknown> | null | undefined },
  place: Place,
): Promise<AdminLoginAnswer> {
  const requested = await findChallenge(ctx, input.challenge_id, 'login')
  const admin = requested && (await findAdminCredentials(ctx.db, requested.admin_id))
  if (!requested || !admin || admin.password_hash !== requested.password_hash) {
    throw plainError('invalid_credentials', 'This took too long. Please log in again.')
  }
  const answer = await ctx.db.transaction(async (trx) => {
    const by = await answerChallenge(ctx, trx, requested, input)
    return by && letIn(ctx, trx, admin, place, by)
  })
  if (!answer) throw await refuse(ctx, admin, place, 'wrong second factor', 'That is not right. Please try again.')
  return answer
}

/** Opens the session and writes its activity entry. A one-time password works until the own one is stored; its latest session alone stays open. */
export async function letIn(ctx: Context, trx: Db, admin: AdminCredentials, place: Place, by: string) {
  const { role, name, must_change_password } = admin
  if (must_change_password) {
    if (!(await holdOneTimePassword(trx, admin.id, ctx.now()))) throw refused()
    await revokeSessions(trx, { audience: 'admin', id: admin.id }, ctx.now())
  }
  const session = await openAdminSession(ctx, trx, admin, place)
  if (!session) throw refused()
  await noticeDevice(ctx, trx, { audience: 'admin', id: admin.id }, place)
  await note(ctx.now(), trx, admin, { logged_in: by, ...shown(place) })
  return { ...session, role, name, ...(must_change_password ? { must_change_password } : {}) }
}

/** Queues the entry for unknown addresses too: response time must not reveal an admin. */
export async function refuse(
  ctx: Context,
  admin: AdminCredentials | undefined,
  place: Place,
  why: string,
  detail?: string,
) {
  const entry = { id: admin?.id ?? null, at: ctx.now(), refused: why, ...shown(place) }
  await ctx.queue.send(ctx.db, 'note-refused-login', entry)
  return detail ? plainError('invalid_credentials', detail) : refused()
}

/** Writes the entry of a refused login; `id` is null for an unknown address. */
export async function noteRefusal(
  { db }: Pick<Context, 'db'>,
  { id, at, ...after }: { id: number | null; at: Date; refused: string; device: string; address: string },
): Promise<void> {
  const admin = id === null ? undefined : await findAdminCredentials(db, id)
  if (admin) await note(at, db, admin, after)
}

const note = (now: Date, db: Db, admin: AdminCredentials, after: Record<string, unknown>) =>
  noteChangeOf(
    db,
    { admin, call: 'auth.adminLogin', now },
    { kind: 'admin', id: admin.admin_id, name: admin.email, after },
  )

const shown = ({ device, address }: Place) => ({ device, address })

const isUsable = ({ one_time_until }: AdminCredentials, now: Date) =>
  one_time_until !== null && Date.parse(one_time_until) > now.getTime()
