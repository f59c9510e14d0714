import { Price } from 'contract/fields'
import { z } from 'zod'
import { rupeesText } from '../../../ui/format.ts'
import { adminApi } from '../../host/admin-api.ts'
import { actionDialog } from '../../kit/action-dialog.tsx'
import { rupees } from '../../kit/fields.tsx'
import { priceQuestion } from '../../kit/question.tsx'
import type { AdminCard } from '../courses.queries.ts'

/** `price`: the one shown, without a sale. */
type Shown = Pick<AdminCard, 'course_id' | 'name' | 'price'>

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
  asks: (typed, { price }) => priceQuestion(price, Number(typed.price)),
  size: 'coins',
  save: 'Change price',
  fallback: 'The price could not be changed',
  failed: 'The price could not be changed',
  undo: ({ course }, thing) => (thing.price > 0 ? { ...thing, price: course.price } : undefined),
  done: ({ course }, _, { name }) => `${name} costs ${rupeesText(course.price)}`,
})

/** Changes a price where the list shows it; another price saved meanwhile is named before it is replaced. */
export default function ChangePrice({ of, onClose }: { of: AdminCard; onClose: () => void }) {
  return <PriceDialog of={{ ...of, price: of.sale?.was ?? of.price }} onClose={onClose} />
}
