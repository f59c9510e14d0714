import { z } from 'zod'
import { OwnData } from '../account.ts'
import { DAY, HOUR, limit, QUARTER } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { Email, listWindow, Message, Moment, nameText, optionalText, TypedPassword, text } from '../fields.ts'
import { codeLimits, typedCode } from '../mailed-codes.ts'

export const REQUEST_KINDS = ['access', 'correction', 'erasure', 'grievance', 'nomination'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

/** Days until the shop answers; the law wants a complaint answered within 90. */
export const AIM_DAYS: Record<RequestKind, number> = {
  access: 30,
  correction: 30,
  erasure: 30,
  grievance: 7,
  nomination: 30,
}

/** Days for which an erasure can be taken back. */
export const BACK_DAYS = 7
/** Days for which the link to the file works. */
export const FILE_DAYS = 7

const STATUSES = ['open', 'hidden', 'done', 'refused', 'taken_back', 'ended'] as const

const Nominee = z.object({
  name: nameText(2, 100, 'Name must be at least 2 characters'),
  email: Email,
  relation: text(2, 60, 'Please say how you are related'),
})
export type Nominee = z.output<typeof Nominee>

const requestFields = {
  kind: z.enum(REQUEST_KINDS, { error: 'Please choose what you want' }),
  note: optionalText(2000),
  /** With `correction`: the name as it should be. */
  new_name: nameText(2, 100, 'Name must be at least 2 characters').optional(),
  /** With `nomination`. */
  nominee: Nominee.optional(),
  /** The email of the person who named the caller. */
  nominee_of: Email.optional(),
}

type Fields = { kind: RequestKind; note: string | null; new_name?: string | undefined; nominee?: Nominee | undefined }

/** Names what a kind still lacks. */
function checkFields({
  value,
  issues,
}: {
  value: Fields & { nominee_of?: string | undefined }
  issues: z.core.$ZodRawIssue[]
}) {
  const refuse = (field: string, message: string) => {
    issues.push({ code: 'custom', input: value, path: [field], message })
  }
  const { kind, note, new_name, nominee, nominee_of } = value
  if (kind === 'grievance' && !note) refuse('note', 'Please write what it is about')
  if (kind === 'correction' && !note && !new_name) refuse('note', 'Please write what it is about')
  if (kind === 'nomination' && !nominee) refuse('nominee', 'Please name a person')
  if (kind === 'nomination' && nominee_of) refuse('nominee_of', 'Please choose what you want')
}

/** A thing that stays after an erasure, and until when; null: nothing of it. */
export const Retained = z.object({
  reason: z.enum(['papers', 'ledger', 'logs']),
  count: z.number().int().nullable(),
  /** The last day on which the law wants these records stored. */
  until: z.string(),
})
export type Retained = z.output<typeof Retained>

export const PrivacyRequest = z.object({
  request_no: z.string(),
  kind: z.enum(REQUEST_KINDS),
  status: z.enum(STATUSES),
  created_at: Moment,
  due_on: z.string(),
  /** When a hidden account is deleted. */
  erase_at: Moment.nullable(),
  answer: z.string().nullable(),
})
export type PrivacyRequest = z.output<typeof PrivacyRequest>

const Stored = PrivacyRequest.extend({
  /** With `erasure` of one's own. */
  retained: z.array(Retained).optional(),
})
export type StoredRequest = z.output<typeof Stored>

/** A request as the owner sees it. Names and words are null once the person was erased. */
export const DeskRequest = PrivacyRequest.extend({
  request_id: z.string(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  /** The account that it is about; null without one. */
  user_id: z.string().nullable(),
  /** The email of the person for whom a nominee asks; `named` if that person named them. */
  nominee_of: z.object({ email: z.string(), named: z.boolean(), relation: z.string().nullable() }).nullable(),
  note: z.string().nullable(),
  /** With a correction of the name. */
  compare: z.object({ old: z.string(), new: z.string() }).nullable(),
  answered_at: Moment.nullable(),
  answered_by: z.string().nullable(),
  /** An answer to begin with, in the language of who asks: of an open request for their data, whose file is ready. */
  proposed_answer: z.string().nullable(),
})
export type DeskRequest = z.output<typeof DeskRequest>

const token = z.object({ token: text(1, 100, 'This link has expired or was used already') })

/** Requests of people about their own data: the rights of the data protection law. */
export const privacy = {
  /** Always 200, with the same words and work for a known and an unknown address. Only the browser with the challenge can use the code. */
  sendCode: defineCall({
    method: 'POST',
    path: '/privacy/code',
    access: 'public',
    summary: 'Email a code that proves who asks',
    cost: 'mail',
    limits: codeLimits('privacy_code'),
    account: 'address',
  })
    .input(z.object({ email: Email }))
    .output(z.object({ challenge: z.string() })),

  /**
   * Makes a request by a code, once. An own erasure hides the account at once, and can be taken back for 7 days; a nominee's waits for the
   * owner, whoever they name. 401 `invalid_credentials` for a wrong code.
   */
  ask: defineCall({
    method: 'POST',
    path: '/privacy/requests',
    access: 'public',
    summary: 'Ask about own data by a code',
    cost: 'mail',
    status: 201,
    limits: [limit('privacy_tries', 'client', 60, QUARTER)],
    codes: ['invalid_credentials'],
  })
    .input(z.object({ ...requestFields, ...typedCode }).check(checkFields))
    .output(Stored),

  /** Ends the waiting time of an erasure by the link of its email: the account is as before. 422 `link_expired`. */
  takeBack: defineCall({
    method: 'POST',
    path: '/privacy/take_back',
    access: 'public',
    summary: 'Take an erasure back',
    limits: [limit('privacy_link', 'client', 60, QUARTER)],
    codes: ['link_expired'],
  })
    .input(token)
    .output(Message),

  /** The file of a request for access by the link of its email, for 7 days. 422 `link_expired`. */
  file: defineCall({
    method: 'POST',
    path: '/privacy/file',
    access: 'public',
    summary: 'Download own data by an emailed link',
    cost: 'export',
    limits: [limit('privacy_link', 'client', 60, QUARTER)],
    codes: ['link_expired'],
  })
    .input(token)
    .output(OwnData),

  /** The student's requests, newest first, whom they named, and what would stay after an erasure. */
  own: defineCall({
    method: 'GET',
    path: '/user/requests',
    access: 'user',
    inView: true,
    summary: 'My requests about my data',
  }).output(z.object({ requests: z.array(PrivacyRequest), nominee: Nominee.nullable(), retained: z.array(Retained) })),

  /**
   * As `ask`, for a logged-in student. An own erasure takes the password, as `delete_account` does: 422 `wrong_password`. An equal open request
   * is answered once more.
   */
  askOwn: defineCall({
    method: 'POST',
    path: '/user/requests',
    access: 'user',
    summary: 'Ask about my own data',
    cost: 'hash',
    status: 201,
    limits: [limit('privacy_request', 'caller', 20, DAY)],
    codes: ['wrong_password'],
  })
    .input(z.object({ ...requestFields, current_password: TypedPassword.optional() }).check(checkFields))
    .output(Stored),

  dropNominee: defineCall({
    method: 'DELETE',
    path: '/user/nominee',
    access: 'user',
    summary: 'Name nobody any more',
  }).output(Message),

  /** Open ones by their due date, then the others, the newest first. */
  list: defineCall({
    method: 'GET',
    path: '/admin/requests',
    access: 'admin',
    summary: 'Requests of people about their data',
  })
    .input(
      z.object({
        ...listWindow,
        show: z.enum(['open', 'ended'], { error: 'Must be open or ended' }).optional(),
        kind: z.enum(REQUEST_KINDS, { error: 'Please choose what you want' }).optional(),
      }),
    )
    .output(
      z.object({
        requests: z.array(DeskRequest),
        total: z.number().int(),
        /** `due`: overdue, or due by tomorrow. */
        counts: z.object({
          open: z.number().int(),
          due: z.number().int(),
          answered_this_year: z.number().int(),
          /** Average days to the answer; null before the first. */
          days: z.number().nullable(),
        }),
      }),
    ),

  /**
   * Answers a request by email and closes it. `apply` does what it asks at the same time: the corrected name, the erasure for a nominee; an
   * answered access has the link of the file. 404; 409 `conflict` once it is closed, or where there is nothing to apply.
   */
  decide: defineCall({
    method: 'PUT',
    path: '/admin/requests/{request_id}',
    access: 'admin',
    input: 'detailed',
    summary: 'Answer a request',
    confirm: 'caller',
    cost: 'mail',
    limits: [limit('privacy_answer', 'caller', 300, HOUR)],
    codes: ['not_found', 'conflict'],
  })
    .input(
      z.object({
        params: z.object({ request_id: z.string().regex(/^\d{1,15}$/, { error: 'Must be a request' }) }),
        body: z.object({
          outcome: z.enum(['done', 'refused'], { error: 'Must be done or refused' }),
          answer: text(2, 4000, 'Please write an answer'),
          apply: z.boolean({ error: 'Must be true or false' }).default(false),
        }),
      }),
    )
    .output(DeskRequest),
}
