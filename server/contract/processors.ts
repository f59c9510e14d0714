import { z } from 'zod'
import { defineCall } from './define-call.ts'
import { Day, Message, optionalText, text } from './fields.ts'

/** So many rows of its own a shop has. */
export const MOST_PROCESSORS = 50

export const ProcessorInput = z.object({
  name: text(2, 120, 'The name needs at least 2 characters'),
  purpose: text(3, 300, 'Write what it does for you'),
  country: text(2, 60, 'The country is required'),
  /** The day of the contract; empty for none yet. */
  contract_on: Day.nullish().transform((day) => day || null),
  note: optionalText(300),
})

/** `processor_id` is null for one that the settings of the shop name. */
const Processor = z.object({
  processor_id: z.string().nullable(),
  name: z.string(),
  purpose: z.string(),
  /** Null where the shop cannot know it. */
  country: z.string().nullable(),
  contract_on: Day.nullable(),
  note: z.string().nullable(),
})
export type Processor = z.output<typeof Processor>

const params = z.object({ processor_id: z.string().regex(/^\d{1,18}$/, { error: 'Must be the id of a processor' }) })

/** Everybody who gets data of students from the shop: those of its settings, and rows of its owner. */
export const processors = {
  /** In English, for everybody: contracts and notes are left out. */
  shown: defineCall({
    method: 'GET',
    path: '/privacy/processors',
    access: 'public',
    summary: 'With whom the shop shares data',
  }).output(z.array(Processor.pick({ name: true, purpose: true, country: true }))),

  list: defineCall({
    method: 'GET',
    path: '/admin/processors',
    access: 'admin',
    summary: 'Processors of personal data',
  }).output(z.array(Processor)),

  /** 409 `conflict` beyond `MOST_PROCESSORS`. */
  add: defineCall({
    method: 'POST',
    path: '/admin/processors',
    access: 'admin',
    status: 201,
    summary: 'Add a processor',
    confirm: { without: 'adds, and takes nothing away' },
    codes: ['conflict'],
  })
    .input(ProcessorInput)
    .output(Message),

  update: defineCall({
    method: 'PUT',
    path: '/admin/processors/{processor_id}',
    access: 'admin',
    input: 'detailed',
    summary: 'Change a processor',
    confirm: { without: 'the same call puts it back' },
  })
    .input(z.object({ params, body: ProcessorInput }))
    .output(Message),

  delete: defineCall({
    method: 'DELETE',
    path: '/admin/processors/{processor_id}',
    access: 'admin',
    input: 'detailed',
    summary: 'Remove a processor',
    confirm: { without: 'the owner adds it again' },
  })
    .input(z.object({ params }))
    .output(Message),
}
