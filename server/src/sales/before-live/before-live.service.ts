import { DEMO_SEEN, SETTLED } from 'contract/before-live'
import { keyMode } from 'contract/key-mode'
import type { Todo } from 'contract/todo'
import type { Context, Db } from '../../context.ts'
import { countPublished, ownCourseIds } from '../../courses/courses/courses.queries.ts'
import { wasAnyoneEnrolled } from '../../courses/enrolments/grants.queries.ts'
import { findSavedKeys } from '../../platform/payments/saved-keys.queries.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { findSettled, readShop, saveSettled } from '../../shop/settings/settings.queries.ts'
import { findAllTaxSettings } from '../documents/documents.queries.ts'
import { wasAnyPaid } from '../orders/paid-courses.queries.ts'
import { countDemo, emptyDemo } from './empty-demo.ts'
import { openSteps } from './open-steps.ts'
import { countTestOrders } from './test-orders.ts'

type Shop = Pick<Context, 'config' | 'db' | 'keyring'>

/** Returns the shop's own key, test or live, and the stored row of keys. */
async function findKeyId({ config, db, keyring }: Shop) {
  const [saved, source] = await Promise.all([findSavedKeys(db), keyring.activeSource()])
  const keyId = source === 'settings' ? config.razorpay.keyId : source === 'saved' ? saved?.api_key : undefined
  return { saved, keyId }
}

/** Removes the demo, unless real money was paid. */
export async function beginShop(ctx: Context): Promise<void> {
  const { keyId } = await findKeyId(ctx)
  await emptyDemo(ctx, keyMode(keyId) === 'live')
}

/** Reads what is left to do before the shop goes live, and what is left of the demo. */
export async function readOpenSteps(
  shop: Shop,
): Promise<ReturnType<typeof openSteps> & Pick<Todo, 'demo' | 'test_orders'> & { newest: string | null }> {
  const { config, db } = shop
  const [settings, settled, courses, { saved, keyId }, own, demo, [tax], testOrders] = await Promise.all([
    readShop(db),
    findSettled(db),
    countPublished(db),
    findKeyId(shop),
    ownCourseIds(db),
    countDemo(db),
    findAllTaxSettings(db, 1),
    countTestOrders(db),
  ])
  const sold = await wasAnyPaid(db, own)
  const steps = openSteps({
    settings,
    hasKeys: keyId !== undefined,
    takesMoney: keyMode(keyId) === 'live',
    testOrders,
    // The sandbox has a secret of its own, which is of no use to a real gateway.
    hasWebhookSecret: config.razorpay.webhookSecrets.length > 0 || Boolean(saved?.webhook_secret_sealed),
    courses: courses.own,
    demoCourses: courses.demo,
    demo: demo !== undefined,
    taxDecided: tax !== undefined,
    sold,
    hasStudents: sold || (await wasAnyoneEnrolled(db)),
    settled,
  })
  return {
    ...steps,
    newest: courses.newest,
    test_orders: testOrders,
    demo: demo ? { ...demo, asked: settled.includes(DEMO_SEEN) || courses.own > 0 } : null,
  }
}

/** Takes a step off the list, or puts it back. */
export async function settleStep(db: Db, step: (typeof SETTLED)[number], settled: boolean): Promise<void> {
  await db.transaction(async (trx) => {
    const steps = await findSettled(trx, true)
    const others = steps.filter((one) => one !== step)
    const next = SETTLED.filter((one) => others.includes(one) || (settled && one === step))
    await saveSettled(trx, next)
    const word = (is: boolean) => ({ [step]: is ? 'settled' : 'open' })
    const [before, after] = [word(steps.includes(step)), word(settled)]
    await noteChange(trx, { kind: 'settings', id: 'shop', name: 'Settings', before, after })
  })
}
