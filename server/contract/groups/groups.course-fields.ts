import { z } from 'zod'
import type { SoldField } from '../courses/sold-field.ts'
import { text } from '../fields.ts'

const CHAT = 'Must be the id of a group'

/** The Telegram group whose members are those with access to the course. */
const GroupField = z.object({
  chat_id: z
    .number({ error: CHAT })
    .int({ error: CHAT })
    .max(-1, { error: CHAT })
    .min(-Number.MAX_SAFE_INTEGER, { error: CHAT }),
  title: text(1, 128, 'Title is required'),
})

export const courseFields = {
  shown: {},
  hidden: { group: GroupField },
  sold: { group: { name: 'its group', least: null, publishedBy: 'editor' } } satisfies Record<string, SoldField>,
}
