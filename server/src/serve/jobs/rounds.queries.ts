import type { Db } from '../../context.ts'

/** Notes that a job has come to the end of a round. */
export async function noteRound(db: Db, name: string, ended_at: string): Promise<void> {
  await db('job_rounds').insert({ name, ended_at }).onConflict('name').merge()
}

/** When a job came to the end of a round last. */
export async function findRound(db: Db, name: string): Promise<string | undefined> {
  const row: { ended_at: string } | undefined = await db('job_rounds').where({ name }).first('ended_at')
  return row?.ended_at
}
