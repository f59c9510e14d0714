import { useQueryClient } from '@tanstack/react-query'
import { COIN_REASON, MAX_COINS } from 'contract/users'
import { errorText, isApiError } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { countText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, Muted } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { UserCoins } from './UserCoins.tsx'
import { nameOf, type User } from './user.ts'

/** Returns true if an earlier try, whose answer was lost, changed the coins. */
const wasTaken = (error: unknown) => isApiError(error) && error.code === 'idempotency_mismatch'

const problemOf = (error: unknown) =>
  wasTaken(error)
    ? 'Your earlier change was already saved, with the amount and reason you gave then. Check the balance before you make another.'
    : errorText(error, '')

type Change = { operation: 'add' | 'subtract'; typed: string; why: string }

const newChange: Change = { operation: 'add', typed: '0', why: '' }

const AMOUNT = `Amount must be a whole number from 1 to ${MAX_COINS}`
const isAmount = (typed: string) => /^\d+$/.test(typed) && Number(typed) > 0 && Number(typed) <= MAX_COINS

/** Adds coins to a student's balance, or takes some away; below it, where the balance comes from. */
export default function CoinsDialog({ of: user, onClose }: { of: User; onClose: () => void }) {
  const queries = useQueryClient()
  // One key for one change: sent again after a lost answer, with another sum or reason even, it stays one, also when this was closed meanwhile.
  const form = useActionForm({
    name: `coins:${user.user_id}`,
    begun: newChange,
    once: true,
    renews: wasTaken,
    check: ({ typed, why }) => ({
      typed: isAmount(typed) ? undefined : AMOUNT,
      why: why.trim().length >= 3 ? undefined : COIN_REASON,
    }),
    send: ({ operation, typed, why }, { key }) => {
      const call = operation === 'add' ? adminClient.users.addCoins : adminClient.users.subtractCoins
      return call({
        params: { id: user.user_id },
        query: { amount: typed },
        body: { reason: why.trim() },
        headers: { 'idempotency-key': key },
      })
    },
    toasts: true,
    fallback: '',
    say: problemOf,
    failed: (sent) => `Failed to ${sent.operation} coins`,
    onDone: ({ message }) => {
      toast.success(message)
      onClose()
      return queries.invalidateQueries({ queryKey: adminApi.users.key() })
    },
    onFailed: (error) => {
      if (wasTaken(error)) void queries.invalidateQueries({ queryKey: adminApi.users.key() })
    },
  })
  const { operation, typed } = form.values
  const amount = Number(typed)
  const valid = isAmount(typed)
  const balance = user.coins + (operation === 'add' ? amount : -amount)
  const verb = operation === 'add' ? 'Add' : 'Subtract'
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
          <Button type="submit" form="coins-form" busy={form.isPending} busyText="Saving...">
            {valid ? `${verb} ${countText(amount, 'coin')}` : `${verb} coins`}
          </Button>
        </>
      }
    >
      <chakra.form method="post" id="coins-form" noValidate display="grid" gap="4" onSubmit={form.submit}>
        <Muted>Current balance: {user.coins}</Muted>
        <Segments
          label="Operation"
          value={operation}
          onChange={(next) => form.put({ operation: next })}
          options={[
            ['add', 'Add'],
            ['subtract', 'Subtract'],
          ]}
        />
        <Field
          label="Amount"
          type="number"
          inputMode="numeric"
          min={0}
          max={MAX_COINS}
          step={1}
          {...form.field('typed')}
          onFocus={(event) => event.currentTarget.select()}
          error={typed !== '' && typed !== '0' && !valid ? AMOUNT : form.errorOf('typed')}
        />
        <Field
          label="Reason"
          help={`${nameOf(user)} sees this in the coin history.`}
          placeholder={operation === 'add' ? 'Won the reels contest' : 'Added twice by mistake'}
          maxLength={200}
          required
          {...form.field('why')}
        />
        {form.problem !== undefined && (
          <FieldProblem>{`Failed to ${operation} coins. ${form.problem}`.trim()}</FieldProblem>
        )}
        <Muted aria-live="polite">
          {valid && balance < 0 && 'This is more than the balance.'}
          {valid && balance >= 0 && (
            <>
              New balance will be <chakra.b color="fg">{balance}</chakra.b>
            </>
          )}
        </Muted>
      </chakra.form>
      <UserCoins userId={user.user_id} />
    </Dialog>
  )
}
