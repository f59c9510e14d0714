import { setPasswordAddress } from './account-emails.ts'
import { button, email, item, linked, oneLine, paragraph, rich, together, withLinks, withName } from './email.ts'
import { html } from './html.ts'

type MovedData = {
  subject: string
  /** The owner's paragraphs, with `{name}`. */
  body: string
  /** First name; null where nobody knows whose the account is. */
  name: string | null
  /** `ready` once a course has lessons. */
  courses: readonly { name: string; ready: boolean }[]
  /** Token of the link that sets a password; undefined for who has one. */
  token: string | undefined
  days: number
}

/** Carries the owner's words to a person whom a move brought, with their courses and the way in. */
export const movedLetter = email<MovedData>(
  ({ subject, body, name, courses, token, days }, { t, storeUrl, contact }) => {
    const [address, label] =
      token === undefined
        ? [`${storeUrl}/dashboard`, t('Go to my courses')]
        : [setPasswordAddress(storeUrl, token), t('Set my password')]
    const soon = t('The lessons follow. You find them here as soon as they are ready.')
    return {
      subject: oneLine(withName(subject, name)),
      blocks: [
        ...withName(body, name)
          .trim()
          .split(/\n\s*\n/)
          .map((text) => ({
            text,
            ...paragraph(html`${text.split('\n').map((line) => html`${withLinks(line)}<br>`)}`),
          })),
        together(...courses.map((course) => item(course.name, course.ready ? '' : soon))),
        button(address, label, `${label}:`),
        token !== undefined &&
          rich(t('The button works once, for {days} days. After that, <link>ask for a new password</link>.'), {
            days,
            link: linked(`${storeUrl}/forgot-password`),
          }),
        contact && rich(t('Questions? Write to {email}.'), { email: linked(`mailto:${contact}`)(contact) }),
      ],
    }
  },
)
