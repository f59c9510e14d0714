import { indianDay } from 'contract/indian-time'
import { shopNow } from '../../stores/shop-clock.ts'
import { Field } from '../../ui/Field.tsx'
import { Two } from '../forms/form-parts.tsx'

/** A bank transfer that the owner has made; null while the gateway gives the money back. */
export type Transfer = { reference: string; sent_on: string } | null

const today = () => indianDay(shopNow())

const NO_REFERENCE = 'Enter the reference'
const NO_DAY = 'Choose the day'
const LATE = 'The date must not be in the future'

/** Says what a transfer lacks for the shop to record it: the server checks the same again. */
export function transferProblem(transfer: Transfer): string | undefined {
  if (transfer === null) return undefined
  if (transfer.reference.trim() === '') return NO_REFERENCE
  if (transfer.sent_on === '') return NO_DAY
  return transfer.sent_on > today() ? LATE : undefined
}

/** Describes a finished transfer. */
export function TransferFields({
  transfer,
  onChange,
  problem,
}: {
  transfer: NonNullable<Transfer>
  onChange: (transfer: Transfer) => void
  /** Shown beside its field, once the form was pressed. */
  problem: string | undefined
}) {
  const late = transfer.sent_on > today()
  return (
    <Two>
      <Field
        label="Reference"
        required
        maxLength={60}
        autoComplete="off"
        help="The UTR or transfer number. The buyer sees it."
        error={problem === NO_REFERENCE ? problem : undefined}
        value={transfer.reference}
        onChange={(event) => onChange({ ...transfer, reference: event.target.value })}
      />
      <Field
        label="Sent on"
        required
        type="date"
        max={today()}
        error={late ? LATE : problem === NO_DAY ? problem : undefined}
        value={transfer.sent_on}
        onChange={(event) => onChange({ ...transfer, sent_on: event.target.value })}
      />
    </Two>
  )
}

type WayProps = { transfer: Transfer; onChange: (transfer: Transfer) => void; problem: string | undefined }

/** Picks the refund method. A transfer by the owner is only recorded. */
export function RefundWay({ transfer, onChange, problem }: WayProps) {
  return (
    <>
      <Field
        as="select"
        label="Refund method"
        value={transfer ? 'bank' : 'gateway'}
        help={transfer ? 'Razorpay sends nothing. Access, documents and the buyer’s email follow at once.' : undefined}
        onChange={(event) => onChange(event.target.value === 'bank' ? { reference: '', sent_on: today() } : null)}
      >
        <option value="gateway">Razorpay sends it now</option>
        <option value="bank">I have sent it by bank transfer</option>
      </Field>
      {transfer && <TransferFields transfer={transfer} onChange={onChange} problem={problem} />}
    </>
  )
}
