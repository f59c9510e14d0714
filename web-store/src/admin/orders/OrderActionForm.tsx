import { text as said } from 'contract/fields'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Row } from '../../ui/layout.tsx'
import { Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { text } from '../kit/fields.tsx'
import { type AnyForm, Form, type FormProps, SaveButton, useForm } from '../kit/form.tsx'
import { lossText, type RefundOrder } from './refund-order.ts'

const Box = chakra('div', {
  base: { p: '4', mb: '5', borderWidth: '1px', borderColor: 'border', borderRadius: 'l2', bg: 'bg.subtle' },
})

/** A form above an order, in a box of its own. */
const OrderForm = (props: FormProps) => (
  <Box>
    <Form {...props} />
  </Box>
)

type WaitingCardProps = Pick<FormProps, 'title' | 'more'> & {
  form: AnyForm & { isTyped: boolean }
  lead: ReactNode
  /** Fields of the form, which a button opens. */
  asks: NonNullable<FormProps['layout']>
  opens: string
  save: string
  busyText: string
  /** Buttons before the one that opens. */
  first?: ReactNode
  /** Replaces all buttons. */
  tools?: ReactNode
  leave?: (close: () => void) => void
  children: ReactNode
}

/** A card above an order that waits for an answer. */
export function WaitingCard(props: WaitingCardProps) {
  const { form, lead, asks, opens, save, busyText, first, leave = (close) => close(), children, ...rest } = props
  const [opened, setOpened] = useState<boolean>()
  // Words that are not sent yet are shown again.
  const open = opened ?? form.isTyped
  const {
    tools = open ? (
      <>
        <SaveButton of={form} always busyText={busyText}>
          {save}
        </SaveButton>
        <Button variant="outline" onClick={() => leave(() => setOpened(false))}>
          Cancel
        </Button>
      </>
    ) : (
      <>
        {first}
        <Button variant="outline" onClick={() => setOpened(true)}>
          {opens}
        </Button>
      </>
    ),
    ...shown
  } = rest
  return (
    <OrderForm
      form={form}
      {...shown}
      layout={[
        <div key="facts">
          <chakra.p fontWeight="600">{lead}</chakra.p>
          {children}
        </div>,
        ...(open ? asks : []),
      ]}
    >
      {tools && <Tools>{tools}</Tools>}
    </OrderForm>
  )
}

/** The reason that somebody gave for a refund. */
export const Wish = ({ children }: { children: string | null }) => (
  <chakra.p mt="1.5" whiteSpace="pre-line" overflowWrap="anywhere">
    {children ?? 'No reason given.'}
  </chakra.p>
)

type OpenedProps = Omit<FormProps, 'form'> & {
  form: AnyForm & { cancel: (leave: () => void) => void }
  save: string
  busyText: string
  palette?: ButtonProps['colorPalette']
  onCancel: () => void
}

/** One that a press has opened: it takes the focus, for it is above the order and may have been scrolled away. */
export function OpenedForm({ form, save, busyText, palette, onCancel, ...rest }: OpenedProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={box}>
      <OrderForm form={form} {...rest}>
        <Row gap="2.5" justifyContent="end">
          <Button variant="outline" onClick={() => form.cancel(onCancel)}>
            Cancel
          </Button>
          <SaveButton of={form} always colorPalette={palette} busyText={busyText}>
            {save}
          </SaveButton>
        </Row>
      </OrderForm>
    </div>
  )
}

export type ActionProps<Order> = { order: Order; onDone: () => void; onFailed: () => void; onCancel: () => void }

/** Gives an order in review what was bought, when the owner decides so. */
export function GrantForm(props: ActionProps<{ order_id: string }>) {
  return (
    <ReasonForm
      {...props}
      call={adminApi.orders.grant}
      save="Give access"
      busyText="Giving access..."
      help="The buyer gets the courses. The reason is saved in the order’s timeline."
      draft="grant"
      failed="Access not confirmed"
      fallback="Access could not be given. Please try again."
      done="Access given"
    />
  )
}

type FreeOrder = Pick<RefundOrder, 'order_id' | 'gift_codes' | 'plan'> & {
  coins_back: number
  promocode: string | null
}

/** Refunds an order of nothing, which coins or a code alone paid. */
export function FreeRefundForm(props: ActionProps<FreeOrder>) {
  const { coins_back, promocode } = props.order
  const coins = `${coins_back.toLocaleString('en-IN')} ${coins_back === 1 ? 'coin' : 'coins'}`
  const back =
    coins_back > 0 ? `Coins alone paid this order. The buyer gets ${coins} back.` : 'Nothing was paid for this order.'
  const code = promocode ? ` The code ${promocode} can be used again.` : ''
  return (
    <ReasonForm
      {...props}
      call={adminApi.orders.refund}
      save={coins_back > 0 ? `Refund ${coins}` : 'Take it back'}
      palette="danger"
      busyText="Refunding..."
      help={`${back}${code} ${lossText(props.order)}`}
      draft="refund"
      failed="Refund not confirmed"
      fallback="The refund could not be made. Please try again."
      done={coins_back > 0 ? `${coins} returned` : 'Order taken back'}
    />
  )
}

type ReasonFormProps = ActionProps<{ order_id: string }> &
  Pick<OpenedProps, 'save' | 'busyText' | 'palette'> & {
    call: typeof adminApi.orders.grant | typeof adminApi.orders.refund
    help: string
    draft: string
    failed: string
    fallback: string
    done: string
  }

const Reason = z.object({ reason: said(1, 500, 'Enter a reason') })

function ReasonForm({
  order: { order_id },
  call,
  help,
  save,
  busyText,
  palette,
  draft,
  onCancel,
  ...rest
}: ReasonFormProps) {
  const form = useForm(
    call,
    { reason: text('Reason', { maxLength: 500, help }) },
    { ...rest, draft: `${draft}:${order_id}`, schema: Reason, of: { params: { order_id } } },
  )
  return (
    <OpenedForm
      form={form}
      title={save}
      save={save}
      busyText={busyText}
      onCancel={onCancel}
      {...(palette && { palette })}
    />
  )
}
