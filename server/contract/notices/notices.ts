import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { Moment, text } from '../fields.ts'

/** Uses of personal data, in the order of the notice. The first four hold for every shop, the others where they are switched on. */
export const NoticeUse = z.enum([
  'account',
  'orders',
  'learning',
  'help',
  'news_email',
  'whatsapp',
  'ads',
  'checkout_questions',
  'tools',
  'children',
])
export type NoticeUse = z.output<typeof NoticeUse>

/** A line of the notice: which data, for which purpose, and what they enable. */
const NoticeLine = z.object({
  data: text(1, 300, 'Data are required'),
  purpose: text(1, 300, 'Purpose is required'),
  enables: text(1, 300, 'Write what it enables'),
})
export type NoticeLine = z.output<typeof NoticeLine>

export const MOST_LINES = 30

const NoticeText = z.object({
  lead: text(1, 600, 'Introduction is required'),
  lines: z
    .array(NoticeLine, { error: 'Must be a list of lines' })
    .min(1, { error: 'Add at least one line' })
    .max(MOST_LINES, { error: `At most ${MOST_LINES} lines` }),
})
export type NoticeText = z.output<typeof NoticeText>

/** The notice in every language of the store. */
export const NoticeTexts = z.object({ en: NoticeText, hi: NoticeText, mr: NoticeText })
export type NoticeTexts = z.output<typeof NoticeTexts>

/** The notice as its owner edits it. */
const OwnerNotice = z.object({
  version: z.number().int(),
  /** Null while nobody agreed under it. */
  published_at: Moment.nullable(),
  /** False for a text that the shop prepared. */
  own: z.boolean(),
  texts: NoticeTexts,
  /** The text that the shop prepares from what is switched on now. */
  prepared: NoticeTexts,
  /** Uses that were switched on after this version was written. */
  missing: z.array(NoticeUse),
  /** Stored versions, newest first. */
  versions: z.array(z.object({ version: z.number().int(), published_at: Moment, own: z.boolean() })),
})
export type OwnerNotice = z.output<typeof OwnerNotice>

const AFTER = 'Must be the version that you read'

export const notices = {
  get: defineCall({
    method: 'GET',
    path: '/admin/notice',
    access: 'admin',
    summary: 'Privacy notice with its versions',
  }).output(OwnerNotice),

  /** 409 `edit_conflict` with the present notice when `after` is not its version. Earlier versions stay readable. */
  publish: defineCall({
    method: 'POST',
    path: '/admin/notice',
    access: 'admin',
    confirm: { without: 'a text of the shop, whose earlier versions stay' },
    summary: 'Publish a version of the privacy notice',
    codes: ['edit_conflict'],
  })
    .input(z.object({ after: z.number({ error: AFTER }).int({ error: AFTER }), texts: NoticeTexts }))
    .output(OwnerNotice),
}
