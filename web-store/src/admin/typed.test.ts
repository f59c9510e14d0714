import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { useAdminSession } from './admin-session.ts'
import { forgetWhoLeaves } from './next-admin.ts'
import { keepTyped, typedIn } from './typed.ts'

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
  as(undefined)
  as('ravi@example.com')
  expect(typedIn('note:1')).toBeUndefined()
  stop()
})
