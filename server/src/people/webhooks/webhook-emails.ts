import { button, email, oneLine, onlyText } from '../../platform/mail/email.ts'

type WebhookEmailData = { kind: 'warning' | 'failing' | 'gone'; url: string; failing_since: string | null }

const moment = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
})

const advice = {
  warning:
    'Your shop tries each event ten times within three days. After five days without success it switches the address off. ' +
    'The list of deliveries shows what the address answered.',
  failing:
    'The address failed for five days. Once it works, turn it on in the console, and send the events of these days again. ' +
    'Events are stored for 30 days.',
  gone:
    'The address answered that it is gone (410). If it should still get events, save its new address in the console, ' +
    'turn it on, and send the events since then again.',
}

/** Notifies an owner of an address that fails, or that was switched off. */
export const webhookEmail = email<WebhookEmailData>(({ kind, url, failing_since }, { storeUrl }) => {
  const host = oneLine(new URL(url).hostname)
  const subject = kind === 'warning' ? `${host} has not taken events for a day` : `Events to ${host} are switched off`
  const since =
    failing_since && kind !== 'gone' ? `It has failed since ${moment.format(new Date(failing_since))} IST. ` : ''
  return {
    subject,
    blocks: [
      onlyText(`${subject}.`),
      `${since}${advice[kind]}`,
      button(`${storeUrl}/admin?tab=developers`, 'Open the addresses'),
    ],
  }
})
