import { calls } from '../../../context.ts'
import { countShown } from '../../offers/offers.service.ts'
import { findAfterOffer, takeAfterOffer } from './after-offer.service.ts'

export const afterOfferHandlers = {
  /** Counts that the offer was shown, if there is one. */
  seeAfterOffer: calls.orders.seeAfterOffer.handler(async ({ input, context: { ctx, client, header } }) => {
    const offer = await findAfterOffer(ctx, { ...input.params, proof: input.body })
    if (offer) countShown(ctx, offer.offer_id, { client, agent: header('user-agent') })
    return { offer }
  }),

  takeAfterOffer: calls.orders.takeAfterOffer.handler(async ({ input, context }) => {
    const { payment_link } = await takeAfterOffer(context.ctx, { ...input.params, ...input.body })
    return { payment_link }
  }),
}
