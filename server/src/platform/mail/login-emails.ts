import { fill } from 'contract/fill'
import { inLanguage, type Speech } from '../language/language.ts'
import { confirmAddress, setPasswordAddress } from './account-emails.ts'
import {
  button,
  composeEmail,
  type EmailContent,
  greetingOf,
  linked,
  type MailShop,
  oneLine,
  paragraph,
  passwordCode,
} from './email.ts'
import { bold, flow, html, rich } from './html.ts'

type WelcomeData = {
  referral_code: string
  /** Token of the link that proves the address; undefined for a proven one. */
  token: string | undefined
  /** The store made the password: the link sets an own one, which proves the address, too. */
  made: boolean
  days: number
} & MailShop

/**
 * Welcomes a new account. It holds no password, since the store shows it, and no typed text: the address may be a
 * stranger's.
 */
export function welcomeEmail({ referral_code, token, made, days, ...shop }: WelcomeData): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const title = t('Welcome to {shop}', { shop: shop.shopName })
  const greeting = greetingOf(speech, null)
  const shows = t('Your account is ready. Log in with this email address.')
  const set = t('Set your own password')
  const why = made ? `${set}:` : t('Confirm your email to get invoices by email:')
  const once = t('The link works once, within {days} days. If you did not make this account, do nothing.', { days })
  const address =
    token && (made ? setPasswordAddress(shop.storeUrl, token) : confirmAddress(shop.storeUrl, 'email', token))
  const courses = `${shop.storeUrl}/dashboard`
  const friend = t('Your referral code is {code}.\nA friend who joins can enter it.')
  const text = `${greeting}

${shows}
${address ? `\n${why}\n${address}\n\n${once}\n` : ''}
${t('Your courses are here:')}
${courses}

${fill(friend, { code: referral_code })}`
  const confirm = t(
    'Confirm your email to get invoices by email: <link>Confirm my email address</link>. The link works once, within {days} days. If you did not make this account, do nothing.',
  )
  const toCourses = t('Go to my courses')
  const ways =
    address && made
      ? html`${button(address, set)}
${paragraph(html`${once}`)}
${paragraph(linked(courses)(toCourses))}`
      : html`${button(courses, toCourses)}
${address ? paragraph(rich(confirm, { days, link: linked(address) })) : html``}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${shows}`)}
${ways}
${paragraph(rich(friend, { code: bold(referral_code) }))}`
  return composeEmail(shop, title, text, body)
}

type ForgottenPasswordData = { name: string | null; password: string; minutes: number } & MailShop

/** Carries a temporary password, alone on its line for copying. */
export function forgottenPasswordEmail({ name, password, minutes, ...shop }: ForgottenPasswordData): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const title = t('Your temporary password')
  const greeting = greetingOf(speech, name)
  const here = t('here is a temporary password for your account:')
  const not = t('If you did not ask for this, do nothing: your password stays.')
  const text = `${greeting}

${here}

${password}

${t('Use it once, within {minutes} minutes, here:', { minutes })}
${shop.storeUrl}/login

${t('Your old password works until you do.\nChoose a new one in Settings after you log in.')}

${not}`
  const use = t(
    'Use it <b>once</b>, within {minutes} minutes. Your old password works until you do. Choose a new one in Settings after you log in.',
  )
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${here}`)}
${paragraph(passwordCode(password))}
${paragraph(rich(use, { b: bold, minutes }))}
${button(`${shop.storeUrl}/login`, t('Log in'))}
${paragraph(html`${not}`)}`
  return composeEmail(shop, title, text, body)
}

type FreeCourseData = { course: string; token: string; days: number } & MailShop

/** Opens a free course for a new account: the link logs in, and proves the address. */
export function freeCourseEmail({ course, token, days, ...shop }: FreeCourseData): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const title = t('Your course is open: {course}', { course: oneLine(course) })
  const greeting = greetingOf(speech, null)
  const press = t('Start lesson 1')
  const once = t('The button logs you in once, within {days} days.', { days })
  const not = t('If you did not ask for this, do nothing.')
  const address = `${shop.storeUrl}/confirm?kind=start#${token}`
  const text = `${greeting}

${title}

${press}:
${address}

${once} ${not}`
  const body = html`${paragraph(html`${greeting}`)}
${button(address, press)}
${paragraph(html`${once} ${not}`)}`
  return composeEmail(shop, title, text, body)
}

type CourseLinkData = {
  order_no: string
  /** The only course of the order; undefined for several. */
  courseId: string | undefined
  /** Query that shows the payment without a session. */
  proof: URLSearchParams
  /** Token of the link that sets a password; undefined for a proven address, whose holder has one. */
  token: string | undefined
  days: number
  /** Token of the link that logs in; undefined for an unproven address that is about to change. */
  login: string | undefined
  minutes: number
} & MailShop

