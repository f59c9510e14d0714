import { z } from 'zod'
import type { SoldField } from '../courses/sold-field.ts'
import { TaxRate } from '../documents.ts'

const CODE = 'SAC or HSN must have 4, 6 or 8 digits'

/** Rate in percent and accounting code of a course that has its own; null for those of the shop. 0 is exempt. */
export const courseFields = {
  shown: {},
  hidden: {
    gst_rate: TaxRate,
    gst_code: z
      .string({ error: CODE })
      .trim()
      .regex(/^(\d{4}|\d{6}|\d{8})$/, { error: CODE }),
  },
  sold: {
    gst_code: { name: 'its GST code', least: null, publishedBy: 'owner' },
    gst_rate: { name: 'its GST rate', least: null, publishedBy: 'owner' },
  } satisfies Record<string, SoldField>,
}
