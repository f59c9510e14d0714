import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { MailFailure, type MailFailureKind, type MailTrouble } from './mail-failure.ts'
import { endMailTrouble, noteMailTrouble } from './mail-trouble.queries.ts'
import type { Mailer } from './mailer.ts'

/** So many addresses in a row, refused without one that was accepted, are no accident. */
const ALL_REFUSED = 3
/** Trouble that another instance noted is over after an email of this one; this often at most. */
const LOOK_AGAIN_MS = 10_000

/** A mail server that restarts is back sooner. Longer, a port is blocked or the address is wrong. */
const AWAY_MS = 3 * 60_000

/** One log message per trouble; `docs/runbook.md` has a heading for each. */
const TROUBLES: Record<MailTrouble, string> = {
  login: 'the mail server refuses the login: no email leaves',
  connection: 'no safe connection to the mail server: no email leaves',
  sender: 'the mail server refuses the sender: emails do not leave',
  recipients: 'the mail server refuses every recipient: no email leaves',
  away: 'the mail server cannot be reached: no email leaves',
}

type Watched = {
  db: Knex
  log: Logger
  now: () => Date
  /** Counts a failure by its kind. */
  count?: (kind: MailFailureKind) => void
}

/**
 * Watches the emails that `mailer` sends, and its logins. Trouble that only a person ends is logged as an error at once, a server that
 * cannot be reached after three minutes; both are stored until the next email is accepted.
 */
export function watchMail(mailer: Mailer, { db, log, now, count }: Watched): Mailer {
  const refused = new Set<string>()
  let look = 0
  let awaySince: number | undefined
  const accepted = async () => {
    refused.clear()
    awaySince = undefined
    if (performance.now() < look) return
    look = performance.now() + LOOK_AGAIN_MS
    if (await endMailTrouble(db)) log.info('emails leave again')
  }
  const failed = async (failure: MailFailure) => {
    if (failure.kind === 'recipient' && refused.size < ALL_REFUSED) refused.add(failure.to)
    const everybody = failure.kind === 'recipient' && refused.size >= ALL_REFUSED
    awaySince = failure.away ? (awaySince ?? now().getTime()) : undefined
    const away = awaySince !== undefined && now().getTime() - awaySince >= AWAY_MS
    const { message } = failure
    const kind = everybody ? 'recipients' : away ? 'away' : failure.kind
    count?.(kind)
    if (kind === 'later' || kind === 'recipient') return failure
    look = 0
    if (await noteMailTrouble(db, kind, message, now().toISOString())) log.error({ why: message }, TROUBLES[kind])
    return everybody ? new MailFailure(kind, message, failure.to) : failure
  }
  const unstored = (err: unknown) => log.warn({ err }, 'the state of the mail server could not be stored')
  const watched = async <T>(doing: Promise<T>): Promise<T> =>
    doing.catch(async (error: unknown) => {
      if (!(error instanceof MailFailure)) throw error
      throw (await failed(error).catch(unstored)) ?? error
    })
  return {
    logIn: () => watched(mailer.logIn()),
    async send(mail) {
      const answer = await watched(mailer.send(mail))
      await accepted().catch(unstored)
      return answer
    },
  }
}
