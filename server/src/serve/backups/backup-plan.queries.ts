import type { BackupPlan } from 'contract/backups'
import type { Db } from '../../context.ts'

/** The nightly backup; `since` is when it was turned on. Undefined while it is off. */
export async function findPlan(db: Db): Promise<(BackupPlan & { since: string }) | undefined> {
  return db('backup_plan').first('folder', 'keep', 'since')
}

export async function savePlan(trx: Db, plan: BackupPlan | null, now: string): Promise<void> {
  if (!plan) await trx('backup_plan').delete()
  else
    await trx('backup_plan')
      .insert({ ...plan, since: now })
      .onConflict('one')
      .merge(['folder', 'keep'])
}

/** Claims a night for one instance; false when its backup was begun before. */
export async function claimNight(db: Db, day: string): Promise<boolean> {
  const claimed = await db('backup_plan')
    .whereRaw('last_night is distinct from ?', [day])
    .update({ last_night: day })
    .returning('keep')
  return claimed.length > 0
}
