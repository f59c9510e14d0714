import type { Db } from '../../context.ts'

/** Turns a student's reminders on or off (`users.id`). */
export async function setReminders(db: Db, id: number, reminders: boolean): Promise<void> {
  await db('users').where({ id }).whereNull('deleted_at').whereNot({ reminders }).update({ reminders })
}

/** Turns off the reminders to which a letter's token belongs; false for a token of nobody. */
export async function endReminders(db: Db, token: string): Promise<boolean> {
  if (!/^[0-9a-f]{32}$/.test(token)) return false
  return (await db('users').where({ reminder_token: token }).update({ reminders: false })) > 0
}

/** Returns the address that turns a student's reminders off, and the headers by which a mail program does so (RFC 8058). */
export function reminderEnd(storeUrl: string, token: string): { end: string; headers: Record<string, string> } {
  const end = `${storeUrl}/unsubscribe?t=${token}&for=reminders`
  const headers = { 'List-Unsubscribe': `<${end}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  return { end, headers }
}
