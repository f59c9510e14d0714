import type { Challenge, GivenProof } from 'contract/second-factor'
import type { CallContext, Context } from '../../context.ts'
import { appError } from '../../errors.ts'
import { requireAdminRow } from './admins.service.ts'
import { verifyPassword } from './passwords.ts'
import { answerChallenge, challenge, findChallenge } from './second-factor.ts'
import { confirmSession } from './sessions.queries.ts'

type Self = NonNullable<CallContext['admin']>

/** Begins a confirmation: by the second factor where one exists, else by password. */
export async function beginConfirm(ctx: Context, self: Self): Promise<Challenge> {
  const row = await requireAdminRow(ctx.db, self.admin_id)
  return (await challenge(ctx, row, 'confirm')) ?? { challenge_id: 'password', methods: ['password'], passkey: null }
}

/** Marks the session as just confirmed. 422 `wrong_password`, `invalid`. */
export async function confirm(ctx: Context, self: Self, given: GivenProof): Promise<void> {
  const proven =
    given.password === undefined ? await byChallenge(ctx, self, given) : await byPassword(ctx, self, given.password)
  if (!proven) throw appError('invalid', 'That is not right. Please try again.')
  await confirmSession(ctx.db, self.session_id, ctx.now())
}

async function byPassword(ctx: Context, self: Self, password: string): Promise<boolean> {
  const row = await requireAdminRow(ctx.db, self.admin_id)
  if (row.has_second_factor) throw appError('invalid', 'Confirm with your second factor')
  if (!(await verifyPassword(row.password_hash, password))) throw appError('wrong_password', 'Password is wrong')
  return true
}

async function byChallenge(ctx: Context, self: Self, given: GivenProof): Promise<boolean> {
  const asked = await findChallenge(ctx, given.challenge_id, 'confirm')
  if (asked?.admin_id !== self.id) return false
  return ctx.db.transaction(async (trx) => (await answerChallenge(ctx, trx, asked, given)) !== undefined)
}
