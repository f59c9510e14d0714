import type { OwnCourse } from 'contract/courses/courses'
import { Price } from 'contract/fields'
import { z } from 'zod'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { adminApi } from '../host/admin-api.ts'
import { rupees } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { priceQuestion } from '../kit/question.tsx'

export const way = {
  at: 50,
  title: 'Renewal',
  help: 'Students whose access ends may renew it at a price of its own, from 30 days before the end to 30 after. Emails go out 14 and 3 days before; progress stays.',
  summary: ({ renew_price }: OwnCourse) => (renew_price ? rupeesText(renew_price) : null),
  suits: ({ kind, free, access_period }: OwnCourse) => kind === 'course' && !free && access_period !== null,
}

const Body = z.object({ renew_price: Price.nullable() })
const fields = { renew_price: rupees('Price of a renewal (₹)', { optional: true, type: 'text' }) }

/** Edits what a further period of a course costs. */
export default function RenewalsSellingPart({ course: { course_id, renew_price, price } }: { course: OwnCourse }) {
  const of = { params: { id: course_id } }
  const form = useForm(adminApi.courses.update, fields, {
    draft: `renew-price:${course_id}`,
    begun: { renew_price },
    schema: Body,
    of,
    asks: (typed) => priceQuestion(renew_price, typed.renew_price.trim() ? Number(typed.renew_price) : Number.NaN),
    undo: () => ({ ...of, body: { renew_price: renew_price ?? null } }),
    failed: 'Price of a renewal not saved',
    fallback: 'The price was not saved. Please try again.',
    done: ({ course: saved }) =>
      saved.renew_price
        ? `A renewal costs ${rupeesText(saved.renew_price)}`
        : 'A renewal costs the price of the course',
  })
  const help = `Empty: the price of the course, ${rupeesText(price)}, without these emails.`
  return (
    <chakra.div maxW={{ md: '320px' }}>
      <Form form={form} more={{ renew_price: { help } }}>
        <div>
          <SaveButton of={form} always>
            Save
          </SaveButton>
        </div>
      </Form>
    </chakra.div>
  )
}
