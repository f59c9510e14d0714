import type { OwnGroup } from 'contract/groups/groups'
import { DAY_MS } from 'contract/indian-time'
import type { z } from 'zod'
import type { Db } from '../../context.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { SOLD_TERMS } from '../courses/courses.sql.ts'
import { ENROLMENTS, PRESENT_ENROLMENTS } from '../enrolments/enrolments.sql.ts'
import { presentId } from './move-group.queries.ts'

/** `full`: Telegram lets them into no more groups. `administrator`: only people may remove them. `barred`: found so, without a word of who did it. */
export type MemberProblem = 'full' | 'administrator' | 'barred'

export type Member = {
  id: number
  user_id: number
  chat_id: number
  /** The bot that made the link; null once Telegram ended it. */
  bot_id: number | null
  invite_link: string
  /** The link before it, which may have been opened already. */
  former_link: string | null
  telegram_id: number | null
  /** `out`: removed by the shop. `barred`: by the hand of an administrator of the group. */
  state: 'invited' | 'asked' | 'in' | 'left' | 'out' | 'barred'
  problem: MemberProblem | null
  /** Nothing is tried again before. */
  again_at: string | Date | null
}
const MEMBER = [
  'id',
  'user_id',
  'chat_id',
  'bot_id',
  'invite_link',
  'former_link',
  'telegram_id',
  'state',
  'problem',
  'again_at',
]

/** Courses with a group, as `course_id`, `name`, `chat_id` and `title`. A course may name an id that the group had. */
const GROUPED = `(select c.course_id, c.name, c.chat_id, coalesce(t.title, c.title) as title from (
    select course_id, name, ${presentId(`("group"->>'chat_id')::bigint`)} as chat_id, "group"->>'title' as title from ${SOLD_TERMS} s where "group" is not null
  ) c left join telegram_groups t on t.chat_id = c.chat_id)`

const opens = (user: string, chat: string) =>
  `exists (select from ${PRESENT_ENROLMENTS} e join ${GROUPED} g on g.course_id = e.course_id where e.user_id = ${user} and g.chat_id = ${chat})`

/** Members who are in a group that no course of theirs opens. */
const staysIn = `m.state = 'in' and not ${opens('m.user_id', 'm.chat_id')}`

/** Groups of a course, and those that hold somebody of the shop. */
const isInUse = (chat: string) => `(exists (select from ${GROUPED} g where g.chat_id = ${chat})
  or exists (select from group_members m where m.chat_id = ${chat} and m.state in ('asked', 'in'))
  or exists (select from group_leavers l where l.chat_id = ${chat}))`

