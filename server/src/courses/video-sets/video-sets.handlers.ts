import { calls, requireAdmin } from '../../context.ts'
import { planSet, takeRung } from './take-rung.ts'

/** Sets of videos that the owner's browser makes. */
export const videoSetHandlers = {
  setPlan: calls.media.setPlan.handler(({ input, context }) => planSet(context.ctx, input.media_id)),

  takeRung: calls.media.takeRung.handler(async ({ input, context }) => {
    const { upload_id: uploadId, ...body } = input.body
    await takeRung(context.ctx, {
      adminId: requireAdmin(context).id,
      mediaId: input.params.media_id,
      uploadId,
      ...body,
    })
    return { message: 'Quality taken' }
  }),
}
