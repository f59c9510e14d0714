import { pino } from 'pino'
import type { CallContext, Context } from '../src/context.ts'

/** What a handler is called with, and what it set on the answer. Whatever the test does not give must not be needed. */
export type TestCallContext = CallContext & { sent: Record<string, string> }

/** An owner who has just confirmed. */
export const confirmedOwner: NonNullable<CallContext['admin']> = {
  ...{ id: 1, admin_id: 'adm_1', email: 'owner@example.com', role: 'owner', session_id: 'one' },
  ...{ must_change_password: false, confirmed: true, second_factor_due_at: null },
}

/** For tests that call one handler straight away; `parts` is the part of the context that it stands on. */
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
