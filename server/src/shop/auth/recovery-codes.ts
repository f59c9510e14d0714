import { createHash } from 'node:crypto'
import { clearCode } from 'contract/draw-text'
import { fold } from 'contract/fold'
import type { Db } from '../../context.ts'
import { replaceRecoveryCodes, useRecoveryCode } from './second-factor.queries.ts'

const CODES = 10
/** 79 bits: too many to search for a hash. */
const LETTERS = 16

const newCode = () =>
  clearCode(LETTERS)
    .toLowerCase()
    .replace(/(.{4})(?=.)/g, '$1-')

const hashOf = (code: string) =>
  createHash('sha256')
    .update(fold(code).replace(/[^a-z0-9]/g, ''))
    .digest('base64url')

/** Creates codes that replace all earlier ones; only the answer holds them. */
export async function makeRecoveryCodes(db: Db, adminId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await replaceRecoveryCodes(db, adminId, codes.map(hashOf))
  return codes
}

/** Uses up a code in any case, with or without dashes. */
export function spendRecoveryCode(db: Db, adminId: number, code: string, now: Date): Promise<boolean> {
  return useRecoveryCode(db, adminId, hashOf(code), now)
}
