import { useQuery, useQueryClient } from '@tanstack/react-query'
import { toRupees } from 'contract/money'
import { proposeRefund } from 'contract/orders/conditions'
import type { UserOrder } from 'contract/orders/orders'
import type { CSSProperties } from 'react'
import { api, client, errorText } from '../../api/client.ts'
import { plural, t } from '../../language/text.ts'
import { useActionForm } from '../../shared/forms/use-action-form.ts'
import { openedCourses } from '../../shared/orders/opened-courses.ts'
import { Problem } from '../../shared/Problem.tsx'
import { studentDrafts } from '../../stores/drafts.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { TryAgain } from '../../ui/ErrorBoundary.tsx'
import { Field } from '../../ui/Field.tsx'
import { rupeesText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { toast } from '../../ui/toaster.ts'

type Offer = Awaited<ReturnType<typeof client.orders.guaranteeOffer>>
type Course = Offer['courses'][number]

const Room = chakra('div', {
  base: { minH: { base: 'calc(15rem + var(--rows) * 6rem)', md: 'calc(15rem + var(--rows) * 4rem)' } },
})

const Choice = chakra('label', {
  base: {
    display: 'flex',
    gap: '3',
    px: '3.5',
    py: '2.5',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    lineHeight: '1.4',
    '&:has(input)': { cursor: 'pointer' },
    '&:has(:checked)': { borderColor: 'action.fg', bg: 'action.subtle' },
    '& input': { mt: '3px', flexShrink: '0' },
    '& > span': { flex: '1', minW: '0', overflowWrap: 'anywhere' },
    '& > b': { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
    '& small': { display: 'block', fontSize: '.875rem', color: 'fg.muted' },
  },
})

/** Lists all that ends with the refund of a course. */
function endsOf({ own, gift_codes, redeemed, certificate }: Course): string {
  const codes = gift_codes.length
  return [
    own ? t('Your access ends.') : undefined,
    codes > 0
      ? plural(codes, {
          one: '{count} unused gift code stops working.',
          other: '{count} unused gift codes stop working.',
        })
      : undefined,
    certificate ? t('Your certificate is no longer valid.') : undefined,
    redeemed > 0 ? t('Gifts that are taken stay with your friends and are not refunded.') : undefined,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Requests a refund of some courses of an order: names the sum, and all that ends with it. */
export default function RequestRefund({ order, onClose }: { order: UserOrder; onClose: () => void }) {
  const offer = useQuery({
    ...api.orders.guaranteeOffer.queryOptions({ input: { order_id: order.order_id } }),
    staleTime: 0,
    gcTime: 0,
  })
  const rows = openedCourses(order.courses).filter(
    ({ course_id }) => !order.refunded_courses?.includes(course_id),
  ).length
  return (
    // The room of the form, while it loads.
    <Room style={{ '--rows': rows } as CSSProperties}>
      {offer.data ? (
        <Form order={order} offer={offer.data} onClose={onClose} />
      ) : offer.isError ? (
        <Problem>
          <p>{errorText(offer.error, t('Please check your connection and try again.'))}</p>
          <TryAgain again={() => void offer.refetch()} />
        </Problem>
      ) : (
        <Loading minH="8rem" />
      )}
    </Room>
  )
}

type FormProps = { order: UserOrder; offer: Offer; onClose: () => void }

function Form({ order: { order_id }, offer, onClose }: FormProps) {
  const { courses } = offer
  const queries = useQueryClient()
  // An order of nothing goes back whole.
  const isFree = offer.amount === 0
  const several = courses.length > 1 && !isFree
  const chosenOf = (without: readonly string[]) => courses.filter(({ course_id }) => !without.includes(course_id))
  const form = useActionForm({
    drafts: studentDrafts,
    name: `refund ${order_id}`,
    begun: { text: '', without: [] as string[] },
    check: ({ without }) => ({ without: chosenOf(without).length > 0 ? undefined : t('Choose at least one course') }),
    send: ({ text, without }) => {
      const course_ids = chosenOf(without).map(({ course_id }) => course_id)
      return client.orders.askGuarantee({ params: { order_id }, body: { reason: text, course_ids } })
    },
    failed: t('Your request was not sent. Please try again.'),
    fallback: t('Your request was not sent. Please try again.'),
    onDone: () => {
      toast.success(t('Refund requested'), { description: t('We will email you our answer.') })
      return queries.invalidateQueries({ queryKey: api.orders.mine.key() })
    },
  })
  const { without } = form.values
  const chosen = chosenOf(without)
  const back = offer.seats.filter(
    (seat) => !seat.redeemed && chosen.some(({ course_id }) => course_id === seat.course_id),
  )
  const { proposed, lost, along } = proposeRefund(offer, back)
  const choose = (id: string, on: boolean) =>
    form.put({ without: on ? without.filter((one) => one !== id) : [...without, id] })
  return (
    <chakra.form
      method="post"
      display="grid"
      gap="3"
      noValidate
      onSubmit={form.submit}
      aria-label={t('Ask for a refund')}
    >
      <chakra.fieldset display="grid" gap="2" minW="0">
        <chakra.legend textStyle="label" mb="1.5">
          {several ? t('What do you want to return?') : t('What you return')}
        </chakra.legend>
        {courses.map((course) => (
          <Choice key={course.course_id} as={several ? 'label' : 'div'}>
            {several && (
              <input
                type="checkbox"
                name={course.course_id}
                checked={!without.includes(course.course_id)}
                aria-invalid={form.errorOf('without') ? true : undefined}
                onChange={({ target }) => choose(course.course_id, target.checked)}
              />
            )}
            <span>
              {course.course_name}
              <small>{endsOf(course)}</small>
            </span>
            {!isFree && <b>{rupeesText(course.amount)}</b>}
          </Choice>
        ))}
        <chakra.p role="alert" color="danger.fg" fontWeight="500" _empty={{ display: 'none' }}>
          {form.errorOf('without')}
        </chakra.p>
      </chakra.fieldset>
      {offer.coins > 0 && (
        <p>{plural(offer.coins, { one: 'You get {count} coin back.', other: 'You get {count} coins back.' })}</p>
      )}
      {along.map(({ name, order_no, back: paid }) => (
        <p key={order_no}>
          {t('‘{course}’ goes back too, with {amount}: it opens nothing without what you return.', {
            course: name,
            amount: rupeesText(paid),
          })}
        </p>
      ))}
      {chosen.length > 0 && lost > 0 && (
        <p role="status">
          {t('{amount} less: without what you return, a lower price no longer holds.', {
            amount: rupeesText(toRupees(lost)),
          })}
        </p>
      )}
      <Field
        as="textarea"
        label={t('Why?')}
        optional
        maxLength={500}
        help={t('Your answer helps us to make the course better.')}
        {...form.field('text')}
        error={form.problem}
      />
      <chakra.div display="flex" flexWrap="wrap" gap="2.5" justifyContent="end">
        <Button variant="ghost" size="sm" onClick={() => form.cancel(onClose)}>
          {t('Cancel')}
        </Button>
        <Button type="submit" variant="outline" size="sm" busy={form.isPending} busyText={t('Sending...')}>
          {chosen.length > 0 && proposed > 0
            ? t('Ask for {amount} back', { amount: rupeesText(toRupees(proposed)) })
            : t('Ask for a refund')}
        </Button>
      </chakra.div>
    </chakra.form>
  )
}
