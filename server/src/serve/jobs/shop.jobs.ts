import { DAY_MS, indianDay } from 'contract/indian-time'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { emptyBin } from '../../courses/courses/empty-bin.ts'
import { forgetWaiting } from '../../courses/enrolments/waiting.queries.ts'
import { forgetOldAnswers } from '../../platform/db/idempotency.ts'
import { patiently } from '../../platform/db/knex.ts'
import { deleteExpired } from '../../platform/features/features.ts'
import { deleteMailFiles } from '../../platform/mail/mailer.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { sweepAttempts } from '../../sales/orders/sweep-attempts.queries.ts'
import { forgetDeletedPromocodes } from '../../sales/promocodes/deleted-promocodes.queries.ts'
import { noteRefusal } from '../../shop/auth/admin-login.ts'
import { deleteEndedContactChanges } from '../../shop/auth/contact-changes.queries.ts'
import { forgetDevices } from '../../shop/auth/devices.queries.ts'
import { deleteEndedLoginLinks } from '../../shop/auth/login-links.queries.ts'
import { deleteEndedChallenges } from '../../shop/auth/second-factor.queries.ts'
import { deleteEndedSessions } from '../../shop/auth/sessions.queries.ts'
import { deleteEndedLimits } from '../../shop/limits/rate-limits.queries.ts'
import { forgetMails } from '../../shop/mails/mails.queries.ts'
import { dayEnded } from '../../shop/moments/moments.ts'
import { dropStepsBefore } from '../../shop/visits/visits.queries.ts'
import { refreshDays } from '../reports/overview/day-figures.queries.ts'
import { sealSecrets } from './seal-secrets.ts'

/** Time in which a deleted promo code can be restored. */
const UNDO_MS = 30 * DAY_MS
/** Time for which an unseen device is remembered. */
const DEVICE_MS = 365 * DAY_MS
const MAIL_MS = 31 * DAY_MS
/** Unpaid attempts, whose last money may arrive five days after their link ended. */
const ATTEMPT_MS = 90 * DAY_MS
const LATE_ATTEMPT_MS = 8 * DAY_MS
/** Unpaid attempts of one account that stay longer. */
const ATTEMPTS = 100
/** Time for which steps of visits are counted by day: two years beside the one that is looked at. */
const STEPS_MS = 3 * 366 * DAY_MS

/** Removes expired data: sessions, idempotency keys, rate limits, notes of changed days, courses of the bin and unclaimed ones. */
export function sweepJob(ctx: Context): Job {
  return {
    name: 'sweep',
    schedule: '17 * * * *',
    retries: 0,
    run: async () => {
      await refreshDays(ctx.db)
      const { db } = ctx
      const now = ctx.now()
      const ago = (ms: number) => new Date(now.getTime() - ms)
      await deleteEndedSessions(db, ago(DAY_MS))
      await deleteEndedChallenges(db, now)
      await forgetDevices(db, ago(DEVICE_MS))
      await deleteEndedContactChanges(db, ago(DAY_MS))
      await deleteEndedLoginLinks(db, now)
      await forgetOldAnswers(db, now)
      await forgetWaiting(db, now)
      await forgetMails(db, ago(MAIL_MS))
      await deleteMailFiles(ctx.config, ago(MAIL_MS))
      await deleteExpired(db, now)
      await dayEnded(ctx)
      await forgetDeletedPromocodes(db, ago(UNDO_MS))
      await sweepAttempts(db, { before: ago(ATTEMPT_MS), late: ago(LATE_ATTEMPT_MS), most: ATTEMPTS })
      await deleteEndedLimits(db, now)
      await dropStepsBefore(db, indianDay(ago(STEPS_MS)))
      await emptyBin(ctx)
    },
  }
}

/** Seals stored secrets with the first ENCRYPTION_KEY that an older one sealed, so that the older one can go. */
export function resealJob(ctx: Context): Job {
  return {
    name: 'seal-anew',
    schedule: '41 * * * *',
    retries: 0,
    run: async () => {
      if (ctx.config.encryptionKeys.length === 1) return
      const sealed = await sealSecrets(ctx)
      if (sealed > 0) ctx.keyring.drop()
      const secrets = { sealed_anew: sealed }
      if (sealed > 0) ctx.log.info(secrets, 'every stored secret is sealed with the first ENCRYPTION_KEY')
    },
  }
}

/** Makes the database count its rows anew after many were written at once: by itself it does so a minute later, or never. */
export function analyzeTablesJob(ctx: Context): Job {
  return {
    name: 'analyze-tables',
    single: true,
    mayFail: true,
    run: () =>
      patiently(ctx.db, async (trx) => {
        await trx.raw(
          'analyze users, enrolments, waiting_courses, lesson_progress, courses, lessons, move_rows, move_people',
        )
      }),
  }
}

const Payload = z.object({
  id: z.number().nullable(),
  at: z.coerce.date(),
  refused: z.string(),
  device: z.string(),
  address: z.string(),
})

/** Writes down that an admin was not let in. */
export function noteRefusedLoginJob(ctx: Context): Job {
  return {
    name: 'note-refused-login',
    retries: 5,
    // It has the address of whoever tried.
    keepSeconds: 60,
    run: (payload) => noteRefusal(ctx, Payload.parse(payload)),
  }
}
