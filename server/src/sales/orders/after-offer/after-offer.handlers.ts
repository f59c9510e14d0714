import { calls } from '../../../context.ts'
import { countShown } from '../../offers/offers.service.ts'
import { findAfterOffer, takeAfterOffer } from './after-offer.service.ts'

export const afterOfferHandlers = {
  afterOffer: calls.orders.afterOffer.handler(async ({ input, context }) => {
    const { ctx, client } = context
    const offer = await findAfterOffer(ctx, { ...input.params, proof: input.query })
    if (offer) countShown(ctx, offer.offer_id, { client, agent: context.header('user-agent') })
    return { offer }
  }),

  takeAfterOffer: calls.orders.takeAfterOffer.handler(async ({ input, context }) => {
    const { payment_link } = await takeAfterOffer(context.ctx, { ...input.params, ...input.body })
    return { payment_link }
  }),
}
