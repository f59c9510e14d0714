import type { Db } from '../../context.ts'

/** Claims a job's mail: `ours` to send, `sent` before, or `busy` in another process. */
export async function takeMail(
  db: Db,
  { jobId, now, until }: { jobId: string; now: string; until: string },
): Promise<'ours' | 'sent' | 'busy'> {
  const { rows } = await db.raw<{ rows: { job_id: string }[] }>(
    `insert into mails_sent (job_id, taken_until) values (:jobId, :until)
     on conflict (job_id) do update set taken_until = excluded.taken_until
     where mails_sent.sent_at is null and mails_sent.taken_until <= :now
     returning job_id`,
    { jobId, now, until },
  )
  if (rows.length > 0) return 'ours'
  const known = await db('mails_sent').where({ job_id: jobId }).first('sent_at')
  return known?.sent_at ? 'sent' : 'busy'
}

export async function markSent(db: Db, jobId: string, now: string): Promise<void> {
  await db('mails_sent').where({ job_id: jobId }).update({ sent_at: now })
}

/** The mail server did not take it: the next try may begin at once. */
export async function giveMailBack(db: Db, jobId: string, now: string): Promise<void> {
  await db('mails_sent').where({ job_id: jobId, sent_at: null }).update({ taken_until: now })
}

/** Forgets the mails that were taken before this instant. */
export async function forgetMails(db: Db, before: Date): Promise<void> {
  await db('mails_sent').where('taken_until', '<', before.toISOString()).delete()
}
