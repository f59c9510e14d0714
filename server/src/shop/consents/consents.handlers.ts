import { calls, requireUser } from '../../context.ts'
import { callHooks } from '../../platform/features/hooks.ts'
import { listConsents } from './consents.queries.ts'
import { changeConsent } from './consents.service.ts'

export const consentsHandlers = {
  list: calls.consents.list.handler(async ({ context }) => {
    const consents = await listConsents(context.ctx.db, requireUser(context).id)
    const used = (await callHooks('consentsUsed', context.ctx)).flat()
    // The question makes sense only in a shop that reports sales.
    return consents.filter(
      ({ purpose, changed_at }) => purpose !== 'ads' || used.includes('ads') || changed_at !== null,
    )
  }),

  change: calls.consents.change.handler(({ input: { params, body }, context }) =>
    changeConsent(context.ctx, requireUser(context).id, params.purpose, body.agreed, {
      agent: context.header('user-agent')?.slice(0, 500) ?? '',
      address: context.client,
    }),
  ),
}
