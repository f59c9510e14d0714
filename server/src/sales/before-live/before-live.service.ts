import { LIVE_STEPS, type LiveStep } from 'contract/before-live'
import { keyMode } from 'contract/key-mode'
import type { Context, Db } from '../../context.ts'
import { countPublished, ownCourseIds } from '../../courses/courses/courses.queries.ts'
import { wasAnyoneEnrolled } from '../../courses/enrolments/grants.queries.ts'
import { findSavedKeys } from '../../platform/payments/saved-keys.queries.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { findSettled, readShop, saveSettled } from '../../shop/settings/settings.queries.ts'
import { wasAnyPaid } from '../orders/paid-courses.queries.ts'
import { openSteps } from './open-steps.ts'

/** Reads what is left to do before the shop goes live. */
export async function readOpenSteps({
  config,
  db,
  keyring,
}: Pick<Context, 'config' | 'db' | 'keyring'>): Promise<ReturnType<typeof openSteps>> {
  const [settings, settled, courses, saved, source, own] = await Promise.all([
    readShop(db),
    findSettled(db),
    countPublished(db),
    findSavedKeys(db),
    keyring.activeSource(),
    ownCourseIds(db),
  ])
  const keyId = source === 'settings' ? config.razorpay.keyId : source === 'saved' ? saved?.api_key : undefined
  const sold = await wasAnyPaid(db, own)
  return openSteps({
    settings,
    hasKeys: keyId !== undefined,
    takesMoney: keyMode(keyId) === 'live',
    // The sandbox has a secret of its own, which is of no use to a real gateway.
    hasWebhookSecret: config.razorpay.webhookSecrets.length > 0 || Boolean(saved?.webhook_secret_sealed),
    courses: courses.own,
    demoCourses: courses.demo,
    sold,
    hasStudents: sold || (await wasAnyoneEnrolled(db)),
    settled,
  })
}

/** Takes a step off the list, or puts it back. */
export async function settleStep(db: Db, step: LiveStep, settled: boolean): Promise<void> {
  await db.transaction(async (trx) => {
    const steps = await findSettled(trx, true)
    const others = steps.filter((one) => one !== step)
    const next = LIVE_STEPS.filter((one) => others.includes(one) || (settled && one === step))
    await saveSettled(trx, next)
    const word = (is: boolean) => ({ [step]: is ? 'settled' : 'open' })
    const [before, after] = [word(steps.includes(step)), word(settled)]
    await noteChange(trx, { kind: 'settings', id: 'shop', name: 'Settings', before, after })
  })
}
