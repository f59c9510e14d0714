import { CODE_MINUTES } from 'contract/mailed-codes'
import { FILE_DAYS, type RequestKind, type Retained } from 'contract/privacy/requests'
import { inLanguage, type Speech } from '../../platform/language/language.ts'
import {
  button,
  composeEmail,
  type EmailContent,
  greetingOf,
  type MailShop,
  paragraph,
} from '../../platform/mail/email.ts'
import { html } from '../../platform/mail/html.ts'
import { codeEmail } from '../../shop/mailed-codes/code-email.ts'
import type { Answerer } from '../../shop/settings/answerer.ts'

/** Carries the code that proves who asks. */
export function privacyCodeEmail({ code, ...shop }: { code: string } & MailShop): EmailContent {
  const { t } = inLanguage(shop.language)
  const use = t(
    'Type this code on the page of your request. It works once, within {minutes} minutes, in the same browser.',
    {
      minutes: CODE_MINUTES,
    },
  )
  return codeEmail({ code, use, ...shop })
}

type Line = string | { address: string; label: string }

/** Writes lines as an email: a greeting, then each line, a button or words, and who answers. */
function write(
  shop: MailShop,
  name: string | null,
  title: string,
  lines: readonly Line[],
  who: Answerer,
): EmailContent {
  const speech = inLanguage(shop.language)
  const all: Line[] = [greetingOf(speech, name), ...lines, ...contactLines(speech, who)]
  const text = all.map((line) => (typeof line === 'string' ? line : `${line.label}: ${line.address}`)).join('\n\n')
  const parts = all.map((line) =>
    typeof line === 'string' ? paragraph(html`${line}`) : button(line.address, line.label),
  )
  return composeEmail(shop, title, text, { html: parts.map((part) => part.html).join('\n') })
}

/** Names the person who answers, as rule 9 wants it in every answer. */
function contactLines({ t }: Speech, { name, designation, email, address }: Answerer): string[] {
  const who = [name, designation, email, address].filter(Boolean).join(', ')
  return [
    ...(who ? [t('Who answers: {who}', { who })] : []),
    t('Not happy with our answer? Then you can complain to the Data Protection Board of India.'),
  ]
}

/** Describes what stays of an erased person, a sentence each. */
function retainedLines({ t, plural, longDay }: Speech, retained: readonly Retained[]): string[] {
  return retained.map(({ reason, count, until }) => {
    const day = longDay(until)
    if (reason === 'papers')
      return plural(
        count ?? 0,
        {
          one: '{count} invoice or receipt, until {day}, because tax law asks for it.',
          other: '{count} invoices and receipts, until {day}, because tax law asks for them.',
        },
        { day },
      )
    if (reason === 'ledger') return t('The sums of your orders without your name, until {day}, for the books.', { day })
    return t('Lines of our logs, until {day}, for security.', { day })
  })
}

type Received = {
  who: Answerer
  name: string | null
  request_no: string
  kind: RequestKind
  due_on: string
  /** A nominee asks. */
  nominee: boolean
  /** With a hidden account. */
  erasure?: { token: string; on: string; retained: readonly Retained[] } | undefined
}

/** Confirms a request at once, with its number and its last day. */
export function requestReceivedEmail({ who, name, request_no, ...request }: Received & MailShop): EmailContent {
  const { kind, due_on, nominee, erasure, ...shop } = request
  const speech = inLanguage(shop.language)
  const { t, longDay } = speech
  const day = longDay(due_on)
  const lines: Line[] = [t('We have your request. Its number is {number}.', { number: request_no })]
  if (erasure) {
    lines.push(
      t('Your account is hidden from now on, and nobody can log in to it. After {day} it is deleted.', {
        day: longDay(erasure.on),
      }),
      { address: `${shop.storeUrl}/privacy/request?back=${erasure.token}`, label: t('Take it back') },
      t('This stays, because the law asks for it:'),
      ...retainedLines(speech, erasure.retained),
    )
  } else if (kind === 'nomination') {
    lines.push(t('The person you named may make requests for you from now on, if you no longer can.'))
  } else {
    lines.push(t('We mean to answer by {day}.', { day }))
  }
  if (nominee)
    lines.push(
      t(
        'You ask for another person. Please answer this email with proof that you are the one they named, and why they cannot ask themselves.',
      ),
    )
  return write(shop, name, t('Your request {number}', { number: request_no }), lines, who)
}

type Answered = {
  who: Answerer
  name: string | null
  request_no: string
  refused: boolean
  /** The owner's words. */
  answer: string
  /** With access: the token of the file. */
  file?: string | undefined
  /** With a nominee's erasure: its day. */
  erased_on?: string | undefined
}

/** Carries the owner's answer. */
export function requestAnswerEmail({ who, name, request_no, ...answered }: Answered & MailShop): EmailContent {
  const { refused, answer, file, erased_on, ...shop } = answered
  const { t, longDay } = inLanguage(shop.language)
  const number = request_no
  const lines: Line[] = [
    refused
      ? t('We cannot do what you asked for in request {number}. The reason:', { number })
      : t('This is our answer to your request {number}:', { number }),
    answer,
  ]
  if (file)
    lines.push(
      { address: `${shop.storeUrl}/privacy/request?file=${file}`, label: t('Download your data') },
      t('The link works for {days} days. Give it to nobody.', { days: FILE_DAYS }),
    )
  if (erased_on)
    lines.push(t('The account is hidden from now on. After {day} it is deleted.', { day: longDay(erased_on) }))
  return write(shop, name, t('Answer to your request {number}', { number }), lines, who)
}

type Erased = { who: Answerer; request_no: string; retained: readonly Retained[] }

/** Says that a person was erased, and lists what stays. The address is in no table any more. */
export function erasedEmail({ who, request_no, retained, ...shop }: Erased & MailShop): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const lines = [
    t('The account and everything in it is deleted, as asked for in request {number}.', { number: request_no }),
    t('This stays, because the law asks for it:'),
    ...retainedLines(speech, retained),
  ]
  return write(shop, null, t('Your data is deleted'), lines, who)
}
