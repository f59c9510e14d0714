import { z } from 'zod'
import { type Scope, scopeNames } from './api-scopes.ts'
import { defineCall } from './define-call.ts'
import { Day, Message, Moment, text } from './fields.ts'

/** The most keys of a shop: beyond it nobody knows what each is for. */
export const MOST_KEYS = 20

const ScopeName = z.enum(scopeNames, { error: `Must be one of ${scopeNames.join(', ')}` })

export const NewKeyBody = z.object({
  name: text(1, 60, 'Name is required'),
  scopes: z
    .array(ScopeName, { error: 'Choose what the key may do' })
    .min(1, { error: 'Choose what the key may do' })
    .max(scopeNames.length, { error: 'Each scope is named once' })
    .transform((chosen): Scope[] => scopeNames.filter((scope) => chosen.includes(scope))),
  /** The last day of the key in India; null for a key without an end. */
  expires_on: Day.nullish().transform((day) => day ?? null),
})

export const ApiKey = z.object({
  key_id: z.string(),
  name: z.string(),
  scopes: z.array(ScopeName),
  /** The first letters of the key, by which people recognise it. */
  start: z.string(),
  created_at: Moment,
  /** Email of the owner who made it. */
  created_by: z.string(),
  last_used_at: Moment.nullable(),
  expires_on: z.string().nullable(),
  /** True after its last day, or once its maker is no owner any more. */
  ended: z.boolean(),
})
export type ApiKey = z.output<typeof ApiKey>

/** Keys for programs. A key works on the admin calls that its scopes open, as its maker. */
export const apiKeys = {
  /** Newest first. */
  list: defineCall({ method: 'GET', path: '/admin/api_keys', access: 'admin', summary: 'API keys' }).output(
    z.object({ api_keys: z.array(ApiKey) }),
  ),

  /** The key is in this answer and nowhere else. 409 `conflict` for more than 20; 422 for a last day that is over. */
  create: defineCall({
    method: 'POST',
    path: '/admin/api_keys',
    access: 'admin',
    confirm: 'caller',
    status: 201,
    summary: 'Make an API key',
    codes: ['conflict'],
  })
    .input(NewKeyBody)
    .output(ApiKey.extend({ key: z.string() })),

  /** The key stops working at once. */
  revoke: defineCall({
    method: 'DELETE',
    path: '/admin/api_keys/{key_id}',
    access: 'admin',
    confirm: 'caller',
    input: 'detailed',
    summary: 'Revoke an API key',
  })
    .input(z.object({ params: z.object({ key_id: text(1, 64, 'Must be the id of a key') }) }))
    .output(Message),

  /** Returns the calling key; `key` is null for an owner's session. */
  me: defineCall({
    method: 'GET',
    path: '/me',
    access: 'admin',
    scope: 'any',
    summary: 'The shop, and the calling key',
  }).output(
    z.object({
      shop: z.string(),
      version: z.string(),
      key: z.object({ name: z.string(), scopes: z.array(ScopeName) }).nullable(),
    }),
  ),
}
