import type { Db } from '../../context.ts'

/** Notes the end of a job's round, and its result where it has one. */
export async function noteRound(db: Db, name: string, ended_at: string, result: string | null = null): Promise<void> {
  await db('job_rounds').insert({ name, ended_at, result }).onConflict('name').merge()
}

/** Finds the result of a job's last round. */
export async function findRoundResult(db: Db, name: string): Promise<string | null> {
  const row: { result: string | null } | undefined = await db('job_rounds').where({ name }).first('result')
  return row?.result ?? null
}

/** Finds the end of a job's last round. */
export async function findRound(db: Db, name: string): Promise<string | undefined> {
  const row: { ended_at: string } | undefined = await db('job_rounds').where({ name }).first('ended_at')
  return row?.ended_at
}
