import { Price } from 'contract/fields'
import { z } from 'zod'
import { rupeesText } from '../../../ui/format.ts'
import { adminApi } from '../../host/admin-api.ts'
import { actionDialog } from '../../kit/action-dialog.tsx'
import { rupees } from '../../kit/fields.tsx'
import type { AdminCard } from '../courses.queries.ts'

/** Changes a price where the list shows it; everything else of the course stays as it is. */
export default actionDialog({
  title: ({ name }: AdminCard) => `Price of ${name}`,
  call: adminApi.courses.update,
  of: ({ course_id }) => ({ params: { id: course_id } }),
  draft: ({ course_id }) => `price:${course_id}`,
  begun: ({ price }) => (price === 0 ? {} : { price }),
  schema: z.object({ price: Price }),
  fields: ({ price }) => ({
    price: rupees('New price (₹)', {
      type: 'text',
      selects: true,
      help: price > 0 ? `Now ${rupeesText(price)}. Orders that wait for their payment keep it.` : undefined,
    }),
  }),
  size: 'coins',
  save: 'Change price',
  fallback: 'The price could not be changed',
  failed: 'The price could not be changed',
  done: ({ course }, _, { name }) => `${name} costs ${rupeesText(course.price)}`,
})
