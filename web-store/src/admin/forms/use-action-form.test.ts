import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { useAdminSession } from '../host/admin-session.ts'
import { forgetWhoLeaves } from '../shell/next-admin.ts'
import { consoleDrafts } from './use-action-form.ts'

const { keep, read } = consoleDrafts
const stored = (): Record<string, unknown> =>
  JSON.parse(JSON.parse(sessionStorage.getItem('console_drafts') ?? '{}').drafts)

beforeEach(() => {
  const saved = new Map<string, string>()
  Object.assign(globalThis, {
    sessionStorage: {
      getItem: (key: string) => saved.get(key) ?? null,
      setItem: (key: string, text: string) => void saved.set(key, text),
      removeItem: (key: string) => void saved.delete(key),
    },
  })
})

/** The page anew: its memory is empty, the storage of its tab is not. */
async function reloaded() {
  vi.resetModules()
  const [{ useAdminSession: session }, next, typed] = await Promise.all([
    import('../host/admin-session.ts'),
    import('../shell/next-admin.ts'),
    import('./use-action-form.ts'),
  ])
  next.forgetWhoLeaves(new QueryClient())
  return {
    read: typed.consoleDrafts.read,
    as: (email: string) => session.setState({ session: { email, token: 't', tokenType: 'bearer' }, ready: true }),
  }
}

const as = (email?: string) =>
  useAdminSession.setState({ session: email ? { email, token: 't', tokenType: 'bearer' } : undefined })

it('a draft stays until its form is saved, also over a session that ended, and never for another admin', () => {
  as('asha@example.com')
  const stop = forgetWhoLeaves(new QueryClient())
  keep('note:1', 'Call back')
  keep('ticket:1', 'On Monday.')
  keep<string>('ticket:1', (now) => (now === 'On Monday.' ? undefined : now))
  expect([read('note:1'), read('ticket:1')]).toEqual(['Call back', undefined])
  as(undefined)
  as('asha@example.com')
  expect(read('note:1')).toBe('Call back')
  // Another tab that logs in writes the address last.
  as('')
  as('asha@example.com')
  expect(read('note:1')).toBe('Call back')
  as(undefined)
  as('ravi@example.com')
  expect(read('note:1')).toBeUndefined()
  stop()
})

it('a draft, with the key of its refund, is back after a reload for its writer alone', async () => {
  as('asha@example.com')
  keep('note:1', 'Call back')
  keep('refund:ord_1', { reason: 'Asked for', key: 'key of the refund' })
  keep('note:1', undefined)
  const refresh = await reloaded()
  refresh.as('asha@example.com')
  expect([refresh.read('note:1'), refresh.read('refund:ord_1')]).toEqual([
    undefined,
    { reason: 'Asked for', key: 'key of the refund' },
  ])
  const other = await reloaded()
  other.as('ravi@example.com')
  expect(other.read('refund:ord_1')).toBeUndefined()
  other.as('asha@example.com')
  expect(other.read('refund:ord_1')).toBeUndefined()
})

it('a list that is too long for a reload leaves the others their room', () => {
  as('asha@example.com')
  keep('refund:ord_1', { key: 'key of the refund' })
  keep('enrol:', { text: 'asha@example.com\n'.repeat(20_000) })
  expect(Object.keys(stored())).toContain('refund:ord_1')
  expect(Object.keys(stored())).not.toContain('enrol:')
})

it('the newest of very many drafts outlive a reload', () => {
  as('asha@example.com')
  for (let at = 0; at < 60; at += 1) keep(`note:${at}`, 'Call back')
  const saved = stored()
  expect([read('note:9'), saved['note:9'], saved['note:10']]).toEqual(['Call back', undefined, 'Call back'])
})
