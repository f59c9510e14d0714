import { useQueryClient } from '@tanstack/react-query'
import type { OwnCourse } from 'contract/courses/courses'
import { indianDay } from 'contract/indian-time'
import { toPaise, toRupees } from 'contract/money'
import { type PartsField, partsOf } from 'contract/parts/parts.course-fields'
import { dueDays, GRACE_DAYS, MAX_PLAN_DAYS, PART_COUNTS, splitIntoParts, termsOf } from 'contract/parts/plan-parts'
import { fieldErrors } from '../../shared/forms/use-action-form.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { rupeesText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, Two } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
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

const NONE = { count: '3', every_days: '30', first: '', grace_days: '5' }
const FIELDS = Object.keys(NONE)

/** Turns what is typed into the field, which the contract's schema then judges for a course of this price. */
const parseFor = (price: number) => (typed: typeof NONE) =>
  partsOf(price).safeParse({
    count: Number(typed.count),
    every_days: Number(typed.every_days),
    first: typed.first.trim() === '' ? null : Number(typed.first),
    grace_days: Number(typed.grace_days),
  })

const counts = Array.from({ length: PART_COUNTS.most - PART_COUNTS.least + 1 }, (_, at) => PART_COUNTS.least + at)
const graces = Array.from({ length: GRACE_DAYS.most - GRACE_DAYS.least + 1 }, (_, at) => GRACE_DAYS.least + at)

/** Edits how a course is paid in parts, with the dates and sums that a student would see today. */
export default function PartsSellingPart({ course }: { course: OwnCourse }) {
  const { course_id, parts, price } = course
  const queries = useQueryClient()
  const save = (body: PartsField | null) =>
    adminClient.courses.update({ params: { id: course_id }, body: { parts: body } })
  const reload = () => queries.invalidateQueries({ queryKey: adminApi.courses.key() })
  const parse = parseFor(price)
  const form = useActionForm({
    name: `parts:${course_id}`,
    begun: parts
      ? {
          count: String(parts.count),
          every_days: String(parts.every_days),
          first: parts.first ? String(parts.first) : '',
          grace_days: String(parts.grace_days),
        }
      : NONE,
    parse,
    send: (body: PartsField) => save(body),
    fallback: 'It was not saved. Please try again.',
    fieldsOf: (error) => fieldErrors(error, FIELDS),
    onDone: () => {
      toast.success('New purchases can be paid in parts', { id: 'parts' })
      return Promise.all([reload(), queries.invalidateQueries({ queryKey: adminApi.admins.me.key() })])
    },
  })
  const off = useActionForm({
    name: `parts-off:${course_id}`,
    begun: {},
    send: () => save(null),
    fallback: 'It was not saved. Please try again.',
    onDone: () => {
      toast.success('New purchases are paid at once. Plans that began go on.', { id: 'parts' })
      return reload()
    },
  })
  const typed = parse(form.values)
  const amounts = typed.success ? splitIntoParts(toPaise(price), termsOf(typed.data)) : undefined
  return (
    <chakra.form method="post" noValidate display="grid" gap="4" onSubmit={form.submit}>
      <Two>
        <Field as="select" label="Parts" {...form.field('count')}>
          {counts.map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </Field>
        <Field
          label="Days between parts"
          inputMode="numeric"
          required
          help={`The last part is due at most ${MAX_PLAN_DAYS} days after the first.`}
          {...form.field('every_days')}
        />
        <Field
          label="First part (₹)"
          optional
          inputMode="decimal"
          help="In whole rupees. Empty splits the price evenly."
          {...form.field('first')}
        />
        <Field
          as="select"
          label="Grace"
          help="After it the lessons pause until the part is paid. Progress stays."
          {...form.field('grace_days')}
        >
          {graces.map((days) => (
            <option key={days} value={days}>
              {days} days
            </option>
          ))}
        </Field>
      </Two>
      {typed.success && <Preview amounts={amounts} days={dueDays(indianDay(shopNow()), typed.data)} />}
      {(form.problem ?? off.problem) !== undefined && <FieldProblem>{form.problem ?? off.problem}</FieldProblem>}
      <chakra.div display="flex" flexWrap="wrap" gap="2.5">
        <Button type="submit" busy={form.isPending} busyText="Saving...">
          {parts ? 'Save' : 'Turn on'}
        </Button>
        {parts && (
          <Button type="button" variant="outline" busy={off.isPending} busyText="Saving..." onClick={off.submit}>
            Turn off
          </Button>
        )}
      </chakra.div>
    </chakra.form>
  )
}

function Preview({ amounts, days }: { amounts: number[] | undefined; days: string[] }) {
  return (
    <chakra.p textStyle="sm" color="fg.muted" role="status">
      {amounts
        ? `Bought today: ${amounts.map((paise, at) => `${rupeesText(toRupees(paise))} ${at === 0 ? 'today' : `on ${dayText(days[at] ?? '')}`}`).join(', ')}.`
        : 'The price is too low for these parts: each needs at least ₹1.'}
    </chakra.p>
  )
}
