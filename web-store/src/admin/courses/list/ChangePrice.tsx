import type { Course } from 'contract/courses/courses'
import { Price } from 'contract/fields'
import { useState } from 'react'
import { z } from 'zod'
import { isApiError } from '../../../api/client.ts'
import { rupeesText } from '../../../ui/format.ts'
import { adminApi } from '../../host/admin-api.ts'
import { actionDialog } from '../../kit/action-dialog.tsx'
import { rupees } from '../../kit/fields.tsx'
import type { AdminCard } from '../courses.queries.ts'

/** `price`: the one shown, without a sale; `onOther` shows the one that was saved since. */
type Shown = Pick<AdminCard, 'course_id' | 'name' | 'price'> & { onOther: (price: number) => void }

const PriceDialog = actionDialog({
  title: ({ name }: Shown) => `Price of ${name}`,
  call: adminApi.courses.update,
  of: ({ course_id }) => ({ params: { id: course_id } }),
  draft: ({ course_id }) => `price:${course_id}`,
  begun: ({ price }) => (price === 0 ? {} : { price }),
  schema: ({ price }) => z.object({ price: Price }).transform((body) => ({ ...body, expected_price: price })),
  fields: ({ price }) => ({
    price: rupees('New price (₹)', {
      type: 'text',
      selects: true,
      help: price > 0 ? `Now ${rupeesText(price)}. Orders that wait for their payment keep it.` : undefined,
    }),
  }),
  codes: { edit_conflict: 'price' },
  size: 'coins',
  save: 'Change price',
  fallback: 'The price could not be changed',
  failed: 'The price could not be changed',
  done: ({ course }, _, { name }) => `${name} costs ${rupeesText(course.price)}`,
  onFailed: (error, { onOther }) => {
    const current = isApiError(error) && (error.data?.current as Course | undefined)
    if (current) onOther(current.price)
  },
})

/** Changes a price where the list shows it; another price saved meanwhile is named before it is replaced. */
export default function ChangePrice({ of, onClose }: { of: AdminCard; onClose: () => void }) {
  const [price, onOther] = useState(of.sale?.was ?? of.price)
  return <PriceDialog of={{ ...of, price, onOther }} onClose={onClose} />
}
