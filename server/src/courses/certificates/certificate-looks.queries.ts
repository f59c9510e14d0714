import type { CertificateLook } from 'contract/certificates'
import type { Db } from '../../context.ts'

export type LookRow = CertificateLook & {
  look_id: number
  /** The signature as PNG, a copy: the image of the library may be replaced or deleted. */
  signature_ink: Buffer | null
}

/** Finds the look of the next certificates: the last one. */
export async function findLook(db: Db): Promise<LookRow | undefined> {
  return db('certificate_looks')
    .orderBy('look_id', 'desc')
    .first('look_id', 'layout', 'signatory', 'signatory_title', 'signature', 'signature_ink')
}

/** Finds the signature of a look as PNG. */
export async function findInk(db: Db, lookId: number): Promise<Buffer | undefined> {
  const found = await db('certificate_looks').where({ look_id: lookId }).first('signature_ink')
  return found?.signature_ink ?? undefined
}

/** Adds a look, and removes those that no certificate was issued in. */
export async function insertLook(trx: Db, look: Omit<LookRow, 'look_id'>, now: Date): Promise<void> {
  await trx('certificate_looks')
    .whereNotExists(trx('certificates').whereRaw('certificates.look_id = certificate_looks.look_id'))
    .delete()
  const { layout, signatory, signatory_title, signature, signature_ink } = look
  await trx('certificate_looks').insert({
    layout,
    signatory,
    signatory_title,
    signature,
    signature_ink,
    created_at: now,
  })
}
