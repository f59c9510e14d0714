import { pino } from 'pino'
import type { CallContext, Context } from '../src/context.ts'

/** A handler's context, with the headers it set. Parts that the test does not pass must not be used. */
export type TestCallContext = CallContext & { sent: Record<string, string> }

/** An owner who has just confirmed. */
export const confirmedOwner: NonNullable<CallContext['admin']> = {
  id: 1,
  admin_id: 'adm_1',
  email: 'owner@example.com',
  role: 'owner',
  session_id: 'one',
  must_change_password: false,
  confirmed: true,
  second_factor_due_at: null,
}

/** Builds a context for tests that call one handler directly; `parts` is the required part of the shop's context. */
export function callContext(
  parts: Partial<Context>,
  { user, admin, upload }: Pick<Partial<CallContext>, 'user' | 'admin' | 'upload'> = {},
): TestCallContext {
  const read: Context['read'] = (work) => work(parts.db as Context['db'])
  const ctx = { log: pino({ level: 'silent' }), now: () => new Date(), read, ...parts } as Context
  const context: TestCallContext = {
    ctx,
    call: '',
    sent: {},
    client: '127.0.0.1',
    header: () => undefined,
    setHeader: (name, value) => {
      context.sent[name] = value
    },
    ...(user ? { user } : {}),
    ...(admin ? { admin } : {}),
    ...(upload ? { upload } : {}),
  }
  return context
}
