import { CODE_MINUTES } from 'contract/mailed-codes'
import { FILE_DAYS, type RequestKind, type Retained } from 'contract/privacy/requests'
import { type Block, email, namedButton, type Sender } from '../../platform/mail/email.ts'
import { codeBlocks } from '../../shop/mailed-codes/code-email.ts'
import type { Answerer } from '../../shop/settings/answerer.ts'

/** Carries the code that proves who asks. */
export const privacyCodeEmail = email<{ code: string }>(({ code }, sender) =>
  codeBlocks(
    code,
    sender.t(
      'Type this code on the page of your request. It works once, within {minutes} minutes, in the same browser.',
      {
        minutes: CODE_MINUTES,
      },
    ),
    sender,
  ),
)

/** Names the person who answers, as rule 9 wants it in every answer. */
function contactLines({ t }: Sender, { name, designation, email, address }: Answerer): string[] {
  const who = [name, designation, email, address].filter(Boolean).join(', ')
  return [
    ...(who ? [t('Who answers: {who}', { who })] : []),
    t('Not happy with our answer? Then you can complain to the Data Protection Board of India.'),
  ]
}

/** Describes what stays of an erased person, a sentence each. */
function retainedLines({ t, plural, longDay }: Sender, retained: readonly Retained[]): string[] {
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
export const requestReceivedEmail = email<Received>(
  ({ who, name, request_no: number, kind, due_on, nominee, erasure }, sender) => {
    const { t, longDay, storeUrl } = sender
    const next: Block[] = erasure
      ? [
          t('Your account is hidden from now on, and nobody can log in to it. After {day} it is deleted.', {
            day: longDay(erasure.on),
          }),
          namedButton(`${storeUrl}/privacy/request?back=${erasure.token}`, t('Take it back')),
          t('This stays, because the law asks for it:'),
          ...retainedLines(sender, erasure.retained),
        ]
      : [
          kind === 'nomination'
            ? t('The person you named may make requests for you from now on, if you no longer can.')
            : t('We aim to answer by {day}.', { day: longDay(due_on) }),
        ]
    return {
      name,
      subject: t('Your request {number}', { number }),
      blocks: [
        t('We have your request. Its number is {number}.', { number }),
        ...next,
        nominee &&
          t(
            'You ask for another person. Please answer this email with proof that you are the one they named, and why they cannot ask themselves.',
          ),
        ...contactLines(sender, who),
      ],
    }
  },
)

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
export const requestAnswerEmail = email<Answered>(
  ({ who, name, request_no: number, refused, answer, file, erased_on }, sender) => {
    const { t, longDay, storeUrl } = sender
    return {
      name,
      subject: t('Answer to your request {number}', { number }),
      blocks: [
        refused
          ? t('We cannot do what you asked for in request {number}. The reason:', { number })
          : t('This is our answer to your request {number}:', { number }),
        answer,
        ...(file
          ? [
              namedButton(`${storeUrl}/privacy/request?file=${file}`, t('Download your data')),
              t('The link works for {days} days. Share it with nobody.', { days: FILE_DAYS }),
            ]
          : []),
        erased_on && t('The account is hidden from now on. After {day} it is deleted.', { day: longDay(erased_on) }),
        ...contactLines(sender, who),
      ],
    }
  },
)

type Erased = { who: Answerer; request_no: string; retained: readonly Retained[] }

/** Says that a person was erased, and lists what stays. The address is in no table any more. */
export const erasedEmail = email<Erased>(({ who, request_no: number, retained }, sender) => {
  const { t } = sender
  return {
    name: null,
    subject: t('Your data is deleted'),
    blocks: [
      t('The account and everything in it is deleted, as asked for in request {number}.', { number }),
      t('This stays, because the law asks for it:'),
      ...retainedLines(sender, retained),
      ...contactLines(sender, who),
    ],
  }
})
