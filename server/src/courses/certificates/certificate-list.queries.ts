import type { Db } from '../../context.ts'
import { everyWord } from '../../platform/db/like.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { typedCode } from './certificate-code.ts'
import type { CertificateRow } from './certificates.queries.ts'
import { CERTIFICATES } from './certificates.sql.ts'

export type ListedCertificate = CertificateRow & { user_id: string; student: string }

type ListQuery = {
  q?: string | undefined
  course_id?: string | undefined
  user_id?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

const columns = {
  certificate_id: 'c.certificate_id',
  code: 'c.code',
  course_id: 'c.course_id',
  name: 'c.name',
  course_name: 'c.course_name',
  shop_name: 'c.shop_name',
  issued_at: 'c.issued_at',
  by_hand: 'c.by_hand',
  reason: 'c.reason',
  layout: 'c.layout',
  signatory: 'c.signatory',
  signatory_title: 'c.signatory_title',
  look_id: 'c.look_id',
  user_id: 'u.user_id',
  student: 'u.name',
}

const joined = (db: Db) => db(db.raw(`${CERTIFICATES} as c`)).join(db.raw(`${ACCOUNTS} as u`), 'u.id', 'c.user_id')

/** Returns a page of issued certificates, latest first, and the number of matches. */
export async function listCertificates(
  db: Db,
  { q, course_id, user_id, limit = 50, offset = 0 }: ListQuery,
): Promise<{ rows: ListedCertificate[]; total: number }> {
  const found = q || user_id ? joined(db) : db('certificates as c')
  if (course_id) found.where('c.course_id', course_id)
  if (user_id) found.where('u.user_id', user_id)
  if (q) {
    found.where((either) => {
      either.whereRaw(...everyWord(q, ['c.name', 'u.name', 'c.course_name']))
      either.orWhere('c.code', typedCode(q))
    })
  }
  const newest = 'c.certificate_id desc'
  return readPage<ListedCertificate>(db, found, { limit, offset }, (window) =>
    joined(db)
      .whereIn('c.certificate_id', window.select('c.certificate_id').orderByRaw(newest))
      .select(columns)
      .orderByRaw(newest),
  )
}

export function findCertificate(db: Db, certificateId: number): Promise<ListedCertificate | undefined> {
  return joined(db).where('c.certificate_id', certificateId).first(columns)
}

/** Revokes the certificate and locks it until the transaction ends; null makes it valid again. */
export async function setRevoked(trx: Db, certificateId: number, reason: string | null, now: Date): Promise<void> {
  await trx('certificates')
    .where({ certificate_id: certificateId })
    .update({ revoked_reason: reason, revoked_at: reason === null ? null : now })
}
