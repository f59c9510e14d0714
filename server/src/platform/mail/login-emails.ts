import { confirmAddress, setPasswordAddress } from './account-emails.ts'
import {
  bold,
  button,
  email,
  item,
  linked,
  oneLine,
  onlyHtml,
  onlyText,
  paragraph,
  password as passwordBlock,
  rich,
  type Sender,
  together,
} from './email.ts'
import { html } from './html.ts'

type WelcomeData = {
  referral_code: string
  /** Token of the link that proves the address; undefined for a proven one. */
  token: string | undefined
  /** The store made the password: the link sets an own one, which proves the address, too. */
  made: boolean
  days: number
}

/**
 * Welcomes a new account. It holds no password, since the store shows it, and no typed text: the address may be a
 * stranger's.
 */
export const welcomeEmail = email<WelcomeData>(
  ({ referral_code, token, made, days }, { t, shopName: shop, storeUrl }) => {
    const once = t('The link works once, within {days} days. If you did not create this account, do nothing.', { days })
    const set = t('Set your own password')
    const courses = button(`${storeUrl}/dashboard`, t('Go to my courses'), t('Your courses are here:'))
    const confirm = token && confirmAddress(storeUrl, 'email', token)
    const ways = !confirm
      ? [courses]
      : made
        ? [
            button(setPasswordAddress(storeUrl, token), set, `${set}:`),
            once,
            { ...courses, ...paragraph(linked(`${storeUrl}/dashboard`)(t('Go to my courses'))) },
          ]
        : [
            onlyText(`${t('Confirm your email to get invoices by email:')}\n${confirm}`),
            onlyText(once),
            courses,
            onlyHtml(
              rich(
                t(
                  'Confirm your email to get invoices by email: <link>Confirm my email address</link>. The link works once, within {days} days. If you did not create this account, do nothing.',
                ),
                { days, link: linked(confirm) },
              ),
            ),
          ]
    return {
      name: null,
      subject: t('Welcome to {shop}', { shop }),
      blocks: [
        t('Your account is ready. Log in with this email address.'),
        ...ways,
        rich(t('Your referral code is {code}.\nA friend who joins can enter it.'), { code: bold(referral_code) }),
      ],
    }
  },
)

type ForgottenPasswordData = { name: string | null; password: string; minutes: number }

/** Carries a temporary password, alone on its line for copying. */
export const forgottenPasswordEmail = email<ForgottenPasswordData>(({ name, password, minutes }, { t, storeUrl }) => ({
  name,
  subject: t('Your temporary password'),
  blocks: [
    t('here is a temporary password for your account:'),
    passwordBlock(password),
    onlyHtml(
      rich(
        t(
          'Use it <b>once</b>, within {minutes} minutes. Your old password works until you do. Choose a new one in Settings after you log in.',
        ),
        { b: bold, minutes },
      ),
    ),
    button(`${storeUrl}/login`, t('Log in'), t('Use it once, within {minutes} minutes, here:', { minutes })),
    onlyText(t('Your old password works until you do.\nChoose a new one in Settings after you log in.')),
    t('If you did not ask for this, do nothing: your password stays.'),
  ],
}))

/** Opens a free course for a new account: the link logs in, and proves the address. */
export const freeCourseEmail = email<{ course: string; token: string; days: number }>(
  ({ course, token, days }, { t, storeUrl }) => {
    const subject = t('Your course is open: {course}', { course: oneLine(course) })
    const press = t('Start lesson 1')
    const once = t('The button logs you in once, within {days} days.', { days })
    return {
      name: null,
      subject,
      blocks: [
        onlyText(subject),
        button(`${storeUrl}/confirm?kind=start#${token}`, press, `${press}:`),
        `${once} ${t('If you did not ask for this, do nothing.')}`,
      ],
    }
  },
)

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
}

