import { FIRST_STEPS, type FirstStep, SETTLED_STEPS, type SettledStep } from 'contract/before-live'
import { keyMode } from 'contract/key-mode'
import { withChanges } from 'contract/shop/defaults'
import type { Context } from '../../context.ts'
import { countPublished, ownCourseIds } from '../../courses/courses/courses.queries.ts'
import { findSavedKeys } from '../../platform/payments/saved-keys.queries.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { findSettled, findShop, saveSettled } from '../../shop/settings/settings.queries.ts'
import { wasAnyPaid } from '../orders/paid-courses.queries.ts'
import { isOpen, openSteps, type ShopFacts } from './open-steps.ts'

export type FirstFacts = ShopFacts & {
  /** The shop's own keys of the gateway, test or live. */
  hasKeys: boolean
  /** An own course was paid for. */
  sold: boolean
}

const isDone: Record<FirstStep, (facts: FirstFacts) => boolean> = {
  name: (facts) => !isOpen.name(facts),
  keys: ({ hasKeys }) => hasKeys,
  course: ({ courses }) => courses > 0,
  purchase: ({ sold }) => sold,
  live: ({ takesMoney }) => takesMoney,
}

/** Lists a new shop's first steps by its facts; empty once all are done or the owner hid the list. */
export function firstSteps(facts: FirstFacts): { step: FirstStep; done: boolean }[] {
  const steps = FIRST_STEPS.map((step) => ({ step, done: isDone[step](facts) }))
  return facts.settled.includes('getting_started') || steps.every(({ done }) => done) ? [] : steps
}

type LiveSteps = ReturnType<typeof openSteps> & { first: ReturnType<typeof firstSteps> }
type Shop = Pick<Context, 'config' | 'db' | 'keyring'>

/** Lists the steps left before the shop goes live. */
export async function readOpenSteps({ config, db, keyring }: Shop): Promise<LiveSteps> {
  const [shop, settled, courses, saved, source] = await Promise.all([
    findShop(db),
    findSettled(db),
    countPublished(db),
    findSavedKeys(db),
    keyring.activeSource(),
  ])
  const keyId = source === 'settings' ? config.razorpay.keyId : source === 'saved' ? saved?.api_key : undefined
  const facts = {
    settings: withChanges(shop.changes),
    takesMoney: keyMode(keyId) === 'live',
    // The sandbox has a secret of its own, which is of no use to a real gateway.
    hasWebhookSecret: config.razorpay.webhookSecrets.length > 0 || Boolean(saved?.webhook_secret_sealed),
    courses: courses.own,
    demoCourses: courses.demo,
    settled,
  }
  const sold = await wasAnyPaid(db, await ownCourseIds(db))
  return { ...openSteps(facts), first: firstSteps({ ...facts, hasKeys: keyId !== undefined, sold }) }
}

/** Takes a step off the list, or puts it back. */
export async function settleStep(shop: Shop, step: SettledStep, settled: boolean): Promise<LiveSteps> {
  await shop.db.transaction(async (trx) => {
    const steps = await findSettled(trx, true)
    const others = steps.filter((one) => one !== step)
    const next = SETTLED_STEPS.filter((one) => others.includes(one) || (settled && one === step))
    await saveSettled(trx, next)
    const word = (is: boolean) => ({ [step]: is ? 'settled' : 'open' })
    const [before, after] = [word(steps.includes(step)), word(settled)]
    await noteChange(trx, { kind: 'settings', id: 'shop', name: 'Settings', before, after })
  })
  return readOpenSteps(shop)
}
