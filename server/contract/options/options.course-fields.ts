import { z } from 'zod'
import type { SoldField } from '../courses/sold-field.ts'
import { periodOfDays } from '../courses/sold-option.ts'
import { optionalText, Price, text, whole } from '../fields.ts'

const COUNT = 'Must be 2 to 4 options'
const DAYS = 'Must be 1 to 3650 days'
const ID = 'Must be 1 to 40 of a-z, 0-9 and -'

/** An id of an option, chosen by its owner: a renamed option stays the same. */
export const OptionId = z.string({ error: ID }).regex(/^[a-z0-9][a-z0-9-]{0,39}$/, { error: ID })

const Option = z.object({
  option_id: OptionId,
  name: text(1, 60, 'Name is required'),
  /** With the course's tax rule, in rupees. */
  price: Price,
  /** Null never ends. The first one may leave it out; else it says the course's own period. */
  access_days: whole(1, 3650, DAYS).nullish(),
  /** A line under the name, such as two calls beside the lessons. */
  note: optionalText(200),
})
export type Option = z.output<typeof Option>

const areDistinct = (values: readonly string[]) => new Set(values).size === values.length

/** The prices at which a course is sold. The first one is the course's own: its price and its access period count for it. */
export const OptionsField = z
  .array(Option, { error: 'Must be a list' })
  .min(2, { error: COUNT })
  .max(4, { error: COUNT })
  .refine((all) => areDistinct(all.map(({ option_id }) => option_id)), { error: 'Each option needs an id of its own' })
  .refine((all) => areDistinct(all.map(({ name }) => name.toLowerCase())), {
    error: 'Each option needs a name of its own',
  })

/** Null sells the course at its one price. */
export const courseFields = {
  shown: { options: OptionsField },
  hidden: {},
  beside: {
    options: {
      price: (price: number) =>
        OptionsField.refine(([first]) => first?.price === price, {
          path: [0, 'price'],
          error: 'The first option must cost the price of the course',
        }),
      access_period: (period: string | null) =>
        OptionsField.refine(([first]) => !first?.access_days || periodOfDays(first.access_days) === period, {
          path: [0, 'access_days'],
          error: 'The first option must end with the course: set its access period to the same days',
        }),
    },
  },
  sold: {
    options: {
      name: 'its options',
      least: (options: readonly Option[]) => Math.min(...options.map(({ price }) => price)),
      publishedBy: 'editor',
    },
  } satisfies Record<string, SoldField>,
}
