import { useId } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { amountText } from '../../ui/format.ts'
import { lossText, type RefundOrder, type Scope } from './refund-order.ts'

const Option = chakra('label', {
  base: {
    display: 'flex',
    gap: '3',
    alignItems: 'start',
    px: '3.5',
    py: '3',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    bg: 'bg.panel',
    lineHeight: '1.4',
    cursor: 'pointer',
    '&:has(:checked)': { borderColor: 'action.fg', bg: 'action.subtle' },
    '& input': { mt: '3px' },
    '& small': { display: 'block', fontSize: '.875rem', color: 'fg.muted' },
  },
})

type Props = { order: RefundOrder; scope: Scope; onChoose: (scope: Scope) => void }

export function RefundScope({ order, scope, onChoose }: Props) {
  const name = useId()
  const { refundable, refundable_without_redeemed: most } = order
  const { currency } = order.gateway
  const option = (value: Scope, title: string, help: string) => (
    <Option>
      <input type="radio" name={name} checked={scope === value} onChange={() => onChoose(value)} />
      <span>
        <b>{title}</b>
        <small>{help}</small>
      </span>
    </Option>
  )
  return (
    <chakra.fieldset display="grid" gap="2.5" minW="0">
      <chakra.legend textStyle="label" mb="1.5">
        What to refund
      </chakra.legend>
      {option('all', `Everything, ${amountText(refundable, currency)}`, lossText(order))}
      {order.seats.length > 1 &&
        option('seats', 'Courses or gift codes', 'Only what you choose is removed. The rest stays as it is.')}
      {most > 0 && option('sum', 'Part of the amount', `Up to ${amountText(most, currency)}. Everyone keeps access.`)}
    </chakra.fieldset>
  )
}
