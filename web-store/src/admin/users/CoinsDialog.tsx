import { useQueryClient } from '@tanstack/react-query'
import { COIN_REASON, MAX_COINS } from 'contract/users'
import { type FormEvent, useState } from 'react'
import { errorText, isApiError, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { countText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { useTypedFields } from '../forms/typed.ts'
import { useUnsaved } from '../forms/unsaved.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { UserCoins } from './UserCoins.tsx'
import { nameOf, type User } from './user.ts'

/** True when an earlier try, whose answer was lost, had changed the coins. */
const wasTaken = (error: unknown) => isApiError(error) && error.code === 'idempotency_mismatch'

const problemOf = (error: unknown) =>
  wasTaken(error)
    ? 'Your earlier change was already saved, with the amount and reason you gave then. Check the balance before you make another.'
    : errorText(error, '')

type Change = { operation: 'add' | 'subtract'; typed: string; why: string; key: string }

const newChange = (): Change => ({ operation: 'add', typed: '0', why: '', key: crypto.randomUUID() })

/** Adds coins to a student's balance, or takes some away; below it, where the balance comes from. */
export default function CoinsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const queries = useQueryClient()
  // One key for one change: sent again after a lost answer, with another sum or reason even, it stays one, also when this was closed meanwhile.
  const { fields, put, forget, sending, refused, forgetWhenKnown } = useTypedFields(`coins:${user.user_id}`, newChange)
  const { operation, typed, why, key } = fields
  const [asked, setAsked] = useState(false)
  const amount = Number(typed)
  const valid = /^\d+$/.test(typed) && amount > 0 && amount <= MAX_COINS
  const reason = why.trim()
  const said = reason.length >= 3
  useUnsaved(`coins:${user.user_id}`, typed !== '0' || reason !== '')
  const balance = user.coins + (operation === 'add' ? amount : -amount)
  const change = useSubmission({
    mutationFn: (_operation: 'add' | 'subtract') => {
      const call = operation === 'add' ? adminClient.users.addCoins : adminClient.users.subtractCoins
      return call({
        params: { id: user.user_id },
        query: { amount: typed },
        body: { reason },
        headers: { 'idempotency-key': key },
      })
    },
    onSuccess: ({ message }) => {
      toast.success(message)
      forget()
      onClose()
      return queries.invalidateQueries({ queryKey: adminApi.users.key() })
    },
    onError: (error) => {
      if (isAuthError(error)) return
      if (wasTaken(error)) {
        refused({ key: crypto.randomUUID() })
        void queries.invalidateQueries({ queryKey: adminApi.users.key() })
      }
      toast.error(`Failed to ${operation} coins`, { description: problemOf(error) })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!valid || !said || change.isPending) return
    sending()
    change.mutate(operation)
  }
  const cancel = () => {
    forgetWhenKnown(change)
    onClose()
  }
  const verb = operation === 'add' ? 'Add' : 'Subtract'
  return (
    <Dialog
      open
      onClose={onClose}
      size="coins"
      title={`Coins of ${nameOf(user)}`}
      footer={
        <>
          <Button variant="outline" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" form="coins-form" disabled={!valid} busy={change.isPending} busyText="Saving...">
            {valid ? `${verb} ${countText(amount, 'coin')}` : `${verb} coins`}
          </Button>
        </>
      }
    >
      <chakra.form id="coins-form" noValidate display="grid" gap="4" onSubmit={submit}>
        <chakra.p textStyle="sm" color="fg.muted">
          Current balance: {user.coins}
        </chakra.p>
        <Segments
          label="Operation"
          value={operation}
          onChange={(next) => put({ operation: next })}
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
          value={typed}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => put({ typed: event.target.value })}
          error={
            typed !== '' && typed !== '0' && !valid ? 'Amount must be a whole number from 1 to 1000000' : undefined
          }
        />
        <Field
          label="Reason"
          help={`${nameOf(user)} sees this in the coin history.`}
          placeholder={operation === 'add' ? 'Won the reels contest' : 'Added twice by mistake'}
          maxLength={200}
          required
          value={why}
          onChange={(event) => put({ why: event.target.value })}
          error={asked && !said ? COIN_REASON : undefined}
        />
        {change.error && !isAuthError(change.error) && (
          <FieldProblem>{`Failed to ${change.variables} coins. ${problemOf(change.error)}`.trim()}</FieldProblem>
        )}
        <chakra.p textStyle="sm" color="fg.muted" aria-live="polite">
          {valid && balance < 0 && 'This is more than the balance.'}
          {valid && balance >= 0 && (
            <>
              New balance will be <chakra.b color="fg">{balance}</chakra.b>
            </>
          )}
        </chakra.p>
      </chakra.form>
      <UserCoins userId={user.user_id} />
    </Dialog>
  )
}
