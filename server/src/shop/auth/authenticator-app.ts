import { Secret, TOTP } from 'otpauth'
import type { Context, Db } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { open, reseal, SecretBoxError, seal } from '../../platform/payments/secret-box.ts'
import { findApp, listSealedApps, replaceSealedApp, useAppStep } from './second-factor.queries.ts'

const PERIOD_SECONDS = 30

/** Every app assumes these parameters (RFC 6238): SHA-1, 6 digits, 30 seconds. */
const totpOf = (secret: Secret, label = '', issuer = '') =>
  new TOTP({ secret, label, issuer, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS })

const box = (ctx: Pick<Context, 'config'>, adminId: number) => ({
  keys: ctx.config.encryptionKeys,
  aad: `authenticator app of admin ${adminId}`,
})

/** Returns a secret sealed for the database, in letters to type, and as the URL of a QR code. */
export function newAppSecret(ctx: Pick<Context, 'config'>, admin: { id: number; email: string }, issuer: string) {
  const secret = new Secret({ size: 20 })
  return {
    sealed: seal(secret.base32, box(ctx, admin.id)),
    secret: secret.base32,
    otpauth_url: totpOf(secret, admin.email, issuer).toString(),
  }
}

/**
 * Consumes the app's current code or a neighbouring one; returns false for a used one. 503 `unavailable` when another
 * key sealed the secret.
 */
export async function useAppCode(
  ctx: Pick<Context, 'config' | 'now'>,
  db: Db,
  adminId: number,
  code: string,
  { beforeConfirmed = false } = {},
): Promise<boolean> {
  const app = await findApp(db, adminId)
  if (!app || (!app.confirmed_at && !beforeConfirmed)) return false
  // The library compares bytes, and throws where six letters have more of them.
  if (!/^\d+$/.test(code)) return false
  const now = ctx.now().getTime()
  const delta = totpOf(Secret.fromBase32(openSecret(ctx, adminId, app.sealed_secret))).validate({
    token: code,
    timestamp: now,
    window: 1,
  })
  if (delta === null) return false
  return useAppStep(db, adminId, Math.floor(now / 1000 / PERIOD_SECONDS) + delta)
}

/** Seals the apps' secrets with the current key that an older one sealed; returns their number. */
export async function resealApps(ctx: Pick<Context, 'config' | 'db'>): Promise<number> {
  let count = 0
  for (const { admin_id, sealed_secret } of await listSealedApps(ctx.db)) {
    const refresh = reseal(sealed_secret, box(ctx, admin_id))
    if (refresh) count += await replaceSealedApp(ctx.db, admin_id, sealed_secret, refresh)
  }
  return count
}

function openSecret(ctx: Pick<Context, 'config'>, adminId: number, sealed: string): string {
  try {
    return open(sealed, box(ctx, adminId))
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error
    throw plainError(
      'unavailable',
      'Codes of an app cannot be checked at the moment. Use a passkey or a recovery code.',
    )
  }
}
