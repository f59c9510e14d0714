import { calls, requireUser } from '../../context.ts'
import { hasActiveAds } from '../../platform/ads/ad-config.queries.ts'
import { listConsents } from './consents.queries.ts'
import { changeConsent } from './consents.service.ts'

export const consentsHandlers = {
  list: calls.consents.list.handler(async ({ context }) => {
    const { db } = context.ctx
    const [consents, tells] = await Promise.all([listConsents(db, requireUser(context).id), hasActiveAds(db)])
    // The question makes sense only in a shop that reports sales.
    return consents.filter(({ purpose, changed_at }) => purpose !== 'ads' || tells || changed_at !== null)
  }),

  change: calls.consents.change.handler(({ input: { params, body }, context }) =>
    changeConsent(context.ctx, requireUser(context).id, params.purpose, body.agreed, {
      agent: context.header('user-agent')?.slice(0, 500) ?? '',
      address: context.client,
    }),
  ),
}
