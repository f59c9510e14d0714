import { statfs } from 'node:fs/promises'
import { WAITING_MINUTES } from 'contract/orders/actions'
import type { Health } from 'contract/overview'
import { type Config, VERSION } from '../../../config.ts'
import type { Context, Db } from '../../../context.ts'
import { plainError } from '../../../errors.ts'
import { MailFailure } from '../../../platform/mail/mail-failure.ts'
import { findMailTrouble } from '../../../platform/mail/mail-trouble.queries.ts'
import { testEmail } from '../../../platform/mail/shop-emails.ts'
import { findLastBackup } from '../../backup-log/backup-log.queries.ts'
import { findHealth } from './health.queries.ts'

const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString()

/** Asks the database and the disk now. Fails as any call does when the database is away. */
export async function readHealth({ config, db, now }: Pick<Context, 'config' | 'db' | 'now'>): Promise<Health> {
  const requested = performance.now()
  const since = new Date(now().getTime() - WAITING_MINUTES * 60_000).toISOString()
  const { version, bytes, newest, ...found } = await findHealth(db, since)
  const answer_ms = Math.round(performance.now() - requested)
  const [backup, mail] = await Promise.all([findLastBackup(db), readMail(db, config)])
  const { bavail, blocks, bsize } = await statfs(config.dataDir)
  return {
    version: VERSION,
    started_at: startedAt,
    database: { version, bytes, answer_ms },
    disk: { free: bavail * bsize, total: blocks * bsize },
    ...found,
    backup,
    mail,
    update: { version: VERSION, ...(newest && isLater(newest, VERSION) ? { newest } : {}) },
  }
}

/** The state of the mail server, which the last email has found. */
export async function readMail(db: Db, { smtpUrl, production }: Config): Promise<Health['mail']> {
  const trouble = await findMailTrouble(db)
  if (trouble) return { ok: false, since: trouble.since, message: trouble.reason }
  return { ok: !production || smtpUrl !== undefined, since: null, message: smtpUrl ? null : NO_SERVER }
}

const NO_SERVER = 'Emails are written to files, for SMTP_URL is not set'

const isLater = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true }) > 0

/** Sends one email now. 502 with the mail server's words. */
export async function sendTestMail({ mailer, config }: Context, email: string): Promise<string> {
  const shop = { shopName: new URL(config.storeUrl).host, storeUrl: config.storeUrl }
  try {
    const answer = await mailer.send({ ...testEmail()(shop), to: email })
    return config.smtpUrl ? answer : NO_SERVER
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    throw plainError('mail_failed', error.message)
  }
}
