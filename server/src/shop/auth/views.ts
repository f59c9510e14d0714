import { createHash, randomBytes } from 'node:crypto'
import type { CallContext, Context, Db } from '../../context.ts'
import { appError } from '../../errors.ts'
import { noteChange, noteChangeOf } from '../activity/note-change.ts'
import { revokeSession } from './sessions.queries.ts'
import { answerOf } from './sessions.ts'
import { findViewer, insertView, takeView } from './views.queries.ts'

type User = NonNullable<CallContext['user']>

const MINUTE_MS = 60_000
const VIEW_MS = 20 * MINUTE_MS
/** Short: the page that shows the code opens it at once. */
const CODE_MS = MINUTE_MS

/** Shown to the student in the list of devices. */
const DEVICE = 'The shop’s team, read only'

/**
 * Throws 403 for every call that a read-only view may not make; each student call passes here first. `auth.logout` ends
 * the view. `orders.paymentStatus` is closed: it calls the gateway and may settle.
 */
export function requireSeeable(user: User, { inView }: { inView: boolean }): void {
  if (user.viewed_by !== null && !inView) throw appError('forbidden', 'This view is read only')
}

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')

/** Begins a view of a student and notes admin, student and end; returns the code that opens it once. */
export async function beginView(
  ctx: Pick<Context, 'now'>,
  trx: Db,
  student: { id: number; user_id: string; name: string | null },
  admin: { id: number },
): Promise<string> {
  const code = randomBytes(24).toString('base64url')
  const now = ctx.now()
  const until = new Date(now.getTime() + VIEW_MS)
  await insertView(trx, {
    session_id: randomBytes(24).toString('base64url'),
    created_at: now,
    expires_at: until,
    device: DEVICE,
    address: null,
    client: null,
    user_id: student.id,
    viewed_by: admin.id,
    view_code: hashOf(code),
  })
  const after = { view: 'read only', until: until.toISOString() }
  await noteChange(trx, { kind: 'user', id: student.user_id, name: student.name, after })
  return code
}

/** Opens the view of a code, within a minute and once. 422 `link_expired`. */
export async function openView(ctx: Context, code: string) {
  const since = new Date(ctx.now().getTime() - CODE_MS)
  const view = await takeView(ctx.db, hashOf(code), since)
  if (!view) throw appError('link_expired', 'This view can no longer be opened')
  const { session_id, user_id, name, email, phone } = view
  const [issuedAt, expiresAt] = [new Date(view.created_at), new Date(view.expires_at)]
  const session = answerOf(ctx, 'user', user_id, { session_id, issuedAt, expiresAt })
  return { ...session, user: { user_id, name: name ?? '', email: email ?? '', phone: phone ?? '' } }
}

/** Ends the own session; ending a view is noted for its admin. */
export async function logOut(ctx: Context, { user_id, session_id, viewed_by }: User): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    await revokeSession(trx, session_id, ctx.now())
    const admin = viewed_by === null ? undefined : await findViewer(trx, viewed_by)
    if (!admin) return
    const change = { kind: 'user', id: user_id, after: { view: 'ended' } } as const
    await noteChangeOf(trx, { admin, call: 'students.beginView', now: ctx.now() }, change)
  })
}