/** Sends the link to the purchase to a buyer who returned without a login. It contains no text that somebody typed. */
export const courseLinkEmail = email<CourseLinkData>(
  ({ order_no: order, courseId, proof, token, days, login, minutes }, { t, storeUrl }) => {
    const subject = courseId ? t('Open your course') : t('Open your courses')
    const payment = `${storeUrl}/payment_status?${proof}`
    const [address, label, note] = token
      ? [
          setPasswordAddress(storeUrl, token),
          t('Set a password and begin'),
          t('The link works once, within {days} days. It ends the links of earlier emails.', { days }),
        ]
      : login
        ? [`${payment}#${login}`, subject, t('The link logs you in once, within {minutes} minutes.', { minutes })]
        : [payment, t('See your payment'), t('Confirm your new email address first: its link is in another email.')]
    return {
      name: null,
      subject,
      blocks: [
        t('Here is the link to what you bought with order {order}.', { order }),
        button(address, label, `${label}:`),
        note,
        t('If this was not you, there is nothing to do.'),
      ],
    }
  },
)

/** Carries the link for a new admin password. The token follows `#`, which browsers send to nobody. */
export const adminPasswordEmail = email<{ token: string; minutes: number }>(
  ({ token, minutes }, { t, shopName: shop, storeUrl }) => {
    const subject = t('Set a new admin password')
    return {
      name: null,
      subject,
      blocks: [
        t('Somebody asked for a new password for your admin account at {shop}.', { shop }),
        button(`${storeUrl}/admin/login#${token}`, subject),
        [
          t('The link works once, within {minutes} minutes.', { minutes }),
          t('It asks for your passkey, your app or a recovery code as well, if you have set one up.'),
          t('If this was not you, do nothing: your password stays.'),
        ],
      ],
    }
  },
)

type NewDeviceData = {
  name: string | null
  /** The device's words in the account's list of devices. */
  device: string
  at: Date
  /** Path of the page for passwords and devices. */
  settingsPath: string
}

/** Notifies the holder of an account that a new device opened. */
export const newDeviceEmail = email<NewDeviceData>(({ name, device, at, settingsPath }, sender) => {
  const { t, shortDay, time, shopName: shop, storeUrl } = sender
  const where = deviceName(sender, oneLine(device))
  const when = t('{day}, {time} (Indian time)', { day: shortDay(at), time: time(at) })
  return {
    name,
    subject: t('New login to your account'),
    blocks: [
      t('somebody logged in to your {shop} account on a device\nwe have not seen before:', { shop }),
      { text: `${where}\n${when}`, ...paragraph(html`${bold(where)}<br>${when}`) },
      onlyHtml(
        t('If that was you, there is nothing to do. If it was not, change your password and log out that device.'),
      ),
      button(
        `${storeUrl}${settingsPath}`,
        t('See your devices'),
        t('If that was you, there is nothing to do. If it was not,\nchange your password and log out that device:'),
      ),
    ],
  }
})

/** Translates `Chrome on Windows`: both are names, except our words for unknown browsers and devices. */
function deviceName({ t }: Sender, device: string): string {
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
}

/** Notifies a student of courses that the shop granted. */
export const enrolledEmail = email<EnrolledData>(
  ({ name, courses, account, password, days }, { t, plural, shopName: shop, storeUrl }) => ({
    name,
    subject: plural(
      courses.length,
      { one: 'You have a new course: {course}', other: 'You have {count} new courses' },
      { course: courses[0] ?? '' },
    ),
    blocks: [
      t('{shop} gave you access to:', { shop }),
      together(...courses.map((course) => item(course))),
      ...(password
        ? [
            account === 'new'
              ? t(
                  'We created an account for this email address. Log in with it and this password, once, within {days} days. Then you choose your own.',
                  { days },
                )
              : t(
                  'There is an account with this email address, which nobody has confirmed. Log in with it and this password, once, within {days} days: that confirms it and opens the course. Then you choose your own.',
                  { days },
                ),
            passwordBlock(password),
            button(`${storeUrl}/login`, t('Log in and choose a password')),
            rich(t('Later? <link>Ask for a new password</link>.'), { link: linked(`${storeUrl}/forgot-password`) }),
          ]
        : [button(`${storeUrl}/dashboard`, t('Go to my courses'))]),
    ],
  }),
)
