import { z } from 'zod'
import { limit, MINUTE } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { CourseId, Message, Moment } from '../fields.ts'
import { ofPerson } from '../persons.ts'

/** The shop's bot, and the groups that it is or was in. */
export const TelegramBot = z.object({
  /** Null without a bot. */
  username: z.string().nullable(),
  /** Why the bot hears nothing, as when another program gets its messages. */
  problem: z.string().nullable(),
  groups: z.array(
    z.object({
      chat_id: z.number(),
      /** The ids that the group had; a course may still name one. */
      former_ids: z.array(z.number()),
      title: z.string(),
      problem: z.string().nullable(),
      /** It has a course, or members by this shop. Others may be of strangers, who can add the bot to any group. */
      in_use: z.boolean(),
      has_course: z.boolean(),
      /** People who are in it without access to a course of it. */
      staying: z.number().int(),
    }),
  ),
})

const TOKEN = 'Must be the token of a bot, such as 123456789:ABC…'

export const TelegramInput = z.object({
  /** Null disconnects the bot. */
  token: z
    .string({ error: TOKEN })
    .trim()
    .regex(/^\d{5,20}:[\w-]{20,100}$/, { error: TOKEN })
    .nullable(),
})

const GroupId = z.number({ error: 'Must be the id of a group' }).int({ error: 'Must be the id of a group' })

/**
 * A group of a course of the student. `open`: they may ask to join. `full`: Telegram lets them into no more groups, and the request waits. `barred`: an
 * administrator of the group removed them.
 */
export const OwnGroup = z.object({
  course_id: z.string(),
  course_name: z.string(),
  title: z.string(),
  state: z.enum(['open', 'asked', 'full', 'in', 'barred']),
  ends_at: Moment.nullable(),
})

export const groups = {
  get: defineCall({
    method: 'GET',
    path: '/admin/telegram',
    access: 'admin',
    roles: ['editor', 'finance'],
    summary: 'Telegram bot and its groups',
  }).output(TelegramBot),

  /** Seals the token once Telegram accepted it, and has its events sent here. 422 for a token that Telegram refuses. */
  save: defineCall({
    method: 'PUT',
    path: '/admin/telegram',
    access: 'admin',
    confirm: 'caller',
    summary: 'Connect a Telegram bot',
    cost: 'ask',
    codes: ['gateway_error'],
  })
    .input(TelegramInput)
    .output(TelegramBot),

  /** Asks Telegram for the bot and its rights in each group. 404 without a bot. */
  test: defineCall({
    method: 'POST',
    path: '/admin/telegram/test',
    access: 'admin',
    summary: 'Test the Telegram bot',
    cost: 'ask',
    limits: [limit('telegram_test', 'caller', 60, 10 * MINUTE)],
    confirm: { without: 'reads or checks' },
    codes: ['not_found', 'gateway_error'],
  }).output(Message.extend({ ok: z.boolean() })),

  /** Lists who is in a group without access to a course of it, at most 500. */
  staying: defineCall({
    method: 'GET',
    path: '/admin/telegram/staying',
    access: 'admin',
    summary: 'People in a group without access',
  })
    .input(z.object({ chat_id: z.coerce.number().pipe(GroupId) }))
    .output(z.array(z.object({ user_id: z.string(), name: ofPerson(z.string().nullable()) }))),

  /** Removes who is in a group without access to a course of it, or lets them stay: the shop then counts them as out. 404 without a bot. */
  settle: defineCall({
    method: 'POST',
    path: '/admin/telegram/staying',
    access: 'admin',
    summary: 'Remove people without access from a group',
    confirm: { without: 'who has access again joins again' },
    codes: ['not_found'],
  })
    .input(z.object({ chat_id: GroupId, people: z.enum(['remove', 'leave']) }))
    .output(Message),

  /** Telegram's updates, known by the secret that the bot's webhook was set with. 200 for each of them; 401 else. */
  webhook: defineCall({
    method: 'POST',
    path: '/webhooks/telegram',
    access: 'public',
    body: 'raw',
    summary: 'Events of Telegram',
    bounded: 'events take turns, and what does not have the secret is not stored',
    codes: ['invalid_signature'],
  }).output(Message),

  mine: defineCall({
    method: 'GET',
    path: '/user/groups',
    access: 'user',
    inView: true,
    summary: 'Groups of own courses',
  }).output(z.array(OwnGroup)),

  /** Answers the student's own link to the group of a course: the first account that asks by it is let in, and no other. 404 without access or a group; 409 for one whom an administrator of the group barred. */
  join: defineCall({
    method: 'POST',
    path: '/user/groups',
    access: 'user',
    summary: 'Link to the group of a course',
    cost: 'ask',
    limits: [limit('group_link', 'caller', 20, 10 * MINUTE)],
    codes: ['not_found', 'conflict', 'gateway_error'],
  })
    .input(z.object({ course_id: CourseId }))
    .output(z.object({ invite_link: z.string() })),
}
