import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { useAdminSession } from '../session/admin-session.ts'
import { forgetWhoLeaves } from '../shell/next-admin.ts'
import { keepTyped, typedHere, typedIn } from './typed.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  Object.assign(globalThis, {
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
      removeItem: (key: string) => void kept.delete(key),
    },
  })
})

/** The page anew: its memory is empty, the storage of its tab is not. */
async function reloaded() {
  vi.resetModules()
  const [{ useAdminSession: session }, next, typed] = await Promise.all([
    import('../session/admin-session.ts'),
    import('../shell/next-admin.ts'),
    import('./typed.ts'),
  ])
  next.forgetWhoLeaves(new QueryClient())
  return {
    typedIn: typed.typedIn,
    as: (email: string) => session.setState({ session: { email, token: 't', tokenType: 'bearer' }, ready: true }),
  }
}

const as = (email?: string) =>
  useAdminSession.setState({ session: email ? { email, token: 't', tokenType: 'bearer' } : undefined })

it('what is typed is kept by its form until it is saved, also over a session that ended, and is not for another admin', () => {
  as('asha@example.com')
  const stop = forgetWhoLeaves(new QueryClient())
  keepTyped('note:1', 'Call back')
  keepTyped('ticket:1', 'On Monday.')
  keepTyped<string>('ticket:1', (now) => (now === 'On Monday.' ? undefined : now))
  expect([typedIn('note:1'), typedIn('ticket:1')]).toEqual(['Call back', undefined])
  as(undefined)
  as('asha@example.com')
  expect(typedIn('note:1')).toBe('Call back')
  // Another tab that logs in writes the address last.
  as('')
  as('asha@example.com')
  expect(typedIn('note:1')).toBe('Call back')
  as(undefined)
  as('ravi@example.com')
  expect(typedIn('note:1')).toBeUndefined()
  stop()
})

it('what is typed, and the key of a refund with it, is there again after a reload, for its writer alone', async () => {
  as('asha@example.com')
  keepTyped('note:1', 'Call back')
  keepTyped('refund:ord_1', { reason: 'Asked for', key: 'key of the refund' })
  keepTyped('note:1', '')
  const anew = await reloaded()
  anew.as('asha@example.com')
  expect([anew.typedIn('note:1'), anew.typedIn('refund:ord_1')]).toEqual([
    undefined,
    { reason: 'Asked for', key: 'key of the refund' },
  ])
  const other = await reloaded()
  other.as('ravi@example.com')
  expect(other.typedIn('refund:ord_1')).toBeUndefined()
  other.as('asha@example.com')
  expect(other.typedIn('refund:ord_1')).toBeUndefined()
})

it('a list that is too long for a reload leaves the others their room', () => {
  as('asha@example.com')
  keepTyped('refund:ord_1', { key: 'key of the refund' })
  keepTyped('enrol:', { text: 'asha@example.com\n'.repeat(20_000) })
  expect(Object.keys(typedHere().by('asha@example.com'))).toContain('refund:ord_1')
  expect(Object.keys(typedHere().by('asha@example.com'))).not.toContain('enrol:')
})

it('of very many forms the newest outlive a reload', () => {
  as('asha@example.com')
  for (let at = 0; at < 60; at += 1) keepTyped(`note:${at}`, 'Call back')
  const kept = typedHere().by('asha@example.com')
  expect([typedIn('note:9'), kept['note:9'], kept['note:10']]).toEqual(['Call back', undefined, 'Call back'])
})
