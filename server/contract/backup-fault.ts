import { DAY_MS } from './indian-time.ts'

type LastBackup = { last_at: string | null; ok: boolean | null }

/** Says what is wrong with the backups; undefined while the last good one is of the last two days. */
export function backupFault({ last_at, ok }: LastBackup, now: Date): 'never' | 'failed' | 'old' | undefined {
  if (ok === false) return 'failed'
  if (last_at === null) return 'never'
  return now.getTime() - Date.parse(last_at) > 2 * DAY_MS ? 'old' : undefined
}
