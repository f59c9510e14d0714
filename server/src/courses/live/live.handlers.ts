import { calls, requireUser } from '../../context.ts'
import { findNext, listJoined } from './live.queries.ts'
import { cancelLesson, joinLive, liveCalendar, liveEtag, managedLive, saveLive } from './live.service.ts'

export const liveHandlers = {
  next: calls.live.next.handler(async ({ context }) => {
    const lesson = await findNext(context.ctx.db, requireUser(context).id, context.ctx.now())
    return { lesson: lesson ?? null }
  }),

  join: calls.live.join.handler(({ input, context }) =>
    joinLive(context.ctx, requireUser(context).id, input.params.lesson_id),
  ),

  calendar: calls.live.calendar.handler(({ input, context }) =>
    liveCalendar(context.ctx, requireUser(context).id, input.lesson_id),
  ),

  adminGet: calls.live.adminGet.handler(async ({ input, context }) => {
    const { live, course_id, title, joined } = await managedLive(context.ctx.db, input.lesson_id)
    context.setHeader('ETag', liveEtag(input.lesson_id, live))
    return { course_id, lesson_title: title, live: live ?? null, joined }
  }),

  save: calls.live.save.handler(async ({ input, context }) => {
    const { lesson_id } = input.params
    const live = await saveLive(context.ctx, lesson_id, input.body, input.headers?.['if-match'])
    context.setHeader('ETag', liveEtag(lesson_id, live))
    return { message: 'Live lesson saved', live }
  }),

  cancel: calls.live.cancel.handler(async ({ input, context }) => {
    await cancelLesson(context.ctx, input.params.lesson_id)
    return { message: 'Live lesson cancelled' }
  }),

  joined: calls.live.joined.handler(async ({ input, context }) => {
    const list = await listJoined(context.ctx.db, input)
    context.setHeader('X-Total-Count', String(list.total))
    return list
  }),
}
