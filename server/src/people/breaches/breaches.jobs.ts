import { z } from 'zod'
import type { Context } from '../../context.ts'
import { failpoint } from '../../platform/db/failpoint.ts'
import { MailFailure } from '../../platform/mail/mail-failure.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { findOwnerAddresses } from '../../shop/auth/admins.queries.ts'
import { MAIL_RETRIES, mailOnce, oneMail, sendEmail } from '../../shop/mails/mail-once.ts'
import { breachAlarmEmail, breachLetter } from './breach-emails.ts'
import {
  findBreach,
  findPerson,
  findReports,
  lockBreach,
  noteFate,
  takeUnqueued,
  updateBreach,
} from './breaches.queries.ts'
import { clocksOf, findRunning } from './breaches.service.ts'

/** People whose emails enter the queue in one transaction. */
const BATCH = 500
const HOUR_MS = 3_600_000
/** Owners get an email when so many hours of a clock are left, and when it has ended. */
const WARNINGS = { cert_in: [2, 0.5, 0], board: [48, 24, 6, 0] } as const

const OfBreach = z.object({ breach_id: z.string() })

/** Puts the emails of a breach in the queue, batch by batch; a run after a kill goes on with the rest. */
export function breachPeopleJob(ctx: Context): Job {
  return {
    name: 'breach-people',
    single: true,
    retries: 100,
    expireInSeconds: 900,
    run: async (payload, _jobId, stopping) => {
      const { breach_id } = OfBreach.parse(payload)
      for (let taken = BATCH; taken === BATCH; ) {
        if (stopping?.aborted) throw new Error('The program stops: the rest follows')
        taken = await ctx.db.transaction(async (trx) => {
          const ids = await takeUnqueued(trx, breach_id, BATCH)
          await ctx.queue.sendAll(
            trx,
            'breach-mail',
            ids.map((person_id) => ({ person_id })),
          )
          return ids.length
        })
      }
    },
  }
}

/** Emails one person about a breach, once, and notes whether the address took it. */
export function breachMailJob(ctx: Context): Job {
  return {
    name: 'breach-mail',
    concurrency: 8,
    retries: MAIL_RETRIES,
    run: async (payload, jobId) => {
      const { person_id } = z.object({ person_id: z.number() }).parse(payload)
      await mailOnce(ctx, jobId, async () => {
        const person = await findPerson(ctx.db, person_id)
        const breach = person && (await findBreach(ctx.db, person.breach_id))
        if (!person || !breach || breach.facts.false_alarm !== '') return
        failpoint(ctx, 'mail:before-send')
        try {
          await sendEmail(ctx, { to: person.email, receiver: 'shop', language: person.language ?? 'en' }, (shop) =>
            breachLetter({ name: person.name, facts: breach.facts, ...shop }),
          )
        } catch (error) {
          if (error instanceof MailFailure && error.kind === 'recipient')
            await noteFate(ctx.db, person_id, 'refused', ctx.now())
          throw error
        }
        ctx.log.info({ mail: 'breach-mail', person_id }, 'mail sent')
      })
      await noteFate(ctx.db, person_id, 'sent', ctx.now())
    },
  }
}

/** Emails the owners before a clock of a breach ends, and when it has ended; each moment once. */
export function breachClocksJob(ctx: Context): Job {
  return {
    name: 'breach-clocks',
    schedule: '*/5 * * * *',
    retries: 0,
    run: async () => {
      for (const { row, clocks } of await findRunning(ctx)) {
        const due = clocks.flatMap(({ to, ends_at }) => {
          const left = Date.parse(ends_at) - ctx.now().getTime()
          return WARNINGS[to].flatMap((hours) => (left <= hours * HOUR_MS ? [`${to} ${hours}`] : []))
        })
        await ctx.db.transaction(async (trx) => {
          const { warned } = (await lockBreach(trx, row.breach_id)) ?? row
          const news = due.filter((one) => !warned.includes(one))
          if (news.length === 0) return
          await updateBreach(trx, row.breach_id, { warned: [...warned, ...news] })
          await ctx.queue.send(trx, 'breach-alarm-mail', { breach_id: row.breach_id, first: false })
        })
      }
    },
  }
}

const Alarm = OfBreach.extend({ first: z.boolean() })

/** Writes to every owner about a breach, each by a job of their own. */
export function breachAlarmJob(ctx: Context): Job {
  return {
    name: 'breach-alarm-mail',
    retries: MAIL_RETRIES,
    run: async (payload) => {
      const alarm = Alarm.parse(payload)
      await ctx.db.transaction(async (trx) => {
        const owners = await findOwnerAddresses(trx)
        await ctx.queue.sendAll(
          trx,
          'breach-owner-mail',
          owners.map((to) => ({ ...alarm, to })),
        )
      })
    },
  }
}

/** Notifies one owner of a breach and its running clocks. */
export const breachOwnerMailJob = oneMail({
  name: 'breach-owner-mail',
  payload: Alarm.extend({ to: z.string() }),
  async find(ctx, { breach_id, first, to }) {
    const row = await findBreach(ctx.db, breach_id)
    const now = ctx.now()
    const clocks = row && clocksOf(row, await findReports(ctx.db, [breach_id]), now).filter(({ running }) => running)
    if (!row || !clocks || clocks.length === 0) return undefined
    const shown = clocks.map((clock) => ({ to: clock.to, ends_at: new Date(clock.ends_at) }))
    const { title } = row.facts
    const alarm = { title, known_at: new Date(row.known_at), now, clocks: shown, first }
    return {
      to,
      receiver: 'shop',
      language: 'en',
      letter: (shop) => breachAlarmEmail({ ...alarm, ...shop }),
      about: { breach_id },
    }
  },
})
