import {
  button,
  composeEmail,
  type EmailContent,
  type MailShop,
  oneLine,
  paragraph,
} from '../../platform/mail/email.ts'
import { html } from '../../platform/mail/html.ts'

type WebhookEmailData = { kind: 'warning' | 'failing' | 'gone'; url: string; failing_since: string | null } & MailShop

const moment = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
})

const words = {
  warning: {
    title: (host: string) => `${host} has not taken events for a day`,
    advice:
      'Your shop tries each event ten times within three days. After five days without success it switches the address off. ' +
      'The list of deliveries shows what the address answered.',
  },
  failing: {
    title: (host: string) => `Events to ${host} are switched off`,
    advice:
      'The address failed for five days. Once it works, turn it on in the console, and send the events of these days again. ' +
      'Events are stored for 30 days.',
  },
  gone: {
    title: (host: string) => `Events to ${host} are switched off`,
    advice:
      'The address answered that it is gone (410). If it should still get events, save its new address in the console, ' +
      'turn it on, and send the events since then again.',
  },
} as const

/** Notifies an owner of an address that fails, or that was switched off. */
export function webhookEmail({ kind, url, failing_since, ...shop }: WebhookEmailData): EmailContent {
  const host = oneLine(new URL(url).hostname)
  const title = words[kind].title(host)
  const since =
    failing_since && kind !== 'gone' ? `It has failed since ${moment.format(new Date(failing_since))} IST. ` : ''
  const sentence = `${since}${words[kind].advice}`
  const address = `${shop.storeUrl}/admin?tab=developers`
  const text = `${title}.

${sentence}

${address}`
  return composeEmail(
    shop,
    title,
    text,
    html`${paragraph(html`${sentence}`)}
${button(address, 'Open the addresses')}`,
  )
}
