import { indianDay } from 'contract/indian-time'
import { shopNow } from '../../stores/shop-clock.ts'
import { Field } from '../../ui/Field.tsx'
import { Two } from '../forms/form-parts.tsx'

/** A bank transfer that the owner has made; null while the gateway gives the money back. */
export type Transfer = { reference: string; sent_on: string } | null

const today = () => indianDay(shopNow())

/** Returns true if the shop can record this transfer: the server checks the same again. */
export const isWhole = (transfer: Transfer) =>
  transfer === null || (transfer.reference.trim() !== '' && transfer.sent_on !== '' && transfer.sent_on <= today())

/** Describes a finished transfer. */
export function TransferFields({
  transfer,
  onChange,
}: {
  transfer: NonNullable<Transfer>
  onChange: (transfer: Transfer) => void
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
        value={transfer.reference}
        onChange={(event) => onChange({ ...transfer, reference: event.target.value })}
      />
      <Field
        label="Sent on"
        required
        type="date"
        max={today()}
        error={late ? 'The date must not be in the future' : undefined}
        value={transfer.sent_on}
        onChange={(event) => onChange({ ...transfer, sent_on: event.target.value })}
      />
    </Two>
  )
}

/** Picks the refund method. A transfer by the owner is only recorded. */
export function RefundWay({ transfer, onChange }: { transfer: Transfer; onChange: (transfer: Transfer) => void }) {
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
      {transfer && <TransferFields transfer={transfer} onChange={onChange} />}
    </>
  )
}
