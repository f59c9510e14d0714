import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Context, Db } from '../../context.ts'
import { listPasskeys, usePasskey } from './second-factor.queries.ts'

// Loaded with the first passkey: it bundles many certificates, and most starts need none.
const library = () => import('@simplewebauthn/server')

/** Ed25519, ES256 and RS256: every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257]

type Settings = Pick<Context, 'config'>

/** Checks for a host name over https, or this machine: browsers demand it for passkeys. */
export function arePasskeysPossible({ config }: Settings): boolean {
  const { hostname, protocol } = new URL(config.storeUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && (protocol === 'https:' || hostname === 'localhost')
}

const relyingParty = ({ config }: Settings) => {
  const { hostname, origin } = new URL(config.storeUrl)
  return { rpID: hostname, origin }
}

/** Returns the browser's options to create a passkey; its answer must hold `challenge`. */
export async function passkeyCreation(
  ctx: Settings & Pick<Context, 'db'>,
  admin: { id: number; admin_id: string; email: string },
  shopName: string,
) {
  const { generateRegistrationOptions } = await library()
  const passkeys = await listPasskeys(ctx.db, admin.id)
  return generateRegistrationOptions({
    rpName: shopName,
    rpID: relyingParty(ctx).rpID,
    userName: admin.email,
    userID: new TextEncoder().encode(admin.admin_id),
    excludeCredentials: passkeys.map(credentialOf),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** Returns the new passkey in its stored form; undefined when it does not answer this challenge. */
export async function readCreated(ctx: Settings, challenge: string, response: unknown) {
  const { verifyRegistrationResponse } = await library()
  const { rpID, origin } = relyingParty(ctx)
  const checked = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: false,
  }).catch(() => undefined)
  if (!checked?.verified) return undefined
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: transports.map(String).slice(0, 10),
  }
}

/** Returns the browser's options to use one of the admin's passkeys; null without any. */
export async function passkeyRequest(ctx: Settings, db: Db, adminId: number) {
  const passkeys = await listPasskeys(db, adminId)
  if (passkeys.length === 0) return null
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: relyingParty(ctx).rpID,
    allowCredentials: passkeys.map(credentialOf),
    userVerification: 'preferred',
  })
}

/** Checks the answer of an admin's passkey to this challenge. */
export async function usePasskeyAnswer(
  ctx: Settings & Pick<Context, 'now'>,
  db: Db,
  { adminId, challenge, answer }: { adminId: number; challenge: string; answer: Record<string, unknown> },
): Promise<boolean> {
  const passkey = (await listPasskeys(db, adminId)).find(({ credential_id }) => credential_id === answer.id)
  if (!passkey) return false
  const { verifyAuthenticationResponse } = await library()
  const { rpID, origin } = relyingParty(ctx)
  const checked = await verifyAuthenticationResponse({
    response: answer as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: passkey.credential_id,
      publicKey: Buffer.from(passkey.public_key, 'base64url'),
      counter: passkey.counter,
      transports: passkey.transports as AuthenticatorTransport[],
    },
    requireUserVerification: false,
  }).catch(() => undefined)
  if (!checked?.verified) return false
  return usePasskey(db, passkey.passkey_id, checked.authenticationInfo.newCounter, ctx.now())
}

const credentialOf = ({ credential_id, transports }: { credential_id: string; transports: string[] }) => ({
  id: credential_id,
  transports: transports as AuthenticatorTransport[],
})
