import { useQuery } from '@tanstack/react-query'
import { statesByName } from 'contract/gst'
import { indianDay } from 'contract/indian-time'
import type { OutsideMethod } from 'contract/outside-payments'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { rupeesText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { useIsHere } from '../../ui/use-is-here.ts'
import { CoursePicks, type PickedCourse } from '../forms/CoursePicks.tsx'
import { FieldProblem, Help, Two } from '../forms/form-parts.tsx'
import { useTypedFields } from '../forms/typed.ts'
import { useUnsaved } from '../forms/unsaved.ts'
import { useFailureBehind } from '../forms/use-failure-behind.ts'
import { adminApi, adminClient, isRefused } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { nameOf, type User } from '../users/user.ts'
import { outsideMethods } from './order-labels.ts'

const today = () => indianDay(shopNow())

type Booking = {
  picked: PickedCourse[]
  /** The amount, where another one than the price was typed. */
  typed?: string
  method: OutsideMethod
  reference: string
  received_on: string
  state: string
  key: string
}

const newBooking = (): Booking => ({
  ...{ picked: [], method: 'upi', reference: '', received_on: today(), state: '' },
  key: crypto.randomUUID(),
})

/** Books what a student has paid to the shop itself: an order with its access, document and mail at once. */
export default function BookOutside({
  user,
  onClose,
}: {
  user: User & { email_confirmed: boolean }
  onClose: () => void
}) {
  const navigate = useNavigate()
  const { data } = useQuery(adminApi.documents.tax.queryOptions())
  const tax = data?.tax
  // One key for one booking: sent again after a lost answer it stays one order, also when this was closed meanwhile.
  const { fields, put, forget, sending, refused, forgetWhenKnown } = useTypedFields(
    `outside:${user.user_id}`,
    newBooking,
  )
  const { picked, typed, method, reference, received_on, state, key } = fields
  const [asked, setAsked] = useState(false)
  const price = Math.round(picked.reduce((sum, course) => sum + course.price * 100, 0)) / 100
  const amount = typed ?? (price > 0 ? String(price) : '')
  const isSum = /^\d+(\.\d{1,2})?$/.test(amount) && Number(amount) >= 1
  const late = received_on > today()
  useUnsaved(`outside:${user.user_id}`, picked.length > 0 || typed !== undefined || reference.trim() !== '')
  const valid =
    picked.length > 0 && isSum && reference.trim() !== '' && received_on !== '' && !late && (!tax || state !== '')
  const here = useIsHere()
  const failedBehind = useFailureBehind()
  const book = useSubmission({
    mutationFn: () =>
      adminClient.orders.bookOutside({
        headers: { 'idempotency-key': key },
        body: {
          user_id: user.user_id,
          course_ids: picked.map(({ course_id }) => course_id),
          amount: Number(amount),
          ...{ method, reference: reference.trim(), received_on },
          ...(state ? { billing_state: state } : {}),
        },
      }),
    onSuccess: ({ order_id }) => {
      toast.success(`${rupeesText(Number(amount))} recorded`)
      forget()
      if (!here.current) return
      onClose()
      navigate(adminPaths.tab('orders', { order: order_id }))
    },
    onError: (error) => {
      // A refusal booked nothing; the next press is a booking of its own.
      failedBehind(error, 'Payment not confirmed')
      if (isRefused(error) && error.code !== 'idempotency_mismatch') refused({ key: crypto.randomUUID() })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!valid || book.isPending) return
    sending()
    book.mutate()
  }
  const cancel = () => {
    forgetWhenKnown(book)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Payment of ${nameOf(user)} outside Razorpay`}
      footer={
        <>
          <Button variant="outline" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" form="book-outside" busy={book.isPending} busyText="Recording...">
            {isSum ? `Record ${rupeesText(Number(amount))}` : 'Record payment'}
          </Button>
        </>
      }
    >
      <chakra.form id="book-outside" noValidate display="grid" gap="4" onSubmit={submit}>
        {!user.email_confirmed && <Help>Email not confirmed. Ask the buyer to confirm it before you give access.</Help>}
        <CoursePicks
          onlySold
          picked={picked}
          onChange={(next) => put({ picked: next })}
          error={asked && picked.length === 0 ? 'Choose a course' : undefined}
        />
        <Two>
          <Field
            label="Amount received"
            inputMode="decimal"
            required
            help={`In rupees${tax?.prices === 'exclusive' ? ', with GST' : ''}. Below the price the rest is a discount.`}
            value={amount}
            onChange={(event) => put({ typed: event.target.value })}
            error={asked && !isSum ? 'Amount must be at least ₹1.00, with at most 2 decimals' : undefined}
          />
          <Field
            as="select"
            label="Paid by"
            value={method}
            onChange={(event) => put({ method: event.target.value as OutsideMethod })}
          >
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
            value={reference}
            onChange={(event) => put({ reference: event.target.value })}
            error={
              asked && reference.trim() === ''
                ? 'Please enter a receipt number or the reference of the transfer'
                : undefined
            }
          />
          <Field
            label="Received on"
            type="date"
            required
            max={today()}
            value={received_on}
            onChange={(event) => put({ received_on: event.target.value })}
            error={late ? 'The date must not be in the future' : undefined}
          />
          {tax && (
            <Field
              as="select"
              label="State of the buyer"
              required
              value={state}
              onChange={(event) => put({ state: event.target.value })}
              error={asked && state === '' ? 'Please choose your state' : undefined}
            >
              <option value="">Choose a state</option>
              {statesByName.map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Field>
          )}
        </Two>
        {book.error && !isAuthError(book.error) && (
          <FieldProblem>{errorText(book.error, 'Not recorded. Please try again.')}</FieldProblem>
        )}
        <chakra.p textStyle="sm" color="fg.muted">
          The student gets access and the {tax ? 'invoice' : 'receipt'} by email at once. Razorpay is never asked about
          this order.
        </chakra.p>
      </chakra.form>
    </Dialog>
  )
}
