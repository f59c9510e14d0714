import type { Db } from '../../context.ts'

/** For statements: the id of a group today, for one that it has or had. */
export const presentId = (chat: string) =>
  `coalesce((select former.chat_id from telegram_former_ids former where former.former_id = ${chat}), ${chat})`

/**
 * Follows a group to its new id: its row, members and leavers move, and courses find it by the former id. Telegram ends the links of the former group, so an
 * unused one is made anew on request. Repeats change nothing.
 */
export async function moveGroup(trx: Db, { from, to }: { from: number; to: number }, now: Date): Promise<void> {
  const ids = { from, to, now }
  // Both may be known: an update of the new group can arrive before the word of the move.
  const statements = [
    `insert into telegram_former_ids (former_id, chat_id) values (:from, :to) on conflict (former_id) do update set chat_id = excluded.chat_id`,
    `update telegram_former_ids set chat_id = :to where chat_id = :from`,
    `insert into telegram_groups (chat_id, title, problem, since) select :to, title, null, :now from telegram_groups where chat_id = :from on conflict do nothing`,
    `delete from telegram_groups where chat_id = :from`,
    `delete from group_members m using group_members other where m.user_id = other.user_id
       and m.chat_id in (:from, :to) and other.chat_id in (:from, :to) and (m.changed_at, m.id) < (other.changed_at, other.id)`,
    `update group_members set chat_id = :to, bot_id = case when state = 'invited' then null else bot_id end where chat_id = :from`,
    `insert into group_leavers (chat_id, telegram_id, since) select :to, telegram_id, since from group_leavers where chat_id = :from on conflict do nothing`,
    `delete from group_leavers where chat_id = :from`,
  ]
  for (const statement of statements) await trx.raw(statement, ids)
}
