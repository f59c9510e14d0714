import type { Db } from '../../context.ts'

export type PasskeyRow = {
  passkey_id: string
  admin_id: number
  credential_id: string
  public_key: string
  counter: number
  transports: string[]
  name: string
  created_at: string
  last_used_at: string | null
}

export type AppRow = { sealed_secret: string; created_at: string; confirmed_at: string | null }

/** Lists an admin's passkeys, oldest first. */
export function listPasskeys(db: Db, adminId: number): Promise<PasskeyRow[]> {
  return db('admin_passkeys').where({ admin_id: adminId }).orderBy('created_at')
}

export async function insertPasskey(
  db: Db,
  passkey: Omit<PasskeyRow, 'created_at' | 'last_used_at'> & { created_at: Date },
): Promise<void> {
  await db('admin_passkeys').insert(passkey)
}

export async function deletePasskey(db: Db, adminId: number, passkeyId: string): Promise<{ name: string } | undefined> {
  const [row] = await db('admin_passkeys')
    .where({ admin_id: adminId, passkey_id: passkeyId })
    .delete()
    .returning('name')
  return row
}

/** Stores the counter; returns false when it did not grow: one of two authenticators is a copy. */
export async function usePasskey(db: Db, passkeyId: string, counter: number, now: Date): Promise<boolean> {
  const changed = await db('admin_passkeys')
    .where({ passkey_id: passkeyId })
    .where((fresh) => fresh.where('counter', '<', counter).orWhere({ counter: 0 }))
    .update({ counter, last_used_at: now })
  return changed === 1
}

export function findApp(db: Db, adminId: number): Promise<AppRow | undefined> {
  return db('admin_apps').where({ admin_id: adminId }).first('sealed_secret', 'created_at', 'confirmed_at')
}

/** Lists every app's sealed secret. */
export function listSealedApps(db: Db): Promise<{ admin_id: number; sealed_secret: string }[]> {
  return db('admin_apps').select('admin_id', 'sealed_secret')
}

/** Stores a secret that was sealed anew, unless the app changed meanwhile. */
export function replaceSealedApp(db: Db, adminId: number, before: string, after: string): Promise<number> {
  return db('admin_apps').where({ admin_id: adminId, sealed_secret: before }).update({ sealed_secret: after })
}

/** Replaces an app that never returned a code; returns false when a confirmed one exists. */
export async function storeApp(db: Db, app: { admin_id: number; sealed_secret: string; created_at: Date }) {
  const rows = await db('admin_apps')
    .insert(app)
    .onConflict('admin_id')
    .merge()
    .whereNull('admin_apps.confirmed_at')
    .returning('admin_id')
  return rows.length > 0
}

/** Uses up a time step; returns false unless it is later than the last one. */
export async function useAppStep(db: Db, adminId: number, step: number): Promise<boolean> {
  const changed = await db('admin_apps')
    .where({ admin_id: adminId })
    .where('last_step', '<', step)
    .update({ last_step: step })
  return changed === 1
}

export async function confirmApp(db: Db, adminId: number, now: Date): Promise<void> {
  await db('admin_apps').where({ admin_id: adminId }).update({ confirmed_at: now })
}

export async function deleteApp(db: Db, adminId: number): Promise<boolean> {
  return (await db('admin_apps').where({ admin_id: adminId }).whereNotNull('confirmed_at').delete()) > 0
}

export async function replaceRecoveryCodes(db: Db, adminId: number, hashes: string[]): Promise<void> {
  await db('admin_recovery_codes').where({ admin_id: adminId }).delete()
  if (hashes.length > 0) {
    await db('admin_recovery_codes').insert(hashes.map((code_hash) => ({ admin_id: adminId, code_hash })))
  }
}

/** Uses up the code; returns true for one of several simultaneous uses. */
export async function useRecoveryCode(db: Db, adminId: number, codeHash: string, now: Date): Promise<boolean> {
  const changed = await db('admin_recovery_codes')
    .where({ admin_id: adminId, code_hash: codeHash })
    .whereNull('used_at')
    .update({ used_at: now })
  return changed === 1
}

export async function countRecoveryCodes(db: Db, adminId: number): Promise<number> {
  const row = await db('admin_recovery_codes')
    .where({ admin_id: adminId })
    .whereNull('used_at')
    .count({ left: '*' })
    .first()
  return Number(row?.left ?? 0)
}

/** Deletes all passkeys, apps and recovery codes of an admin. */
export async function deleteSecondFactor(db: Db, adminId: number): Promise<void> {
  const theirs = { admin_id: adminId }
  await db('admin_passkeys').where(theirs).delete()
  await db('admin_apps').where(theirs).delete()
  await db('admin_recovery_codes').where(theirs).delete()
  await db('admin_challenges').where(theirs).delete()
}

export type ChallengeRow = {
  challenge_id: string
  admin_id: number
  purpose: 'login' | 'confirm' | 'passkey'
  /** Password hash at the challenge's start: another password ends the challenge. */
  password_hash: string
  webauthn: string | null
}

export async function insertChallenge(db: Db, challenge: ChallengeRow & { expires_at: Date }): Promise<void> {
  await db('admin_challenges').insert(challenge)
}

/** Counts an attempt before it runs, so that simultaneous ones cannot exceed the bound. */
export async function tryChallenge(
  db: Db,
  challengeId: string,
  purpose: ChallengeRow['purpose'],
  { now, tries }: { now: Date; tries: number },
): Promise<ChallengeRow | undefined> {
  const [row] = await db('admin_challenges')
    .where({ challenge_id: challengeId, purpose })
    .where('expires_at', '>', now)
    .where('tries', '<', tries)
    .increment('tries')
    .returning(['challenge_id', 'admin_id', 'purpose', 'password_hash', 'webauthn'])
  return row
}

/** Consumes the challenge; returns true for the first answer only. */
export async function endChallenge(db: Db, challengeId: string): Promise<boolean> {
  return (await db('admin_challenges').where({ challenge_id: challengeId }).delete()) === 1
}

/** Finds the admin of a challenge. */
export async function findChallenged(db: Db, challengeId: string): Promise<number | undefined> {
  return (await db('admin_challenges').where({ challenge_id: challengeId }).first('admin_id'))?.admin_id
}

/** Deletes expired challenges. */
export async function deleteEndedChallenges(db: Db, before: Date): Promise<void> {
  await db('admin_challenges').where('expires_at', '<', before.toISOString()).delete()
}
