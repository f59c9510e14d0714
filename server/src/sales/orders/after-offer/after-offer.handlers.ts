import type { AfterOffer } from 'contract/orders/after-offer'
import { type CallContext, calls } from '../../../context.ts'
import { countShown } from '../../offers/offers.service.ts'
import { findAfterOffer, type SignedOrder, takeAfterOffer } from './after-offer.service.ts'

export const afterOfferHandlers = {
  seeAfterOffer: calls.orders.seeAfterOffer.handler(({ input, context }) =>
    see(context, { ...input.params, proof: input.body }),
  ),
  afterOffer: calls.orders.afterOffer.handler(({ input, context }) =>
    see(context, { ...input.params, proof: input.query }),
  ),

  takeAfterOffer: calls.orders.takeAfterOffer.handler(async ({ input, context }) => {
    const { payment_link } = await takeAfterOffer(context.ctx, { ...input.params, ...input.body })
    return { payment_link }
  }),
}

/** Finds the offer, and counts that it was shown. */
async function see({ ctx, client, header }: CallContext, signed: SignedOrder): Promise<{ offer: AfterOffer | null }> {
  const offer = await findAfterOffer(ctx, signed)
  if (offer) countShown(ctx, offer.offer_id, { client, agent: header('user-agent') })
  return { offer }
}