/** Lists the groups of a student's (`users.id`) present courses. `open`: they may ask to join. */
export async function findGroupsOf(db: Db, userId: number, now: Date) {
  const { rows } = await db.raw<{ rows: (z.output<typeof OwnGroup> & { chat_id: number })[] }>(
    `select g.course_id, g.name as course_name, g.title, g.chat_id, all_of.ends_at,
       case when m.state = 'asked' and m.problem = 'full' then 'full' when m.state in ('asked', 'in', 'barred') then m.state else 'open' end as state
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

/** Finds the member of a link, or of the one before it. */
export const findByLink = (db: Db, link: string): Promise<Member | undefined> =>
  db('group_members').where({ invite_link: link }).orWhere({ former_link: link }).first(MEMBER)

/** Finds the members of a group whose link, made by another bot, begins so. */
export const findByLinkStart = (db: Db, chatId: number, start: string, botId: number): Promise<Member[]> =>
  db('group_members')
    .where({ chat_id: chatId })
    .where((either) =>
      either
        .whereRaw('starts_with(invite_link, ?) and bot_id is distinct from ?', [start, botId])
        .orWhereRaw('starts_with(former_link, ?)', [start]),
    )
    .limit(2)
    .select(MEMBER)

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
  link: Pick<Member, 'user_id' | 'chat_id' | 'bot_id' | 'invite_link' | 'former_link'>,
  now: Date,
): Promise<void> {
  const fresh = { telegram_id: null, state: 'invited', problem: null, again_at: null, told_at: null }
  await db('group_members')
    .insert({ ...link, ...fresh, changed_at: now })
    .onConflict(['user_id', 'chat_id'])
    .merge()
}

/**
 * Lists members who wait for an answer, and those whose access ended; nobody of a group in which the bot cannot act, and nobody of a group that no course has any
 * more, for its owner only unset the field and says what becomes of who stays.
 */
export async function findToAct(db: Db, now: Date): Promise<number[]> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `select m.id from group_members m where (m.state = 'asked' or ${staysIn}
       and exists (select from ${GROUPED} g where g.chat_id = m.chat_id))
       and (m.again_at is null or m.again_at <= cast(:now as timestamptz))
       and not exists (select from telegram_groups t where t.chat_id = m.chat_id and t.problem is not null) order by m.id limit 500`,
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
  db('group_leavers')
    .whereRaw(
      'not exists (select from telegram_groups t where t.chat_id = group_leavers.chat_id and t.problem is not null)',
    )
    .limit(500)
    .select('chat_id', 'telegram_id')
export const forgetLeaver = (db: Db, leaver: Leaver) => db('group_leavers').where(leaver).delete()
export const noteLeaver = (db: Db, leaver: Leaver, problem: MemberProblem | null) =>
  db('group_leavers').where(leaver).update({ problem })

const LEAVER_DAYS = 30

/** Forgets accounts of erased people who cannot be removed: their ids are not kept longer. */
export async function forgetOldLeavers(db: Db, now: Date): Promise<void> {
  await db('group_leavers').whereNull('since').update({ since: now })
  await db('group_leavers')
    .where('since', '<', new Date(now.getTime() - LEAVER_DAYS * DAY_MS))
    .delete()
}

export type Group = { chat_id: number; title: string; problem: string | null; since: string }
/** Adds the ids that the group had, if the shop uses it, and how many stay in it without access. */
export type ListedGroup = Group & { former_ids: number[]; in_use: boolean; has_course: boolean; staying: number }

export async function findGroups(db: Db, now: Date): Promise<ListedGroup[]> {
  const { rows } = await db.raw<{ rows: ListedGroup[] }>(
    `select t.chat_id, t.title, t.problem, t.since, ${isInUse('t.chat_id')} as in_use,
       exists (select from ${GROUPED} g where g.chat_id = t.chat_id) as has_course,
       array(select former_id from telegram_former_ids f where f.chat_id = t.chat_id) as former_ids,
       (select count(*) from group_members m where m.chat_id = t.chat_id and ${staysIn})::int
         + (select count(*) from group_leavers l where l.chat_id = t.chat_id)::int as staying
     from telegram_groups t order by t.title, t.chat_id`,
    { now },
  )
  return rows
}

/** Lists students who are in a group without access to a course of it. */
export async function findStaying(db: Db, chatId: number, now: Date) {
  const { rows } = await db.raw<{ rows: { id: number; user_id: string; name: string | null }[] }>(
    `select m.id, u.user_id, u.name from group_members m join ${ACCOUNTS} u on u.id = m.user_id
     where m.chat_id = ${presentId('cast(:chatId as bigint)')} and ${staysIn} order by u.name, m.id limit 500`,
    { chatId, now },
  )
  return rows
}

/** Has the shop count people as out who stay in a group by its owner's will. */
export async function leaveIn(db: Db, chatId: number, now: Date): Promise<void> {
  await db.raw(
    `update group_members m set state = 'left', problem = null, changed_at = :now where m.chat_id = cast(:chatId as bigint) and ${staysIn}`,
    { chatId, now },
  )
  await db('group_leavers').where({ chat_id: chatId }).delete()
}

/** Lists people whom the bot cannot remove, and for two weeks those with access who were found barred. */
export async function findStuck(db: Db, now: Date) {
  const { rows } = await db.raw<{
    rows: { name: string | null; title: string; problem: MemberProblem; since: string }[]
  }>(
    `select u.name, coalesce(t.title, '') as title, m.problem, m.changed_at as since from group_members m
       join ${ACCOUNTS} u on u.id = m.user_id left join telegram_groups t on t.chat_id = m.chat_id
     where m.problem = 'administrator'
       or m.problem = 'barred' and m.changed_at > cast(:now as timestamptz) - interval '14 days' and ${opens('m.user_id', 'm.chat_id')}
     union all select null, coalesce(t.title, ''), l.problem, coalesce(l.since, :now) from group_leavers l left join telegram_groups t on t.chat_id = l.chat_id
     where l.problem is not null order by since limit 100`,
    { now },
  )
  return rows
}

/** Groups of strangers that are listed: anybody may add the bot to a group of their own. */
const UNUSED_GROUPS = 20

/** Notes a group of the bot with its problem; null ends one. Of groups that the shop does not use, the newest are kept. */
export async function noteGroup(db: Db, group: Omit<Group, 'since'>, now: Date): Promise<void> {
  await db('telegram_groups')
    .insert({ ...group, title: group.title.slice(0, 128), since: now })
    .onConflict('chat_id')
    .merge(['title', 'problem', 'since'])
  await db.raw(
    `delete from telegram_groups where chat_id in (
       select t.chat_id from telegram_groups t where not ${isInUse('t.chat_id')} order by t.problem is null desc, t.since desc, t.chat_id offset ${UNUSED_GROUPS})`,
  )
}

/** Notes the problem of a group, also of a course's group that groups of strangers displaced; null ends one. */
export async function noteProblem(db: Db, chat_id: number, problem: string | null, now: Date): Promise<void> {
  await db.raw(
    `insert into telegram_groups (chat_id, title, problem, since)
       select g.chat_id, coalesce(g.title, ''), null, :now from ${GROUPED} g where g.chat_id = cast(:chat_id as bigint) limit 1 on conflict do nothing`,
    { chat_id, now },
  )
  await db('telegram_groups')
    .where({ chat_id })
    .whereRaw('problem is distinct from ?', [problem])
    .update({ problem, since: now })
}

export type BotRow = {
  token_sealed: string
  secret_sealed: string
  bot_id: number
  username: string
  /** Where its updates were last sent to; null for a bot of an earlier version. */
  webhook_url: string | null
  paused_until: string | null
  problem: string | null
  since: string | null
}
export const botRows = (db: Db) => () => db<BotRow>('telegram_config')
export const findBot = (db: Db): Promise<BotRow | undefined> => botRows(db)().first()
export async function saveBot(trx: Db, row: Partial<BotRow> | undefined): Promise<void> {
  await trx('telegram_config').delete()
  if (row) await trx('telegram_config').insert(row)
}
export const updateBot = (db: Db, changes: Partial<BotRow>) => db('telegram_config').update(changes)
export const pauseBot = (db: Db, until: Date) => db('telegram_config').update({ paused_until: until })
export const noteBotProblem = (db: Db, problem: string | null, now: Date) =>
  db('telegram_config')
    .whereRaw('problem is distinct from ?', [problem])
    .update({ problem, since: problem && now })
