import { Day } from 'contract/fields'
import type { DuePart } from 'contract/parts/parts'
import { z } from 'zod'
import { adminApi } from '../host/admin-api.ts'
import { actionDialog } from '../kit/action-dialog.tsx'
import { day } from '../kit/fields.tsx'
import { dayText, shortDay } from './due-words.ts'

/** Moves a part to another day; the end of access moves along. */
export default actionDialog({
  title: ({ part, name }: DuePart) => `Part ${part} of ${name}`,
  call: adminApi.parts.move,
  of: ({ plan_id, part, due_on }) => ({
    params: { plan_id, part: String(part) },
    headers: { 'if-match': `"${due_on}"` },
  }),
  draft: ({ plan_id, part }) => `part-date:${plan_id}:${part}`,
  begun: ({ wished_on, due_on }) => ({ due_on: wished_on ?? due_on }),
  schema: z.object({ due_on: Day }),
  fields: ({ move: { from, to } }) => ({
    due_on: day('Due on', {
      min: from,
      max: to,
      help: `From ${shortDay(from)} to ${shortDay(to)}. The lessons stay open for the same days after it.`,
    }),
  }),
  size: 'coins',
  save: 'Move the date',
  busyText: 'Moving...',
  fallback: 'The date could not be moved',
  failed: 'The date could not be moved',
  done: (_, { due_on }, { part }) => `Part ${part} is due on ${dayText(due_on)}`,
})
