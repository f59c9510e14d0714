import { type ApiKey, MOST_KEYS, type NewKeyBody } from 'contract/api-keys'
import { drawText } from 'contract/draw-text'
import { expiryInstant } from 'contract/expiry'
import type { z } from 'zod'
import type { CallContext, Context } from '../../context.ts'
import { invalidField, plainError } from '../../errors.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { deleteKey, insertKey, type KeyRow, listKeys } from './api-keys.queries.ts'
import { drawKey, hashOfKey, startOf } from './key-form.ts'

type Now = Pick<Context, 'now'>

/** Returns true after the key's last day, and for a key whose maker is no owner any more, or was none in between. */
export function isEnded({ expires_on, is_owner }: Pick<KeyRow, 'expires_on' | 'is_owner'>, now: Date): boolean {
  return !is_owner || (expires_on !== null && now.getTime() > (expiryInstant(expires_on) ?? 0))
}

export async function readKeys(ctx: Context): Promise<ApiKey[]> {
  return (await listKeys(ctx.db)).map((row) => shownKey(ctx, row))
}

function shownKey({ now }: Now, row: KeyRow): ApiKey {
  const { key_id, name, scopes, start, created_at, last_used_at, expires_on, maker_email } = row
  const ended = isEnded(row, now())
  return { key_id, name, scopes, start, created_at, created_by: maker_email, last_used_at, expires_on, ended }
}

/** Makes a key; its text is in this answer alone. */
export async function makeKey(
  ctx: Context,
  admin: NonNullable<CallContext['admin']>,
  { name, scopes, expires_on }: z.output<typeof NewKeyBody>,
): Promise<ApiKey & { key: string }> {
  const now = ctx.now()
  if (expires_on !== null && isEnded({ expires_on, is_owner: true }, now)) {
    const message = 'This day is over'
    throw invalidField('expires_on', message)
  }
  const key = drawKey()
  const row = { key_id: `key_${drawText('abcdefghijklmnopqrstuvwxyz234567', 16)}`, name, scopes, start: startOf(key) }
  await ctx.db.transaction(async (trx) => {
    const made = { ...row, key_hash: hashOfKey(key), created_at: now, created_by: admin.id, expires_on }
    if (!(await insertKey(trx, made, MOST_KEYS)))
      throw plainError('conflict', `A shop has at most ${MOST_KEYS} API keys. Please revoke one first.`)
    await noteChange(trx, { kind: 'other', id: row.key_id, name, after: { scopes, start: row.start, expires_on } })
  })
  const shown = { created_at: now.toISOString(), created_by: admin.email, last_used_at: null, expires_on, ended: false }
  return { ...row, ...shown, key }
}

/** Deletes a key, which stops working at once. 404 for an unknown one. */
export async function revokeKey(ctx: Pick<Context, 'db'>, keyId: string): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const deleted = await deleteKey(trx, keyId)
    if (!deleted) throw plainError('not_found', 'This key does not exist')
    const { name, scopes, start } = deleted
    await noteChange(trx, { kind: 'other', id: keyId, name, before: { scopes, start }, after: null })
  })
}
