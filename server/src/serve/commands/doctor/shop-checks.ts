import { commandLine } from '../../../config.ts'
import { findMailTrouble } from '../../../platform/mail/mail-trouble.queries.ts'
import { createMailer } from '../../../platform/mail/mailer.ts'
import { createKeyring } from '../../../platform/payments/keys.ts'
import { createPayments } from '../../../platform/payments/razorpay.ts'
import { findLastBackup } from '../../backup-log/backup-log.queries.ts'
import { findHealth } from '../../reports/overview/health.queries.ts'
import { type Check, type Finding, fail, ofProduction, ok, spanText, warn } from './finding.ts'

const now = () => new Date()
const quiet = { error() {}, warn() {} }
const DAY_MS = 86_400_000

/** Logs in to the mail server; sends nothing. */
export const checkMail: Check = async ({ config, db }) => {
  if (!config.smtpUrl) return ofProduction(config, 'SMTP_URL is not set, so emails are only written to files.')
  await createMailer({ config, now }).logIn()
  const trouble = await findMailTrouble(db)
  const { host } = new URL(config.smtpUrl)
  if (!trouble) return ok(`${host} accepts the login`)
  return warn(
    `${host} accepts the login, but the last email was refused: ${trouble.reason}. Try: ${commandLine('mail:test', 'ADDRESS')}`,
  )
}

type At = Parameters<Check>[0]

const keyringOf = ({ config, db }: At) => createKeyring({ db, config, now, log: quiet, sandboxUrl: () => '' })

/** Reads one payment with the keys in force. */
export const checkGateway: Check = async (at) => {
  const keyring = keyringOf(at)
  const source = await keyring.activeSource()
  if (source === 'sandbox') return ok('the sandbox takes the payments of a demo')
  const keys = await keyring.activeKeys()
  if (!keys) return fail('no Razorpay keys are set, so nobody can buy. Add them in the console in Settings, Payment.')
  const { verified, checked, reason } = await createPayments({ loadKeys: async () => keys, log: quiet }).testKeys(keys)
  const from = source === 'settings' ? 'RAZORPAY_KEY_ID' : 'the console'
  if (verified) return ok(`Razorpay accepts the keys of ${from}`)
  if (checked) return fail(`Razorpay refuses the keys of ${from}: ${reason}. Make new ones in its dashboard.`)
  return fail(`Razorpay cannot be reached: ${reason}. Does the firewall, or HTTPS_PROXY, let this machine out?`)
}

export const checkWebhook: Check = async (at) => {
  if ((await keyringOf(at).activeSource()) === 'sandbox') return ok('the sandbox sends its own events')
  const secrets = await keyringOf(at).webhookSecrets()
  if (secrets.length === 0)
    return fail(
      'no webhook secret is set, so no event of Razorpay is accepted. Set it in the console in Settings, Payment.',
    )
  const { last_webhook_at: last } = await findHealth(at.db, now().toISOString())
  if (!last)
    return warn('Razorpay has sent no event yet. Add the address of the console’s Payment tab in its dashboard.')
  const age = now().getTime() - Date.parse(last)
  return ok(`the last event arrived ${spanText(age)} ago`)
}

export const checkBackup: Check = async ({ config, db }) => {
  const { last_at, ok: good, message } = await findLastBackup(db)
  const found: Finding[] = []
  if (good === false)
    found.push(fail(`the last one failed: ${message}. Run ${commandLine('backup', 'FOLDER --keep N')} by hand.`))
  if (!last_at) return found.length > 0 ? found : ofProduction(config, 'no backup was made yet. Make one every night.')
  const age = now().getTime() - Date.parse(last_at)
  if (age > 2 * DAY_MS) found.push(fail(`the last good one is ${spanText(age)} old. Look at the nightly job.`))
  return found.length > 0 ? found : ok(`the last good one was made ${spanText(age)} ago`)
}
