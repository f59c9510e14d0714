import { useQuery } from '@tanstack/react-query'
import { statesByName } from 'contract/gst-states'
import { indianDay } from 'contract/indian-time'
import { type OutsideMethod, receivedWarnings } from 'contract/orders/outside-payments'
import { useNavigate } from 'react-router-dom'
import { isApiError } from '../../api/client.ts'
import { isRefused } from '../../shared/forms/use-action-form.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { rupeesText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { CoursePicks, type PickedCourse } from '../forms/CoursePicks.tsx'
import { FieldProblem, Help, Two } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { nameOf, type User } from '../users/user.ts'
import { outsideMethods } from './order-labels.ts'

const today = () => indianDay(shopNow())

type Booking = {
  picked: PickedCourse[]
  /** The amount, where another one than the price was typed. */
  typed: string | undefined
  method: OutsideMethod
  reference: string
  received_on: string
  state: string
  /** The unusual day that was confirmed. */
  sure: string
}

const newBooking = (): Booking => ({
  picked: [],
  typed: undefined,
  method: 'upi',
  reference: '',
  received_on: today(),
  state: '',
  sure: '',
})

/** The amount is the price, unless another one was typed. */
function amountOf({ picked, typed }: Pick<Booking, 'picked' | 'typed'>): string {
  const price = Math.round(picked.reduce((sum, course) => sum + course.price * 100, 0)) / 100
  return typed ?? (price > 0 ? String(price) : '')
}

const isUsual = ({ received_on }: Booking) => received_on === '' || receivedWarnings(received_on, today()).length === 0

const isSum = (amount: string) => /^\d+(\.\d{1,2})?$/.test(amount) && Number(amount) >= 1

/** Books what a student has paid to the shop itself: an order with its access, document and mail at once. */
export default function BookOutside({
  of: user,
  onClose,
}: {
  of: User & { email_confirmed: boolean }
  onClose: () => void
}) {
  const navigate = useNavigate()
  const { data } = useQuery(adminApi.documents.tax.queryOptions())
  const tax = data?.tax
  // One key for one booking: sent again after a lost answer it stays one order, also when this was closed meanwhile.
  const form = useActionForm({
    name: `outside:${user.user_id}`,
    begun: newBooking(),
    once: true,
    check: (booking) => ({
      picked: booking.picked.length > 0 ? undefined : 'Choose a course',
      typed: isSum(amountOf(booking)) ? undefined : 'Amount must be at least ₹1.00, with at most 2 decimals',
      reference: booking.reference.trim()
        ? undefined
        : 'Please enter a receipt number or the reference of the transfer',
      received_on: booking.received_on !== '' && booking.received_on <= today() ? undefined : '',
      sure:
        isUsual(booking) || booking.sure === booking.received_on ? undefined : 'Please confirm the day of the money',
      state: !tax || booking.state !== '' ? undefined : 'Please choose your state',
    }),
    send: ({ picked, method, reference, received_on, state, sure, ...booking }, { key }) =>
      adminClient.orders.bookOutside({
        headers: { 'idempotency-key': key },
        body: {
          user_id: user.user_id,
          course_ids: picked.map(({ course_id }) => course_id),
          amount: Number(amountOf({ ...booking, picked })),
          method,
          reference: reference.trim(),
          received_on,
          confirm_day: sure === received_on,
          ...(state ? { billing_state: state } : {}),
        },
      }),
    // A refusal booked nothing; the next press is a booking of its own.
    renews: (error) => isRefused(error) && error.code !== 'idempotency_mismatch',
    // The server alone knows the first day of GST.
    fieldsOf: (error) => (isApiError(error) && error.code === 'confirm_day' ? { sure: error.message } : undefined),
    failed: 'Payment not confirmed',
    fallback: 'Not recorded. Please try again.',
    onDone: ({ order_id, warnings }, { sent, here }) => {
      const [warning] = warnings
      if (warning) toast.info(warning)
      toast.success(`${rupeesText(Number(amountOf(sent)))} recorded`)
      if (!here) return
      onClose()
      navigate(adminPaths.tab('orders', { order: order_id }))
    },
  })
  const { picked, method, received_on } = form.values
  const amount = amountOf(form.values)
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Payment of ${nameOf(user)} outside Razorpay`}
      footer={
        <>
          <Button variant="outline" onClick={() => form.cancel(onClose)}>
            Cancel
          </Button>
          <Button type="submit" form="book-outside" busy={form.isPending} busyText="Recording...">
            {isSum(amount) ? `Record ${rupeesText(Number(amount))}` : 'Record payment'}
          </Button>
        </>
      }
    >
      <chakra.form method="post" id="book-outside" noValidate display="grid" gap="4" onSubmit={form.submit}>
        {!user.email_confirmed && <Help>Email not confirmed. Ask the buyer to confirm it before you give access.</Help>}
        <CoursePicks
          onlySold
          picked={picked}
          onChange={(next) => form.put({ picked: next })}
          error={form.errorOf('picked')}
        />
        <Two>
          <Field
            label="Amount received"
            inputMode="decimal"
            required
            help={`In rupees${tax?.prices === 'exclusive' ? ', with GST' : ''}. Below the price the rest is a discount.`}
            {...form.field('typed')}
            value={amount}
          />
          <Field as="select" label="Paid by" {...form.field('method')}>
            {Object.entries(outsideMethods).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Field>
          <Field
            label="Reference"
            required
            maxLength={60}
            autoComplete="off"
            help={method === 'cash' ? 'The number of your receipt book' : 'The UTR or transaction number'}
            {...form.field('reference')}
          />
          <Field
            label="Received on"
            type="date"
            required
            max={today()}
            {...form.field('received_on')}
            error={received_on > today() ? 'The date must not be in the future' : undefined}
          />
          {tax && (
            <Field as="select" label="State of the buyer" required {...form.field('state')}>
              <option value="">Choose a state</option>
              {statesByName.map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Field>
          )}
        </Two>
        {(!isUsual(form.values) || form.values.sure === received_on || form.errorOf('sure')) && (
          <chakra.label display="flex" gap="3" alignItems="start" minH="11" cursor="pointer">
            <chakra.input
              type="checkbox"
              w="20px"
              h="20px"
              mt="2px"
              checked={form.values.sure === received_on}
              onChange={({ currentTarget }) => form.put({ sure: currentTarget.checked ? received_on : '' })}
            />
            <span>
              {receivedWarnings(received_on, today()).join(' ')} <b>Yes, {received_on} is the day.</b>
            </span>
          </chakra.label>
        )}
        {form.errorOf('sure') && <FieldProblem>{form.errorOf('sure')}</FieldProblem>}
        {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
        <chakra.p textStyle="sm" color="fg.muted">
          The student gets access and the {tax ? 'invoice' : 'receipt'} by email at once. Razorpay is never asked about
          this order.
        </chakra.p>
      </chakra.form>
    </Dialog>
  )
}
