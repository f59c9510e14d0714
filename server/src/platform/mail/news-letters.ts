import { button, code, email, oneLine, type Piece, paragraph, rich, type Sender, withLinks, withName } from './email.ts'
import { html } from './html.ts'
import { footOf } from './reminder-emails.ts'

/** One part of a letter as its reader gets it; addresses are whole. */
export type NewsPart =
  | { text: string }
  | { image: string; alt: string }
  | { course: string; banner: string; price: string; address: string }
  | { button: string; address: string }
  | { code: string; off: string; until: string }

type NewsData = {
  subject: string
  parts: readonly NewsPart[]
  /** First name; null where nobody knows whose the account is. */
  name: string | null
} & (
  | {
      /** Address of the page with the one button; null for a notice, which nobody ends. */ unsubscribe: string | null
      reminderEnd?: undefined
    }
  | { /** Turns reminders off. */ reminderEnd: string; unsubscribe?: undefined }
)

/** Renders the owner's blocks; its foot says who sends, why, and how to end it. */
export const newsLetter = email<NewsData>(({ subject, parts, name, unsubscribe, reminderEnd }, sender) => {
  const { shopName, contact = '', people } = sender
  const { legal_name = '', legal_address = '' } = people ?? {}
  const from = [legal_name || shopName, ...legal_address.split('\n'), contact].map(oneLine).filter(Boolean)
  const end = reminderEnd === undefined ? endOf(sender, unsubscribe) : footOf(sender, reminderEnd)
  return {
    subject: oneLine(withName(subject, name)),
    blocks: parts.map((part) => write(part, name, sender)),
    foot: {
      text: ['--', end.text, from.join(', ')].join('\n\n'),
      ...html`${end}
<p style="margin:8px 0 0">${from.join(' · ')}</p>`,
    },
  }
})

function endOf({ t, shopName: shop }: Sender, address: string | null): Piece {
  if (address === null) {
    const text = t('You get this email because the law has us tell you, whether you agreed to news or not.')
    return { text, ...html`<p style="margin:12px 0 0">${text}</p>` }
  }
  const why = t('You get this email because you agreed to news by email from {shop}.', { shop })
  const label = t('Unsubscribe')
  return {
    text: `${why}\n\n${label}: ${address}`,
    ...html`<p style="margin:12px 0 0">${why} <a class="m" href="${address}" style="color:#4a4e6e">${label}</a></p>`,
  }
}

const WIDE = 'display:block;width:100%;max-width:504px;height:auto;border:0;border-radius:8px'

function write(part: NewsPart, name: string | null, { t }: Sender): Piece {
  if ('text' in part) return typed(withName(part.text, name))
  if ('image' in part)
    return {
      text: `[${part.alt}]`,
      ...html`<p style="margin:0 0 16px"><img src="${part.image}" alt="${part.alt}" width="504" style="${WIDE}"></p>`,
    }
  if ('course' in part) {
    const { course, banner, price, address } = part
    const see = t('See the course')
    const picture = html`<a href="${address}"><img src="${banner}" alt="${course}" width="504" style="${WIDE}"></a>`
    return {
      text: `${course} – ${price}\n${see}:\n${address}`,
      ...html`<table role="presentation" class="box" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;background:#f5f6fb;border-radius:8px"><tr><td style="padding:12px">
${banner && picture}
<p style="margin:12px 0 0"><strong>${course}</strong><br>${price}</p>
${button(address, see)}</td></tr></table>`,
    }
  }
  if ('button' in part) return button(part.address, withName(part.button, name), `${part.button}:`)
  return rich(t('{off} off with the code {code}, until {day}.'), {
    off: part.off,
    day: part.until,
    code: code(part.code),
  })
}

/** Shows an owner's paragraphs with their lines. */
function typed(words: string): Piece {
  const text = words.trim()
  const paragraphs = text.split(/\n\s*\n/).map((lines) => lines.split('\n'))
  return {
    text,
    ...html`${paragraphs.map((lines) => paragraph(html`${lines.map((line, at) => (at === 0 ? withLinks(line) : html`<br>${withLinks(line)}`))}`))}`,
  }
}
