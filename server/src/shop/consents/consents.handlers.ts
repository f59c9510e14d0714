import { calls, requireUser } from '../../context.ts'
import { appError } from '../../errors.ts'
import { consentsUsed } from '../moments/moments.ts'
import { isProtected, listConsents } from './consents.queries.ts'
import { changeConsent } from './consents.service.ts'

export const consentsHandlers = {
  list: calls.consents.list.handler(async ({ context }) => {
    const { db, now } = context.ctx
    const { id } = requireUser(context)
    // A child has nothing to choose, and agreed to nothing.
    if (await isProtected(db, id, now())) return []
    const consents = await listConsents(db, id)
    const used = (await consentsUsed(context.ctx)).flat()
    // The question makes sense only in a shop that reports sales.
    return consents.filter(
      ({ purpose, changed_at }) => purpose !== 'ads' || used.includes('ads') || changed_at !== null,
    )
  }),

  change: calls.consents.change.handler(async ({ input: { params, body }, context }) => {
    const { ctx } = context
    const consent = await changeConsent(ctx, requireUser(context).id, params.purpose, body.agreed, body.at, {
      agent: context.header('user-agent')?.slice(0, 500) ?? '',
      address: context.client,
    })
    if (consent.agreed !== body.agreed) throw appError('conflict', 'News and ads are for people of 18 or older')
    return consent
  }),
}
