import { scopeNames } from 'contract/api-scopes'
import { VERSION } from '../../config.ts'
import { calls, requireAdmin } from '../../context.ts'
import { readShop } from '../../shop/settings/settings.queries.ts'
import { makeKey, readKeys, revokeKey } from './api-keys.service.ts'

export const apiKeysHandlers = {
  list: calls.apiKeys.list.handler(async ({ context }) => ({ api_keys: await readKeys(context.ctx) })),

  create: calls.apiKeys.create.handler(({ input, context }) => makeKey(context.ctx, requireAdmin(context), input)),

  revoke: calls.apiKeys.revoke.handler(async ({ input, context }) => {
    await revokeKey(context.ctx, input.params.key_id)
    return { message: 'Key revoked' }
  }),

  me: calls.apiKeys.me.handler(async ({ context }) => {
    const { brand } = await readShop(context.ctx.db)
    const { key } = requireAdmin(context)
    const own = key && { name: key.name, scopes: scopeNames.filter((scope) => key.scopes.includes(scope)) }
    return { shop: brand.name, version: VERSION, key: own ?? null }
  }),
}
