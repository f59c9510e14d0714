import { expect, test } from 'vitest'
import { installBrowserStorage } from '../../stores/browser-storage.ts'
import { session } from '../../stores/session.ts'
import { takeRedirectOfNew } from './redirect-of-new.ts'

test('a new account is led to what it joins on the dashboard, and to nothing that it does not own', () => {
  installBrowserStorage()
  session.expire('/dashboard?join=ms_1')
  expect(takeRedirectOfNew()).toBe('/dashboard?join=ms_1')
  session.expire('/learn/reels')
  expect([takeRedirectOfNew(), takeRedirectOfNew()]).toEqual(['/dashboard', '/dashboard'])
})
