import { Email } from 'contract/fields'
import { commandLine, readConfig, readEnvironment } from '../../config.ts'
import { createMailer } from '../../platform/mail/mailer.ts'
import { testEmail } from '../../platform/mail/shop-emails.ts'
import { errorMessage } from './messages.ts'

// `npm run mail:test -- ADDRESS` sends one email and prints the mail server's answer.
try {
  const [address, ...more] = process.argv.slice(2)
  const to = Email.safeParse(address)
  if (!to.success || more.length > 0) throw new Error(`Usage: ${commandLine('mail:test', 'ADDRESS')}`)
  const config = readConfig(readEnvironment())
  const { host } = new URL(config.storeUrl)
  const letter = testEmail()({ shopName: host, storeUrl: config.storeUrl })
  const answer = await createMailer({ config, now: () => new Date() }).send({ ...letter, to: to.data })
  console.log(config.smtpUrl ? answer : `SMTP_URL is not set, so the email was written to ${answer}`)
} catch (error) {
  console.error(errorMessage(error))
  process.exitCode = 1
}
