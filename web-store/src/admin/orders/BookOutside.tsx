import { useQuery } from '@tanstack/react-query'
import { statesByName } from 'contract/gst-states'
import { indianDay } from 'contract/indian-time'
import { receivedWarnings } from 'contract/orders/outside-payments'
import { useNavigate } from 'react-router-dom'
import { isRefused } from '../../shared/forms/use-action-form.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { rupeesText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import type { PickedCourse } from '../forms/CoursePicks.tsx'
import { FieldProblem, Help, Muted } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { choice, courses, day, rupees, state, text, tick } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { nameOf, type User } from '../users/user.ts'
import { outsideMethods } from './order-labels.ts'

const today = () => indianDay(shopNow())

const fields = {
  course_ids: courses({ onlySold: true }),
  amount: rupees('Amount received', { type: 'text' }),
  method: choice('Paid by', Object.entries(outsideMethods), { begun: 'upi' }),
  reference: text('Reference', { maxLength: 60, own: false }),
  received_on: day('Received on'),
  billing_state: choice('State of the buyer', [['', 'Choose a state'], ...statesByName], { required: true }),
  /** The unusual day that was confirmed. */
  sure: state(''),
}

/** The price of some courses, as it is typed. */
function priceOf(picked: readonly PickedCourse[]): string {
  const price = Math.round(picked.reduce((sum, course) => sum + course.price * 100, 0)) / 100
  return price > 0 ? String(price) : ''
}

const isUsual = (received_on: string) => received_on === '' || receivedWarnings(received_on, today()).length === 0

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
  const form = useForm(adminApi.orders.bookOutside, fields, {
    draft: `outside:${user.user_id}`,
    begun: { received_on: today() },
    once: true,
    check: ({ course_ids, amount, reference, received_on, sure, billing_state }) => ({
      course_ids: course_ids.length > 0 ? undefined : 'Choose a course',
      amount: isSum(amount) ? undefined : 'Amount must be at least ₹1.00, with at most 2 decimals',
      reference: reference.trim() ? undefined : 'Please enter a receipt number or the reference of the transfer',
      received_on: received_on !== '' && received_on <= today() ? undefined : '',
      sure: isUsual(received_on) || sure === received_on ? undefined : 'Please confirm the day of the money',
      billing_state: !tax || billing_state !== '' ? undefined : 'Please choose your state',
    }),
    shape: ({ sure, billing_state, ...body }) => ({
      ...body,
      user_id: user.user_id,
      confirm_day: sure === body.received_on,
      ...(billing_state ? { billing_state } : {}),
    }),
    // A refusal booked nothing; the next press is a booking of its own.
    renews: (error) => isRefused(error) && error.code !== 'idempotency_mismatch',
    // The server alone knows the first day of GST.
    codes: { confirm_day: 'sure' },
    failed: 'Payment not confirmed',
    fallback: 'Not recorded. Please try again.',
    done: ({ warnings: [warning] }, { amount }) => {
      if (warning) toast.info(warning)
      return `${rupeesText(Number(amount))} recorded`
    },
    onDone: ({ order_id }, { here }) => {
      if (!here) return
      onClose()
      navigate(adminPaths.tab('orders', { order: order_id }))
    },
  })
  const { values, put, errorOf } = form
  const { course_ids: picked, amount, method, received_on, sure } = values
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
          <SaveButton of={form} formId="book-outside" always busyText="Recording...">
            {isSum(amount) ? `Record ${rupeesText(Number(amount))}` : 'Record payment'}
          </SaveButton>
        </>
      }
    >
      <Form
        form={form}
        id="book-outside"
        layout={[
          !user.email_confirmed && (
            <Help>Email not confirmed. Ask the buyer to confirm it before you give access.</Help>
          ),
          fields.course_ids.draw({
            name: 'course_ids',
            value: picked,
            // The amount is the price, unless another one was typed.
            put: (next) => put({ course_ids: next, ...(amount === priceOf(picked) && { amount: priceOf(next) }) }),
            error: errorOf('course_ids'),
          }),
          ['amount', 'method'],
          ['reference', 'received_on'],
          tax && 'billing_state',
          (!isUsual(received_on) || sure === received_on || errorOf('sure')) &&
            tick(
              <>
                {receivedWarnings(received_on, today()).join(' ')} <b>Yes, {received_on} is the day.</b>
              </>,
            ).draw({
              name: 'sure',
              value: sure === received_on,
              put: (on) => put({ sure: on ? received_on : '' }),
            }),
          errorOf('sure') && <FieldProblem>{errorOf('sure')}</FieldProblem>,
        ]}
        more={{
          amount: {
            help: `In rupees${tax?.prices === 'exclusive' ? ', with GST' : ''}. Below the price the rest is a discount.`,
          },
          reference: {
            help: method === 'cash' ? 'The number of your receipt book' : 'The UTR or transaction number',
          },
          received_on: {
            max: today(),
            error: received_on > today() && 'The date must not be in the future',
          },
        }}
      >
        <Muted>
          The student gets access and the {tax ? 'invoice' : 'receipt'} by email at once. Razorpay is never asked about
          this order.
        </Muted>
      </Form>
    </Dialog>
  )
}
