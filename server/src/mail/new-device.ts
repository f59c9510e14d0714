import { html } from './html.ts'
import { button, greetingOf, type Letter, letter, type MailShop, oneLine, paragraph } from './letter.ts'

const dateTime = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' })

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
  const title = 'New sign-in to your account'
  const greeting = greetingOf(name)
  const where = oneLine(device)
  const when = `${dateTime.format(at)} (Indian time)`
  const link = `${shop.storeUrl}${settingsPath}`
  const text = `${greeting}

your ${shop.shopName} account was signed in to on a device
we have not seen before:

${where}
${when}

If that was you, there is nothing to do. If it was not,
change your password and sign out that device:
${link}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`your ${shop.shopName} account was signed in to on a device we have not seen before:`)}
${paragraph(html`<strong>${where}</strong><br>${when}`)}
${paragraph(html`If that was you, there is nothing to do. If it was not, change your password and sign out that device.`)}
${button(link, 'See your devices')}`
  return letter(shop, title, text, body)
}
