// Runs before a release: opens every page of the store offline.

import { screens } from 'contract/screens'
import { expect, test } from '../fixtures.ts'
import { OFFLINE, withoutNetwork, worked } from '../offline.ts'
import { buy, newAccount, signIn } from '../people.ts'

test.use({ serviceWorkers: 'allow' })

const COURSE = 'hindi-script-vault'
const addresses = Object.values(screens)
  .filter(([, audience]) => audience !== 'admin')
  .map(([address]) => address.replace(':courseId', COURSE))

test('every page of the store reports a missing network', { tag: '@both' }, async ({ page, context, shop, guard }) => {
  guard.allow(OFFLINE, /dynamically imported module|ERR_|error #|Failed to/)
  const student = await newAccount(shop)
  await buy(shop, student, [COURSE])
  await signIn(page, student)
  await page.goto('/dashboard')
  await worked(page)
  await withoutNetwork(context, async () => {
    const silent: string[] = []
    for (const address of addresses) {
      await page.goto(address, { waitUntil: 'commit' })
      await expect(page.getByText('You are offline').first())
        .toBeVisible({ timeout: 5000 })
        .catch(() => silent.push(`${address} → ${new URL(page.url()).pathname}`))
    }
    expect(silent).toEqual([])
  })
})
