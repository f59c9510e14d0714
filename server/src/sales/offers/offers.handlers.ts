import { calls } from '../../context.ts'
import { addOffer, allOffers, changeOffer, countShown, offerFor, removeOffer } from './offers.service.ts'

export const offerHandlers = {
  forCart: calls.offers.forCart.handler(async ({ input, context }) => {
    const { ctx, client } = context
    const offers = await offerFor(ctx.db, input.course_ids, ctx.now())
    for (const { offer_id } of offers) countShown(ctx, offer_id, { client, agent: context.header('user-agent') })
    return offers
  }),

  list: calls.offers.list.handler(async ({ input, context }) => {
    const { offers, total } = await allOffers(context.ctx, input)
    context.setHeader('X-Total-Count', String(total))
    return { offers }
  }),

  add: calls.offers.add.handler(async ({ input, context }) => {
    const offer = await addOffer(context.ctx, input.body)
    return { message: 'Offer added', offer_id: offer.offer_id, offer }
  }),

  update: calls.offers.update.handler(async ({ input, context }) => {
    const { params, headers, body } = input
    const offer = await changeOffer(context.ctx, params.offer_id, body, headers?.['if-match'])
    return { message: 'Offer updated', offer }
  }),

  delete: calls.offers.delete.handler(async ({ input, context }) => {
    await removeOffer(context.ctx, input.params.offer_id)
    return { message: 'Offer deleted' }
  }),
}
