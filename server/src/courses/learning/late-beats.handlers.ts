import { calls, requireUser } from '../../context.ts'
import { recordLateBeats } from './late-beats.service.ts'

export const lateBeatsHandlers = {
  beats: calls.offline.beats.handler(async ({ input, context }) => ({
    seconds: await recordLateBeats(context.ctx, requireUser(context), input),
  })),
}
