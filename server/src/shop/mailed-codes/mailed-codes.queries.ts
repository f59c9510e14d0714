import type { Db } from '../../context.ts'

/** The use of a code; it does nothing elsewhere. */
export type CodePurpose = 'login' | 'privacy'

type Challenge = { challenge_hash: string; email: string; purpose: CodePurpose; created_at: Date; expires_at: Date }

export async function insertChallenge(db: Db, challenge: Challenge): Promise<void> {
  await db('login_codes').insert(challenge)
}

/** Finds the address of a challenge that is still open. */
export async function findChallengedEmail(db: Db, challengeHash: string, now: Date): Promise<string | undefined> {
  const row = await db('login_codes')
    .where({ challenge_hash: challengeHash })
    .where('expires_at', '>', now)
    .first('email')
  return row?.email
}

/** Stores the code of a challenge; it replaces one that was not sent. */
export async function storeCode(db: Db, challengeHash: string, codeHash: string): Promise<void> {
  await db('login_codes').where({ challenge_hash: challengeHash }).update({ code_hash: codeHash })
}

export type Try = { email: string; purpose: CodePurpose; code_hash: string | null }

/**
 * Counts a try before the code is compared, so that simultaneous ones cannot exceed `most`; undefined for an unknown or ended
 * challenge, and for one of another purpose.
 */
export async function countTry(
  db: Db,
  input: { challengeHash: string; purpose: CodePurpose; now: Date; most: number },
): Promise<Try | undefined> {
  const { rows } = await db.raw<{ rows: Try[] }>(
    `update login_codes set tries = tries + 1
    where challenge_hash = :challengeHash and purpose = :purpose and expires_at > :now and tries < :most
    returning email, purpose, code_hash`,
    input,
  )
  return rows[0]
}

/** Uses up the codes of an address for a purpose; returns true for one of several simultaneous uses. */
export async function useCode(trx: Db, { email, purpose, code_hash: codeHash }: Try): Promise<boolean> {
  const used = await trx('login_codes').where({ email, purpose, code_hash: codeHash }).delete()
  await trx('login_codes').where({ email, purpose }).delete()
  return used > 0
}
