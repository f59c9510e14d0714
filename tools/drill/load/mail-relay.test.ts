import { expect, inject, test } from 'vitest'
import { load } from './load.ts'
import { drillMailRelay } from './mail-relay.ts'

test('P2: no call that mails sends a text of its caller to a stranger', { timeout: 120_000 }, async () => {
  const { serverUrl, template } = inject('testDatabase')
  const site = { serverUrl, prefix: template.replace('_template', '_relay') }
  const { mails, withText, failures } = await drillMailRelay(site, { rounds: load['mail-relay'].small })
  expect(failures).toEqual([])
  expect(mails).toBeGreaterThan(6)
  expect(withText).toBe(0)
})
