import type { ORPCError } from '@orpc/server'
import type { ErrorCode } from 'contract/errors'
import type { MediaKind } from 'contract/media/kinds'
import type { AdminRole, Db } from '../../context.ts'
import { ADMINS } from '../../shop/auth/admins.queries.ts'

/** A resumable upload. It is settled once it has `finished_at` or `refused_code`. */
export type UploadRow = {
  upload_id: string
  /** `admins.id` of the sender; null for a student's, and for that of a deleted account. */
  admin_id: number | null
  /** `users.id` of the sender. */
  user_id: number | null
  /** The claimed kind; its limits follow from that, its content must prove it. */
  kind: MediaKind
  /** The original file name. */
  name: string
  /** Metadata sent at the creation. */
  metadata: Record<string, string | null>
  bytes: number
  /** The announced hash, hex; null without one. */
  sha256: string | null
  media_id: string | null
  finished_at: string | null
  refused_code: ErrorCode | null
  refused_detail: string | null
  /** Translates the detail. */
  refused_data: Record<string, unknown> | null
  /** Tries to make an MP4 of it; null where none is needed. */
  convert_tries: number | null
  created_at: string
  touched_at: string
}

/** The sender: `admins.id` or `users.id`. */
export type UploadSender = { admin_id: number } | { user_id: number }

type NewUpload = Pick<UploadRow, 'upload_id' | 'kind' | 'name' | 'metadata' | 'bytes' | 'sha256'> &
  UploadSender & { created_at: Date }

export async function insertUpload(db: Db, upload: NewUpload): Promise<void> {
  const metadata = JSON.stringify(upload.metadata)
  await db('media_uploads').insert({ ...upload, metadata, touched_at: upload.created_at })
}

export async function findUpload(db: Db, uploadId: string): Promise<UploadRow | undefined> {
  return db('media_uploads').where({ upload_id: uploadId }).first()
}

/** Returns the address of an upload's file; undefined when that was deleted. */
export async function findUploadUrl(db: Db, uploadId: string): Promise<string | undefined> {
  const row = await db('media_uploads as u')
    .join('media as m', 'm.media_id', 'u.media_id')
    .where('u.upload_id', uploadId)
    .first<{ url: string } | undefined>('m.url')
  return row?.url
}

/** Finds the admin of an upload. */
export async function findUploader(
  db: Db,
  uploadId: string,
): Promise<{ id: number; email: string; role: AdminRole } | undefined> {
  return db('media_uploads as u')
    .join(db.raw(`${ADMINS} as a`), 'a.id', 'u.admin_id')
    .where('u.upload_id', uploadId)
    .first('a.id', 'a.email', 'a.role')
}

export async function deleteUpload(db: Db, uploadId: string): Promise<void> {
  await db('media_uploads').where({ upload_id: uploadId }).delete()
}

export async function touchUpload(db: Db, uploadId: string, now: Date): Promise<void> {
  await db('media_uploads').where({ upload_id: uploadId }).update({ touched_at: now })
}

export async function markUploadFinished(
  db: Db,
  uploadId: string,
  { media_id, now }: { media_id: string | null; now: Date },
): Promise<void> {
  const settled = { media_id, finished_at: now, touched_at: now }
  await db('media_uploads').where({ upload_id: uploadId }).update(settled)
}

export async function markUploadRefused(
  db: Db,
  uploadId: string,
  { code, message, data }: ORPCError<string, unknown>,
  now: Date,
): Promise<void> {
  await db('media_uploads')
    .where({ upload_id: uploadId })
    .update({ refused_code: code, refused_detail: message, refused_data: data ?? null, touched_at: now })
}

/** Lists uploads untouched since `before`, longest first, at most 500. */
export async function listUntouchedUploads(db: Db, before: Date): Promise<UploadRow[]> {
  return db('media_uploads').where('touched_at', '<', before).orderBy('touched_at').limit(500)
}

/** Lists a sender's unsettled uploads, newest first. */
export async function listOpenUploads(db: Db, sender: UploadSender): Promise<string[]> {
  return db('media_uploads')
    .where(sender)
    .whereNull('finished_at')
    .whereNull('refused_code')
    .orderBy('created_at', 'desc')
    .pluck('upload_id')
}

/** Sets how often an MP4 was tried to be made; 0 puts the upload into the line. */
export async function setConvertTries(db: Db, uploadId: string, convert_tries: number): Promise<void> {
  await db('media_uploads').where({ upload_id: uploadId }).update({ convert_tries })
}

/** Finds the next complete upload that becomes an MP4: with the fewest tries, then waiting longest. */
export async function findUploadToConvert(db: Db): Promise<UploadRow | undefined> {
  return db('media_uploads')
    .whereNotNull('convert_tries')
    .whereNull('finished_at')
    .whereNull('refused_code')
    .orderBy(['convert_tries', 'created_at'])
    .first()
}
