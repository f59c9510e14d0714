import { calls, requireUser } from '../../context.ts'
import { searchTranscript } from './transcript.ts'

export const transcriptHandlers = {
  search: calls.transcript.search.handler(({ input, context }) =>
    searchTranscript(context.ctx, requireUser(context), input),
  ),
}
