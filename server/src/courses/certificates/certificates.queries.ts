import type { CertificateLayout } from 'contract/certificates'
import type { Language } from 'contract/languages'
import type { Db } from '../../context.ts'
import { CERTIFICATES } from './certificates.sql.ts'

export type CertificateRow = {
  certificate_id: number
  code: string
  course_id: string
  name: string
  course_name: string
  shop_name: string
  /** Language of the print, beside English. */
  language: Language
  issued_at: string
  layout: CertificateLayout
  /** Name of the signatory; empty for nobody. */
  signatory: string
  /** Null for the teacher of the course. */
  signatory_title: string | null
  /** Null for a certificate from before the shop chose a look. */
  look_id: number | null
  by_hand: boolean
  /** Reason of the revocation; null while valid. */
  reason: string | null
}

const shown = [
  'certificate_id',
  'code',
  'course_id',
  'name',
  'course_name',
  'shop_name',
  'language',
  'issued_at',
  'layout',
  'signatory',
  'signatory_title',
  'look_id',
] as const
const columns = [...shown, 'by_hand', 'reason'] as const

const certificates = (db: Db) => db(db.raw(`${CERTIFICATES} as c`))

export function findOwnCertificate(db: Db, userId: number, courseId: string): Promise<CertificateRow | undefined> {
  return certificates(db).where({ user_id: userId, course_id: courseId }).first(columns)
}

/** Finds a certificate by number with one index lookup, whatever the input. */
export function findByCode(db: Db, code: string): Promise<CertificateRow | undefined> {
  return certificates(db).where({ code }).first(columns)
}

const CODE_HASH = "sha256(convert_to(code, 'UTF8'))"

/** Stores the numbers of a deleted account's certificates without the student. */
export async function withdrawCertificates(trx: Db, userId: number): Promise<void> {
  await trx.raw(
    `insert into withdrawn_certificates (code_hash) select ${CODE_HASH} from certificates where user_id = :userId on conflict do nothing`,
    { userId },
  )
}

/** Returns true for a certificate that went with its holder's account. */
export async function isWithdrawn(db: Db, code: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select 1 from withdrawn_certificates, (select cast(:code as text) as code) asked where code_hash = ${CODE_HASH}`,
    { code },
  )
  return rows.length > 0
}

type New = Pick<CertificateRow, 'code' | 'course_id' | 'name' | 'course_name' | 'shop_name'> & {
  user_id: number
  /** English by default. */
  language?: Language
  issued_at: Date
  /** The look in force, and the course's teacher; both absent in a shop without a look. */
  look_id?: number
  teacher?: string
}

/** Inserts the certificate, unless the student has one for the course. */
export async function insertCertificate(trx: Db, row: New): Promise<void> {
  await trx('certificates').insert(row).onConflict(['user_id', 'course_id']).ignore()
}

export async function isOffered(db: Db, courseId: string): Promise<boolean> {
  return (await db('certificate_courses').where({ course_id: courseId }).first('course_id')) !== undefined
}

export async function setOffered(trx: Db, courseId: string, offered: boolean, now: Date): Promise<void> {
  const row = trx('certificate_courses')
  if (offered) await row.insert({ course_id: courseId, since: now }).onConflict('course_id').ignore()
  else await row.where({ course_id: courseId }).delete()
}
