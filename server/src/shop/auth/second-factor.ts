import { randomBytes } from 'node:crypto'
import { fold } from 'contract/fold'
import type { Challenge, SecondFactorMethod, SubmittedProof } from 'contract/second-factor'
import { codeKey } from 'contract/typed-keys'
import type { CallContext, Context, Db } from '../../context.ts'
import { invalidField, plainError } from '../../errors.ts'
import { noteChange } from '../activity/note-change.ts'
import { readShop } from '../settings/settings.queries.ts'
import { newAppSecret, useAppCode } from './authenticator-app.ts'
import { arePasskeysPossible, passkeyCreation, passkeyRequest, readCreated, usePasskeyAnswer } from './passkeys.ts'
import { makeRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts'
import {
  type ChallengeRow,
  confirmApp,
  countRecoveryCodes,
  deleteApp,
  deletePasskey,
  endChallenge,
  findApp,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  replaceRecoveryCodes,
  storeApp,
  tryChallenge,
} from './second-factor.queries.ts'

type Self = NonNullable<CallContext['admin']>
type Work = Pick<Context, 'config' | 'db' | 'now'>

/** Lifetime of a challenge, and its wrong answers. */
const CHALLENGE_MS = 5 * 60_000
const CHALLENGE_TRIES = 5

export const MAX_PASSKEYS = 20

/** Returns the admin's passkeys, app and recovery codes. */
export async function readSecondFactor(ctx: Work, self: Self) {
  const [passkeys, app, left] = await Promise.all([
    listPasskeys(ctx.db, self.id),
    findApp(ctx.db, self.id),
    countRecoveryCodes(ctx.db, self.id),
  ])
  return {
    passkeys: passkeys.map(({ passkey_id, name, created_at, last_used_at }) => ({
      passkey_id,
      name,
      created_at,
      last_used_at,
    })),
    app: app?.confirmed_at ? { created_at: app.created_at } : null,
    recovery_codes_left: left,
    due_at: self.second_factor_due_at?.toISOString() ?? null,
    passkeys_possible: arePasskeysPossible(ctx),
  }
}

/** Lists the methods for the second step; empty without a second factor. */
async function methodsOf(db: Db, adminId: number): Promise<SecondFactorMethod[]> {
  const methods: SecondFactorMethod[] = []
  if ((await listPasskeys(db, adminId)).length > 0) methods.push('passkey')
  if ((await findApp(db, adminId))?.confirmed_at) methods.push('app')
  if (methods.length > 0 && (await countRecoveryCodes(db, adminId)) > 0) methods.push('recovery_code')
  return methods
}

/** Starts a challenge; undefined without a second factor. */
export async function challenge(
  ctx: Work,
  admin: { id: number; password_hash: string },
  purpose: 'login' | 'confirm',
): Promise<Challenge | undefined> {
  const methods = await methodsOf(ctx.db, admin.id)
  if (methods.length === 0) return undefined
  const passkey = await passkeyRequest(ctx, ctx.db, admin.id)
  const challengeId = await store(ctx, { admin, purpose, webauthn: passkey?.challenge ?? null })
  return { challenge_id: challengeId, methods, passkey: passkey as Challenge['passkey'] }
}

async function store(
  ctx: Work,
  {
    admin,
    purpose,
    webauthn,
  }: { admin: { id: number; password_hash: string }; purpose: ChallengeRow['purpose']; webauthn: string | null },
): Promise<string> {
  const challengeId = randomBytes(24).toString('base64url')
  await insertChallenge(ctx.db, {
    challenge_id: challengeId,
    admin_id: admin.id,
    purpose,
    password_hash: admin.password_hash,
    webauthn,
    expires_at: new Date(ctx.now().getTime() + CHALLENGE_MS),
  })
  return challengeId
}

/** Finds the challenge and counts the attempt; undefined for an unknown, expired or exhausted one. */
export function findChallenge(ctx: Work, id: string, purpose: ChallengeRow['purpose']) {
  return tryChallenge(ctx.db, id, purpose, { now: ctx.now(), tries: CHALLENGE_TRIES })
}

/** Consumes the challenge and returns the method; undefined for a wrong answer. */
export async function answerChallenge(
  ctx: Work,
  db: Db,
  requested: ChallengeRow,
  { code, passkey }: Pick<SubmittedProof, 'code' | 'passkey'>,
): Promise<SecondFactorMethod | undefined> {
  const by = await proofOf(ctx, db, requested, { code, passkey })
  return by && (await endChallenge(db, requested.challenge_id)) ? by : undefined
}

/** Reads an app's code as people type and paste it: in the digits of any script, with spaces or signs between and around. */
const digitsOf = (code: string) => fold(codeKey(code)).replace(/[\s-]/g, '')

async function proofOf(
  ctx: Work,
  db: Db,
  { admin_id: adminId, webauthn }: ChallengeRow,
  { code, passkey }: Pick<SubmittedProof, 'code' | 'passkey'>,
): Promise<SecondFactorMethod | undefined> {
  if (passkey) {
    if (!webauthn) return undefined
    return (await usePasskeyAnswer(ctx, db, { adminId, challenge: webauthn, answer: passkey })) ? 'passkey' : undefined
  }
  const digits = digitsOf(code ?? '')
  if (/^\d{6}$/.test(digits)) return (await useAppCode(ctx, db, adminId, digits)) ? 'app' : undefined
  return (await spendRecoveryCode(db, adminId, code ?? '', ctx.now())) ? 'recovery_code' : undefined
}

/** Creates a secret for an app. 409 when one exists. */
export async function beginApp(ctx: Work, self: Self) {
  const { sealed, ...shown } = newAppSecret(ctx, self, await shopName(ctx.db))
  const stored = await storeApp(ctx.db, { admin_id: self.id, sealed_secret: sealed, created_at: ctx.now() })
  if (!stored) throw plainError('conflict', 'You have an authenticator app already. Remove it first.')
  return shown
}

/** Activates the app; returns recovery codes when it is the first second factor. 422 for a wrong code. */
export async function addApp(ctx: Work, self: Self, code: string): Promise<string[] | null> {
  return ctx.db.transaction(async (trx) => {
    const app = await findApp(trx, self.id)
    if (app?.confirmed_at) throw plainError('conflict', 'You have an authenticator app already. Remove it first.')
    if (!(await useAppCode(ctx, trx, self.id, digitsOf(code), { beforeConfirmed: true }))) {
      throw invalidField('code', 'This code is not right. Enter the one that your app shows now.')
    }
    const first = (await methodsOf(trx, self.id)).length === 0
    await confirmApp(trx, self.id, ctx.now())
    await note(trx, self, { authenticator_app: 'added' })
    return first ? makeRecoveryCodes(trx, self.id) : null
  })
}

export async function removeApp(ctx: Work, self: Self): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    if (!(await deleteApp(trx, self.id))) throw plainError('not_found', 'You have no authenticator app')
    await afterRemoval(trx, self, { authenticator_app: 'removed' })
  })
}

