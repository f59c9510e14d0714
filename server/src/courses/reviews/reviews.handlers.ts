import { calls, requireUser } from '../../context.ts'
import { listReviews } from './reviews.queries.ts'
import { hideReview, readOwnReview, removeReview, replyToReview, writeReview } from './reviews.service.ts'

export const reviewsHandlers = {
  mine: calls.reviews.mine.handler(({ input, context }) =>
    readOwnReview(context.ctx, requireUser(context).id, input.course_id),
  ),

  save: calls.reviews.save.handler(({ input, context }) =>
    writeReview(context.ctx, requireUser(context).id, input.params.course_id, input.body),
  ),

  remove: calls.reviews.remove.handler(async ({ input, context }) => {
    await removeReview(context.ctx, requireUser(context).id, input.params.course_id)
    return { message: 'Review deleted' }
  }),

  list: calls.reviews.list.handler(async ({ input, context }) => {
    const list = await listReviews(context.ctx.db, input)
    context.setHeader('X-Total-Count', String(list.total))
    return list
  }),

  reply: calls.reviews.reply.handler(({ input, context }) =>
    replyToReview(context.ctx, input.params.review_id, input.body.text),
  ),

  hide: calls.reviews.hide.handler(({ input, context }) =>
    hideReview(context.ctx, input.params.review_id, input.body.reason),
  ),
}
