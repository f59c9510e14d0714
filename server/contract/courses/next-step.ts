import { z } from 'zod'
import { text } from '../fields.ts'

const MUST_LINK = 'Must be a link that begins with https://'

/** The next step of a student who has a course: a text, and one link with its label. */
export const NextStep = z.object({
  text: text(1, 300, 'Say what to do next'),
  url: z
    .string({ error: MUST_LINK })
    .trim()
    .max(2000, { error: 'Must be at most 2000 characters' })
    .refine((value) => URL.canParse(value) && new URL(value).protocol === 'https:', { error: MUST_LINK }),
  label: z.string({ error: 'Must be text' }).trim().max(40, { error: 'Must be at most 40 characters' }).nullish(),
})

/** The same as students of the course have it; `pressed` once they opened its link. */
export const ShownNextStep = z.object({
  text: z.string(),
  url: z.string(),
  label: z.string().nullish(),
  pressed: z.boolean(),
})
export type ShownNextStep = z.output<typeof ShownNextStep>

/** Names the place of a link by its host, for a step without a label; undefined for another host. */
export function placeOfLink(url: string): 'whatsapp' | 'telegram' | 'discord' | undefined {
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : ''
  if (host === 'chat.whatsapp.com' || host === 'whatsapp.com' || host === 'wa.me') return 'whatsapp'
  if (host === 't.me' || host === 'telegram.me') return 'telegram'
  return host === 'discord.gg' || host === 'discord.com' ? 'discord' : undefined
}