export async function beginPasskey(ctx: Work, self: Self & { password_hash: string }) {
  if (!arePasskeysPossible(ctx)) throw plainError('conflict', 'Passkeys need your shop on its own domain with https')
  const options = await passkeyCreation(ctx, self, await shopName(ctx.db))
  const challengeId = await store(ctx, { admin: self, purpose: 'passkey', webauthn: options.challenge })
  return { challenge_id: challengeId, options: options as unknown as Record<string, unknown> }
}

export async function addPasskey(
  ctx: Work,
  self: Self,
  { challenge_id, name, passkey }: { challenge_id: string; name: string; passkey: Record<string, unknown> },
): Promise<string[] | null> {
  const requested = await findChallenge(ctx, challenge_id, 'passkey')
  const made =
    requested?.webauthn && requested.admin_id === self.id && (await readCreated(ctx, requested.webauthn, passkey))
  if (!requested || !made) throw invalidField('passkey', 'The passkey was not made. Please try again.')
  return ctx.db.transaction(async (trx) => {
    if (!(await endChallenge(trx, requested.challenge_id))) throw invalidField('passkey', 'Please try again.')
    if ((await listPasskeys(trx, self.id)).length >= MAX_PASSKEYS) {
      throw plainError('conflict', `You have ${MAX_PASSKEYS} passkeys already. Remove one first.`)
    }
    const first = (await methodsOf(trx, self.id)).length === 0
    const row = { ...made, passkey_id: randomBytes(12).toString('base64url'), admin_id: self.id, name }
    await insertPasskey(trx, { ...row, created_at: ctx.now() })
    await note(trx, self, { passkey: `${name}: added` })
    return first ? makeRecoveryCodes(trx, self.id) : null
  })
}

export async function removePasskey(ctx: Work, self: Self, passkeyId: string): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const removed = await deletePasskey(trx, self.id, passkeyId)
    if (!removed) throw plainError('not_found', 'Passkey not found')
    await afterRemoval(trx, self, { passkey: `${removed.name}: removed` })
  })
}

export async function renewRecoveryCodes(ctx: Work, self: Self): Promise<string[]> {
  return ctx.db.transaction(async (trx) => {
    if ((await methodsOf(trx, self.id)).length === 0) {
      throw plainError('conflict', 'Add a passkey or an authenticator app first')
    }
    await note(trx, self, { recovery_codes: 'renewed' })
    return makeRecoveryCodes(trx, self.id)
  })
}

/** Deletes recovery codes with the last factor that they replace. */
async function afterRemoval(trx: Db, self: Self, after: Record<string, unknown>): Promise<void> {
  if ((await methodsOf(trx, self.id)).length === 0) await replaceRecoveryCodes(trx, self.id, [])
  await note(trx, self, after)
}

const note = (trx: Db, self: Self, after: Record<string, unknown>) =>
  noteChange(trx, { kind: 'admin', id: self.admin_id, name: self.email, after })

const shopName = async (db: Db) => (await readShop(db)).brand.name
