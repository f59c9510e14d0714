import { calls } from '../../context.ts'
import { addSegment, changeSegment, listSegments, removeSegment } from './segments.service.ts'

export const segmentHandlers = {
  list: calls.segments.list.handler(({ context }) => listSegments(context.ctx)),

  create: calls.segments.create.handler(async ({ input, context }) => ({
    message: 'Segment saved',
    segment: await addSegment(context.ctx, input),
  })),

  update: calls.segments.update.handler(async ({ input, context }) => ({
    message: 'Segment saved',
    segment: await changeSegment(context.ctx, input.params.segment_id, input.body),
  })),

  delete: calls.segments.delete.handler(async ({ input, context }) => {
    await removeSegment(context.ctx, input.params.segment_id)
    return { message: 'Segment deleted' }
  }),
}
