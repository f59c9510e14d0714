import { COIN_REASON, MAX_COINS } from 'contract/users'
import { useId } from 'react'
import { z } from 'zod'
import { errorText, isApiError } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { countText } from '../../ui/format.ts'
import { Muted } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { number, segments, text } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { UserCoins } from './UserCoins.tsx'
import { nameOf, type User } from './user.ts'

/** Returns true if an earlier try, whose answer was lost, changed the coins. */
const wasTaken = (error: unknown) => isApiError(error) && error.code === 'idempotency_mismatch'

const AMOUNT = { error: `Amount must be a whole number from 1 to ${MAX_COINS}` }
const Change = z.object({
  operation: z.enum(['add', 'subtract']),
  amount: z.number(AMOUNT).int(AMOUNT).min(1, AMOUNT).max(MAX_COINS, AMOUNT),
  reason: z.string().trim().min(3, { error: COIN_REASON }),
})

const { addCoins, subtractCoins } = adminApi.users
type Sent = Pick<Parameters<typeof addCoins.call>[0], 'params' | 'headers'> & { body: z.output<typeof Change> }

const call = {
  key: addCoins.key,
  call: ({ body: { operation, amount, reason }, ...rest }: Sent) =>
    (operation === 'add' ? addCoins : subtractCoins).call({
      ...rest,
      query: { amount: String(amount) },
      body: { reason },
    }),
}

const fields = {
  operation: segments('Operation', [
    ['add', 'Add'],
    ['subtract', 'Subtract'],
  ]),
  amount: number('Amount', { begun: '0', min: 0, max: MAX_COINS, selects: true, unmarked: true }),
  reason: text('Reason', { maxLength: 200 }),
}

/** Adds coins to a student's balance, or takes some away; below it, where the balance comes from. */
export default function CoinsDialog({ of: user, onClose }: { of: User; onClose: () => void }) {
  const id = useId()
  // One key for one change: sent again after a lost answer, with another sum or reason even, it stays one, also when this was closed meanwhile.
  const form = useForm(call, fields, {
    draft: `coins:${user.user_id}`,
    of: { params: { id: user.user_id } },
    schema: Change,
    once: true,
    renews: wasTaken,
    toasts: true,
    fallback: '',
    say: (error) =>
      wasTaken(error)
        ? 'Your earlier change was already saved, with the amount and reason you gave then. Check the balance before you make another.'
        : errorText(error, ''),
    failed: ({ operation }) => `Failed to ${operation} coins`,
    onDone: onClose,
  })
  const { operation, amount: typed } = form.values
  const amount = Number(typed)
  const valid = Change.shape.amount.safeParse(typed === '' ? Number.NaN : amount).success
  const balance = user.coins + (operation === 'add' ? amount : -amount)
  const verb = operation === 'add' ? 'Add' : 'Subtract'
  const problem = form.problem === undefined ? undefined : `Failed to ${operation} coins. ${form.problem}`.trim()
  return (
    <Dialog
      open
      onClose={onClose}
      size="coins"
      title={`Coins of ${nameOf(user)}`}
      footer={
        <>
          <Button variant="outline" onClick={() => form.cancel(onClose)}>
            Cancel
          </Button>
          <SaveButton of={form} formId={id} always>
            {valid ? `${verb} ${countText(amount, 'coin')}` : `${verb} coins`}
          </SaveButton>
        </>
      }
    >
      <Form
        form={{ ...form, problem }}
        id={id}
        layout={[<Muted key="now">Current balance: {user.coins}</Muted>, 'operation', 'amount', 'reason']}
        more={{
          amount: { error: typed !== '' && typed !== '0' && !valid && AMOUNT.error },
          reason: {
            help: `${nameOf(user)} sees this in the coin history.`,
            placeholder: operation === 'add' ? 'Won the reels contest' : 'Added twice by mistake',
          },
        }}
      >
        <Muted aria-live="polite">
          {valid && balance < 0 && 'This is more than the balance.'}
          {valid && balance >= 0 && (
            <>
              New balance will be <chakra.b color="fg">{balance}</chakra.b>
            </>
          )}
        </Muted>
      </Form>
      <UserCoins userId={user.user_id} />
    </Dialog>
  )
}
