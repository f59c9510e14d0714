import { beforeEach, expect, it } from 'vitest'
import { installBrowserStorage } from '../../../stores/browser-storage.ts'
import { session, startSession } from '../../../stores/session.ts'
import { endSession } from './use-content.ts'

const user = { user_id: 'usr_asha', name: 'Asha', email: 'asha@example.com', phone: '9876543210' }

let browser: ReturnType<typeof installBrowserStorage>
beforeEach(() => {
  browser = installBrowserStorage()
  Object.assign(window, { location: { pathname: '/learn/reels', search: '?lesson=two' } })
  startSession()
  session.signIn({ user, token: 'a' })
})

it('a session that died in the player leads back to its lesson', () => {
  endSession()
  expect([...browser.texts]).toEqual([['redirectAfterLogin', '/learn/reels?lesson=two']])
})

it('a session that ended in another tab shows no notice, and the next login leads nowhere', () => {
  browser.otherTab('user', null)
  endSession()
  expect(session.takeRedirect()).toBeUndefined()
  expect(browser.texts.get('access_token')).toBe('a')
})
