import { commandLine } from '../../config.ts'
import { databaseAway, firstFailure } from '../../platform/db/database-away.ts'
import type { Manifest } from './backup/archive-format.ts'

/** Summarises a backup for a person: the most important tables, and the library. */
export function backupSummary({ tables, media }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const of = (name: string) => tables.find((table) => table.schema === 'public' && table.name === name)?.rows ?? 0
  const parts = ['users', 'courses', 'orders', 'enrolments'].map((name) => `${of(name)} ${name}`)
  return `${parts.join(', ')}; ${rows} rows in ${tables.length} tables, ${media.files} files of ${(media.bytes / 1e6).toFixed(1)} MB`
}

/** Converts a finished backup to its recorded outcome. Missing files make it no good one. */
export function backupOutcome({ bytes, manifest }: { bytes: number; manifest: Manifest }, { inBucket = false } = {}) {
  const apart = [...(manifest.library ?? []), ...(manifest.papers ?? [])].reduce((all, entry) => all + entry.bytes, 0)
  const { missing_count } = manifest.media
  const where = inBucket
    ? `not in the bucket: move them there with "${commandLine('media', 'move disk s3')}"`
    : 'missing'
  const lacking = missing_count > 0 ? `${missing_count} files of the library are ${where}. ` : ''
  const message = `${lacking}${backupSummary(manifest)}`
  return { ok: missing_count === 0, size_bytes: bytes + apart, message }
}

/** An error for a person at a terminal: a `Refusal` says it all, and a database that is away is named as that. */
export function errorMessage(error: unknown): string {
  const first = firstFailure(error)
  return databaseAway(error) ?? (first instanceof Error ? first.message : String(first))
}
