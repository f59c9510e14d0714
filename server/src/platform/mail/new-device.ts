import { inLanguage, type Speech } from '../language/language.ts'
import { flow, html } from './html.ts'
import { button, greetingOf, type Letter, letter, type MailShop, oneLine, paragraph } from './letter.ts'

export type NewDeviceData = {
  name: string | null
  /** The words that the account's list of devices has for it. */
  device: string
  at: Date
  /** Path of the page where a password is changed and devices are signed out. */
  settingsPath: string
} & MailShop

/** Goes to the holder of an account that was opened on a device it did not know. */
export function newDeviceLetter({ name, device, at, settingsPath, ...shop }: NewDeviceData): Letter {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const title = t('New login to your account')
  const greeting = greetingOf(speech, name)
  const where = deviceName(speech, oneLine(device))
  const when = t('{day}, {time} (Indian time)', { day: speech.shortDay(at), time: speech.time(at) })
  const link = `${shop.storeUrl}${settingsPath}`
  const unseen = t('somebody logged in to your {shop} account on a device\nwe have not seen before:', {
    shop: shop.shopName,
  })
  const text = `${greeting}

${unseen}

${where}
${when}

${t('If that was you, there is nothing to do. If it was not,\nchange your password and log out that device:')}
${link}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${flow(unseen)}`)}
${paragraph(html`<strong>${where}</strong><br>${when}`)}
${paragraph(html`${t('If that was you, there is nothing to do. If it was not, change your password and log out that device.')}`)}
${button(link, t('See your devices'))}`
  return letter(shop, title, text, body)
}

/** `Chrome on Windows`: both are names, and what we call a browser or device without one is not. */
function deviceName({ t }: Speech, device: string): string {
  const ours: Record<string, string> = {
    'Unknown device': t('Unknown device'),
    'Unknown browser': t('Unknown browser'),
    'Desktop app': t('Desktop app'),
  }
  const [browser = '', machine] = device.split(' on ', 2)
  const name = ours[browser] ?? browser
  return machine === undefined ? name : t('{browser} on {machine}', { browser: name, machine })
}
