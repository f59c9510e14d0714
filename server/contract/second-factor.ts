import { z } from 'zod'
import { AdminLoginAnswer } from './auth.ts'
import { limit, QUARTER } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { Message, Moment, optionalText, TypedPassword, text } from './fields.ts'

/** Input and output of WebAuthn's own calls, as JSON; a library on each side reads it. */
const WebAuthnJson = z.record(z.string(), z.unknown())

/** Second proofs of an admin's identity. A recovery code is a `code` like an app's. */
export const SecondFactorMethod = z.enum(['passkey', 'app', 'recovery_code', 'password'])
export type SecondFactorMethod = z.output<typeof SecondFactorMethod>

/** A challenge: its possible methods, and the input of the passkey's dialog if it is one of them. */
export const Challenge = z.object({
  challenge_id: z.string(),
  methods: z.array(SecondFactorMethod),
  passkey: WebAuthnJson.nullable(),
})
export type Challenge = z.output<typeof Challenge>

const ChallengeId = z.string({ error: 'Please start again' }).trim().min(1, { error: 'Please start again' }).max(100)

/** Exactly one of them. */
const Proof = z.object({
  challenge_id: ChallengeId,
  /** 6 digits of an authenticator app, or a recovery code. */
  code: optionalText(40),
  passkey: WebAuthnJson.nullish(),
})
const GIVE_ONE = 'Enter a code'
const hasOne = (proof: { code: string | null; passkey?: unknown; password?: unknown }) =>
  Boolean(proof.code || proof.passkey || proof.password)

export const SecondFactorBody = Proof.refine(hasOne, { error: GIVE_ONE, path: ['code'] })
export const ConfirmBody = Proof.extend({ password: TypedPassword.optional() }).refine(hasOne, {
  error: GIVE_ONE,
  path: ['code'],
})
export type SubmittedProof = z.output<typeof ConfirmBody>

const PasskeyId = z.string({ error: 'Must be a passkey id' }).trim().min(1).max(100)

export const Passkey = z.object({
  passkey_id: z.string(),
  name: z.string(),
  created_at: Moment,
  last_used_at: Moment.nullable(),
})

/** Codes for the day when phone and passkeys are lost: each works once, all are shown once. */
const RecoveryCodes = z.array(z.string())

/** Recovery codes with the first second factor; null with a further one. */
const Added = Message.extend({ recovery_codes: RecoveryCodes.nullable() })

const everybody = { access: 'admin', roles: ['editor', 'support', 'finance'] } as const

export const secondFactor = {
  /**
   * The second step of `POST /admin/login`: answers as the first one does without a second factor. 401 `invalid_credentials`
   * for a wrong code, and when the challenge is older than 5 minutes or was answered wrongly 5 times; 429 by account.
   */
  logIn: defineCall({
    method: 'POST',
    path: '/admin/login/second_factor',
    access: 'public',
    summary: 'Log in as an admin, second step',
    limits: [
      limit('second_factor_client', 'client', 30, QUARTER, { failuresOnly: true }),
      // It counts tries from everywhere: 6 digits are few.
      limit('second_factor', 'account', 10, QUARTER, { failuresOnly: true }),
    ],
    account: 'admin challenge',
    codes: ['invalid_credentials'],
  })
    .input(SecondFactorBody)
    .output(AdminLoginAnswer),

  /** Returns the admin's second factors, and an owner's deadline for the first. */
  get: defineCall({
    ...everybody,
    method: 'GET',
    path: '/admin/second_factor',
    summary: 'The own second factor',
  }).output(
    z.object({
      passkeys: z.array(Passkey),
      app: z.object({ created_at: Moment }).nullable(),
      recovery_codes_left: z.number().int(),
      /** For an owner without one: from then on nothing but setting one up is answered. */
      due_at: Moment.nullable(),
      /** False when the shop's address is one that browsers give no passkeys for. */
      passkeys_possible: z.boolean(),
    }),
  ),

  /** Makes a new secret, in force once its first code is confirmed. */
  beginApp: defineCall({
    ...everybody,
    method: 'POST',
    path: '/admin/second_factor/app',
    confirm: 'caller',
    summary: 'Begin with an authenticator app',
    codes: ['conflict'],
  }).output(z.object({ secret: z.string(), otpauth_url: z.string() })),

  /** 422 `invalid` for a wrong code. */
  addApp: defineCall({
    ...everybody,
    method: 'POST',
    path: '/admin/second_factor/app/confirm',
    confirm: 'caller',
    summary: 'Add an authenticator app',
    limits: [limit('add_app', 'caller', 30, QUARTER)],
    codes: ['conflict'],
  })
    .input(z.object({ code: text(1, 40, 'Enter the 6 digits that your app shows') }))
    .output(Added),

  removeApp: defineCall({
    ...everybody,
    method: 'DELETE',
    path: '/admin/second_factor/app',
    confirm: 'caller',
    summary: 'Remove the authenticator app',
    codes: ['not_found'],
  }).output(Message),

  beginPasskey: defineCall({
    ...everybody,
    method: 'POST',
    path: '/admin/second_factor/passkeys/options',
    confirm: 'caller',
    summary: 'Begin with a passkey',
    codes: ['conflict'],
  }).output(z.object({ challenge_id: z.string(), options: WebAuthnJson })),

  /** 422 `invalid` when the passkey does not answer the challenge. */
  addPasskey: defineCall({
    ...everybody,
    method: 'POST',
    path: '/admin/second_factor/passkeys',
    status: 201,
    confirm: 'caller',
    summary: 'Add a passkey',
    codes: ['conflict'],
  })
    .input(z.object({ challenge_id: ChallengeId, name: text(1, 60, 'Give the passkey a name'), passkey: WebAuthnJson }))
    .output(Added),

  removePasskey: defineCall({
    ...everybody,
    method: 'DELETE',
    path: '/admin/second_factor/passkeys/{passkey_id}',
    confirm: 'caller',
    input: 'detailed',
    summary: 'Remove a passkey',
  })
    .input(z.object({ params: z.object({ passkey_id: PasskeyId }) }))
    .output(Message),

  /** Ten new ones; those before do not work any more. 409 `conflict` without a passkey or app. */
  renewRecoveryCodes: defineCall({
    ...everybody,
    method: 'POST',
    path: '/admin/second_factor/recovery_codes',
    confirm: 'caller',
    summary: 'Make new recovery codes',
    codes: ['conflict'],
  }).output(z.object({ recovery_codes: RecoveryCodes })),

  /** Returns the ways in which this session's admin may confirm an action. */
  beginConfirm: defineCall({
    ...everybody,
    method: 'POST',
    path: '/admin/confirm/options',
    summary: 'Begin to confirm who it is',
    limits: [limit('begin_confirm', 'caller', 60, QUARTER)],
    confirm: { without: 'asks for a password or a second factor itself' },
    noted: false,
  }).output(Challenge),

  /**
   * Confirms for 10 minutes, in this session, what calls answer 403 `confirmation_required` without. The password where there
   * is no second factor, else that. 422 `wrong_password`, `invalid`; 429 by account.
   */
  confirm: defineCall({
    ...everybody,
    method: 'POST',
    path: '/admin/confirm',
    summary: 'Confirm who it is',
    cost: 'hash',
    limits: [limit('confirm', 'caller', 10, QUARTER, { failuresOnly: true })],
    confirm: { without: 'asks for a password or a second factor itself' },
    codes: ['wrong_password'],
    noted: false,
  })
    .input(ConfirmBody)
    .output(Message),
}
