import type { OwnGroup } from 'contract/groups/groups'
import type { z } from 'zod'
import type { Db } from '../../context.ts'
import { SOLD_TERMS } from '../courses/courses.sql.ts'
import { ENROLMENTS, PRESENT_ENROLMENTS } from '../enrolments/enrolments.sql.ts'

export type Member = {
  id: number
  user_id: number
  chat_id: number
  invite_link: string
  telegram_id: number | null
  state: 'invited' | 'asked' | 'in' | 'left' | 'out'
}
const MEMBER = ['id', 'user_id', 'chat_id', 'invite_link', 'telegram_id', 'state']

/** Courses with a group, as `course_id`, `name`, `chat_id` and `title`. */
const GROUPED = `(select c.course_id, c.name, (c.group->>'chat_id')::bigint as chat_id, c.group->>'title' as title from ${SOLD_TERMS} c where c.group is not null)`

const opens = (user: string, chat: string) =>
  `exists (select from ${PRESENT_ENROLMENTS} e join ${GROUPED} g on g.course_id = e.course_id where e.user_id = ${user} and g.chat_id = ${chat})`

/** Lists the groups of a student's (`users.id`) present courses. `open`: they may ask to join. */
export async function findGroupsOf(db: Db, userId: number, now: Date) {
  const { rows } = await db.raw<{ rows: (z.output<typeof OwnGroup> & { chat_id: number })[] }>(
    `select g.course_id, g.name as course_name, g.title, g.chat_id, all_of.ends_at,
       case when m.state in ('asked', 'in') then m.state else 'open' end as state
     from ${PRESENT_ENROLMENTS} e join ${GROUPED} g on g.course_id = e.course_id
     join ${ENROLMENTS} all_of on all_of.user_id = e.user_id and all_of.course_id = e.course_id
     left join group_members m on m.user_id = e.user_id and m.chat_id = g.chat_id
     where e.user_id = :userId order by g.name, g.course_id`,
    { userId, now },
  )
  return rows
}

export async function mayEnter(db: Db, { user_id, chat_id }: Member, now: Date): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { may: boolean }[] }>(
    `select ${opens('cast(:user_id as bigint)', 'cast(:chat_id as bigint)')} as may`,
    { user_id, chat_id, now },
  )
  return rows[0]?.may === true
}

export const findMember = (db: Db, where: Partial<Member>): Promise<Member | undefined> =>
  db('group_members').where(where).first(MEMBER)

export async function updateMember(
  db: Db,
  where: Partial<Member>,
  changes: Partial<Member>,
  now: Date,
): Promise<number> {
  return db('group_members')
    .where(where)
    .update({ ...changes, changed_at: now })
}

/** Stores a new link of a student to a group: the account of an earlier one counts no more. */
export async function saveLink(
  db: Db,
  link: Pick<Member, 'user_id' | 'chat_id' | 'invite_link'>,
  now: Date,
): Promise<void> {
  const row = { ...link, telegram_id: null, state: 'invited', told_at: null, changed_at: now }
  await db('group_members').insert(row).onConflict(['user_id', 'chat_id']).merge()
}

/**
 * Lists members who wait for an answer, and those whose access ended; nobody of a group that no course has any more, for its owner only unset
 * the field.
 */
export async function findToAct(db: Db, now: Date): Promise<number[]> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `select m.id from group_members m where m.state = 'asked' or m.state = 'in' and not ${opens('m.user_id', 'm.chat_id')}
       and exists (select from ${GROUPED} g where g.chat_id = m.chat_id) order by m.id limit 500`,
    { now },
  )
  return rows.map(({ id }) => id)
}

/** Takes members whose access ends within three days and without a notice; returns whom to write to. */
export async function takeEnding(trx: Db, now: Date): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { id: number }[] }>(
    `update group_members m set told_at = :now where state = 'in' and told_at is null and ${opens('m.user_id', 'm.chat_id')} and not exists (
       select from ${ENROLMENTS} e join ${GROUPED} g on g.course_id = e.course_id where e.user_id = m.user_id and g.chat_id = m.chat_id
         and (e.ends_at is null or e.ends_at > cast(:now as timestamptz) + interval '3 days')) returning m.id`,
    { now },
  )
  return rows.map(({ id }) => id)
}

/** Finds whom the notice of an end is for; undefined once there is no end ahead. */
export async function findEnding(db: Db, id: number, now: Date) {
  const { rows } = await db.raw<{
    rows: { user_id: number; title: string; course_name: string; ends_at: string | null }[]
  }>(
    `select m.user_id, g.title, g.name as course_name, e.ends_at from group_members m
     join ${GROUPED} g on g.chat_id = m.chat_id join ${ENROLMENTS} e on e.user_id = m.user_id and e.course_id = g.course_id
     where m.id = :id and m.state = 'in' order by e.ends_at desc nulls first limit 1`,
    { id },
  )
  const [row] = rows
  return row?.ends_at && new Date(row.ends_at) > now ? { ...row, ends_at: row.ends_at } : undefined
}

export type Leaver = { chat_id: number; telegram_id: number }
export const findLeavers = (db: Db): Promise<Leaver[]> =>
  db('group_leavers').limit(500).select('chat_id', 'telegram_id')
export const forgetLeaver = (db: Db, leaver: Leaver) => db('group_leavers').where(leaver).delete()

export type Group = { chat_id: number; title: string; problem: string | null; since: string }
export const findGroups = (db: Db): Promise<Group[]> =>
  db('telegram_groups').orderBy('title').select('chat_id', 'title', 'problem', 'since')

/** Notes a group of the bot with its problem; null ends one. */
export async function noteGroup(db: Db, group: Omit<Group, 'since'>, now: Date): Promise<void> {
  await db('telegram_groups')
    .insert({ ...group, since: now })
    .onConflict('chat_id')
    .merge(['title', 'problem', 'since'])
}

export const noteProblem = (db: Db, chat_id: number, problem: string | null, now: Date) =>
  db('telegram_groups')
    .where({ chat_id })
    .whereRaw('problem is distinct from ?', [problem])
    .update({ problem, since: now })

export type BotRow = { token_sealed: string; secret_sealed: string; bot_id: number; username: string }
export const botRows = (db: Db) => () => db<BotRow>('telegram_config')
export const findBot = (db: Db): Promise<BotRow | undefined> => botRows(db)().first()
export async function saveBot(trx: Db, row: BotRow | undefined): Promise<void> {
  await trx('telegram_config').delete()
  if (row) await trx('telegram_config').insert(row)
}
