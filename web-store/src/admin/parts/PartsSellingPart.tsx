import type { OwnCourse } from 'contract/courses/courses'
import { indianDay } from 'contract/indian-time'
import { toPaise, toRupees } from 'contract/money'
import { partsOf } from 'contract/parts/parts.course-fields'
import { dueDays, GRACE_DAYS, MAX_PLAN_DAYS, PART_COUNTS, splitIntoParts, termsOf } from 'contract/parts/plan-parts'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { rupeesText } from '../../ui/format.ts'
import { Muted, Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { choice, number, rupees } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { useAct } from '../kit/use-act.tsx'
import { dayText } from './due-words.ts'

export const way = {
  at: 40,
  title: 'Pay in parts',
  help: `Students pay in ${PART_COUNTS.least} to ${PART_COUNTS.most} parts within ${MAX_PLAN_DAYS} days, each with its own link and invoice. We never charge automatically.`,
  summary: ({ parts, price }: OwnCourse) => {
    const amounts = parts ? splitIntoParts(toPaise(price), termsOf(parts)) : undefined
    return amounts ? `${amounts.length} parts, ${rupeesText(toRupees(amounts[0] ?? 0))} first` : null
  },
  suits: ({ kind, free }: OwnCourse) => kind === 'course' && !free,
}

const range = ({ least, most }: { least: number; most: number }, words: (count: number) => string) =>
  Array.from({ length: most - least + 1 }, (_, at) => [least + at, words(least + at)] as const)

const fields = {
  count: choice('Parts', range(PART_COUNTS, String), { numbers: true, begun: 3 }),
  every_days: number('Days between parts', {
    type: 'text',
    begun: '30',
    help: `The last part is due at most ${MAX_PLAN_DAYS} days after the first.`,
  }),
  first: rupees('First part (₹)', {
    optional: true,
    type: 'text',
    help: 'In whole rupees. Empty splits the price evenly.',
  }),
  grace_days: choice(
    'Grace',
    range(GRACE_DAYS, (days) => `${days} days`),
    {
      numbers: true,
      begun: 5,
      help: 'After it the lessons pause until the part is paid. Progress stays.',
    },
  ),
}

/** Edits how a course is paid in parts, with the dates and sums that a student would see today. */
export default function PartsSellingPart({ course: { course_id, parts, price } }: { course: OwnCourse }) {
  const of = { params: { id: course_id } }
  const terms = partsOf(price)
  const form = useForm(adminApi.courses.update, fields, {
    draft: `parts:${course_id}`,
    begun: parts ?? {},
    schema: terms.transform((field) => ({ parts: field })),
    of,
    done: 'New purchases can be paid in parts',
    undo: () => ({ ...of, body: { parts: parts ?? null } }),
    failed: 'Parts not saved',
    fallback: 'It was not saved. Please try again.',
    also: [adminApi.admins.me.key()],
  })
  const off = useAct(adminApi.courses.update, {
    done: 'New purchases are paid at once. Plans that began go on.',
    failed: 'Parts not turned off',
    undo: {
      call: adminApi.courses.update,
      of: () => ({ ...of, body: { parts } }),
      done: 'New purchases can be paid in parts',
      failed: 'Parts not turned on',
    },
  })
  const typed = terms.safeParse(form.body)
  const amounts = typed.success ? splitIntoParts(toPaise(price), termsOf(typed.data)) : undefined
  return (
    <Form
      form={form}
      layout={[
        ['count', 'every_days'],
        ['first', 'grace_days'],
        typed.success && <Preview amounts={amounts} days={dueDays(indianDay(shopNow()), typed.data)} />,
      ]}
    >
      <Tools>
        <SaveButton of={form} always>
          {parts ? 'Save' : 'Turn on'}
        </SaveButton>
        {parts && (
          <Button
            type="button"
            variant="outline"
            busy={off.busy}
            busyText="Saving..."
            onClick={() => off.run({ ...of, body: { parts: null } })}
          >
            Turn off
          </Button>
        )}
      </Tools>
    </Form>
  )
}

function Preview({ amounts, days }: { amounts: number[] | undefined; days: string[] }) {
  return (
    <Muted role="status">
      {amounts
        ? `Bought today: ${amounts.map((paise, at) => `${rupeesText(toRupees(paise))} ${at === 0 ? 'today' : `on ${dayText(days[at] ?? '')}`}`).join(', ')}.`
        : 'The price is too low for these parts: each needs at least ₹1.'}
    </Muted>
  )
}
