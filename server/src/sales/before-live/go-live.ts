import { isTestKey } from 'contract/key-mode'
import { changesOf, withChanges } from 'contract/shop/defaults'
import type { Context } from '../../context.ts'
import { findSavedKeys } from '../../platform/payments/saved-keys.queries.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { lockShop, readShop, saveShop } from '../../shop/settings/settings.queries.ts'
import { takeTestsAway } from './test-orders.ts'

/** Returns true while buyers pay practice money; undefined while nobody can pay. */
async function isInTest({ config, db, keyring }: Context): Promise<boolean | undefined> {
  const source = await keyring.activeSource()
  if (source === 'none') return undefined
  if (source === 'sandbox') return true
  return isTestKey(source === 'settings' ? config.razorpay.keyId : (await findSavedKeys(db))?.api_key)
}

/**
 * Writes down whether the shop takes practice money, which every page and paper says, and which marks each order. The first live keys
 * take the test orders away: from then on nothing of test is counted anywhere, for nothing of it is left.
 */
export async function followKeys(ctx: Context): Promise<void> {
  const test = await isInTest(ctx)
  if (test === undefined || (await readShop(ctx.db)).payments.test === test) return
  await writeCatalogue(ctx.db, async (trx) => {
    const settings = withChanges((await lockShop(trx)).changes)
    // Another instance was first.
    if (settings.payments.test === test) return
    await saveShop(trx, changesOf({ ...settings, payments: { test } }), ctx.now())
    const removed = test ? 0 : await takeTestsAway(trx, ctx.now())
    const word = (is: boolean) => (is ? 'test' : 'live')
    const [before, after] = [
      { payments: word(!test) },
      { payments: word(test), ...(removed > 0 && { test_orders: 0 }) },
    ]
    await noteChange(trx, { kind: 'settings', id: 'shop', name: 'Settings', before, after })
    ctx.log.info({ payments: word(test), removed }, 'the shop follows its gateway keys')
  })
}

/** Removes the test orders of a shop that is live already. */
export async function removeTests(ctx: Context): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const removed = await takeTestsAway(trx, ctx.now())
    const [before, after] = [{ test_orders: removed }, { test_orders: 0 }]
    await noteChange(trx, { kind: 'settings', id: 'shop', name: 'Settings', before, after })
  })
}