/** Sends the link to the purchase to a buyer who returned without a login. It contains no text that somebody typed. */
export function courseLinkEmail(data: CourseLinkData): EmailContent {
  const { order_no: order, courseId, proof, token, days, login, minutes, ...shop } = data
  const speech = inLanguage(shop.language)
  const { t } = speech
  const title = courseId ? t('Open your course') : t('Open your courses')
  const greeting = greetingOf(speech, null)
  const shows = t('Here is the link to what you bought with order {order}.', { order })
  const payment = `${shop.storeUrl}/payment_status?${proof}`
  const [address, label, note] = token
    ? [
        setPasswordAddress(shop.storeUrl, token),
        t('Set a password and begin'),
        t('The link works once, within {days} days. It ends the links of earlier emails.', { days }),
      ]
    : login
      ? [`${payment}#${login}`, title, t('The link logs you in once, within {minutes} minutes.', { minutes })]
      : [payment, t('See your payment'), t('Confirm your new email address first: its link is in another email.')]
  const not = t('If this was not you, there is nothing to do.')
  const text = `${greeting}

${shows}

${label}:
${address}

${note}

${not}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${shows}`)}
${button(address, label)}
${paragraph(html`${note}`)}
${paragraph(html`${not}`)}`
  return composeEmail(shop, title, text, body)
}

type AdminPasswordData = { token: string; minutes: number } & MailShop

/** Carries the link for a new admin password. The token follows `#`, which browsers send to nobody. */
export function adminPasswordEmail({ token, minutes, ...shop }: AdminPasswordData): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const title = t('Set a new admin password')
  const greeting = greetingOf(speech, null)
  const shows = t('Somebody asked for a new password for your admin account at {shop}.', { shop: shop.shopName })
  const once = t('The link works once, within {minutes} minutes.', { minutes })
  const step = t('It asks for your passkey, your app or a recovery code as well, if you have set one up.')
  const not = t('If this was not you, do nothing: your password stays.')
  const address = `${shop.storeUrl}/admin/login#${token}`
  const text = `${greeting}

${shows}

${address}

${once}
${step}
${not}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${shows}`)}
${button(address, title)}
${paragraph(html`${once} ${step} ${not}`)}`
  return composeEmail(shop, title, text, body)
}

type NewDeviceData = {
  name: string | null
  /** The device's words in the account's list of devices. */
  device: string
  at: Date
  /** Path of the page for passwords and devices. */
  settingsPath: string
} & MailShop

/** Notifies the holder of an account that a new device opened. */
export function newDeviceEmail({ name, device, at, settingsPath, ...shop }: NewDeviceData): EmailContent {
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
  return composeEmail(shop, title, text, body)
}

/** Translates `Chrome on Windows`: both are names, except our words for unknown browsers and devices. */
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

type EnrolledData = {
  name: string | null
  courses: readonly string[]
  /** Created with the enrolment, existing with an unproven address, or known. */
  account: 'new' | 'unproven' | 'known'
  /** Undefined for a known account. */
  password: string | undefined
  days: number
} & MailShop

/** Notifies a student of courses that the shop granted. */
export function enrolledEmail({ name, courses, account, password, days, ...shop }: EnrolledData): EmailContent {
  const speech = inLanguage(shop.language)
  const { t, plural } = speech
  const title = plural(
    courses.length,
    { one: 'You have a new course: {course}', other: 'You have {count} new courses' },
    { course: courses[0] ?? '' },
  )
  const greeting = greetingOf(speech, name)
  const gave = t('{shop} gave you access to:', { shop: shop.shopName })
  const [where, label] = password
    ? [`${shop.storeUrl}/login`, t('Log in and choose a password')]
    : [`${shop.storeUrl}/dashboard`, t('Go to my courses')]
  const use =
    account === 'new'
      ? t(
          'We made an account for this email address. Log in with it and this password, once, within {days} days. Then you choose your own.',
          { days },
        )
      : t(
          'There is an account with this email address, which nobody has confirmed. Log in with it and this password, once, within {days} days: that confirms it and opens the course. Then you choose your own.',
          { days },
        )
  const late = t('Later? Ask for a new password here: {address}', { address: `${shop.storeUrl}/forgot-password` })
  const text = `${greeting}

${gave}

${courses.map((course) => `- ${course}`).join('\n')}
${password ? `\n${use}\n\n${password}\n` : ''}
${where}
${password ? `\n${late}\n` : ''}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${gave}`)}
${courses.map((course) => paragraph(html`<strong>${course}</strong>`))}
${password ? html`${paragraph(html`${use}`)}${paragraph(passwordCode(password))}` : html``}
${button(where, label)}
${password ? paragraph(html`${late}`) : html``}`
  return composeEmail(shop, title, text.trimEnd(), body)
}
