import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ReferralReward as Reward } from 'contract/referrals'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Card, Skeleton } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { Help } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { ErrorState } from '../lists/ErrorState.tsx'

const FAILED = 'Failed to load the referral reward'

/** Edits the reward of a student whose friend buys; off at 0. */
export function ReferralReward() {
  const { data, error, refetch } = useQuery({ ...adminApi.referrals.get.queryOptions(), staleTime: 0 })
  if (error && !data) return <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
  return (
    <Card asChild padded display="grid" gap="4">
      <section aria-labelledby="referral-reward" aria-busy={!data || undefined}>
        <chakra.h2 id="referral-reward" textStyle="h3" fontSize="1.375rem">
          Referral reward
        </chakra.h2>
        {data ? <RewardForm coins={data.reward_coins} /> : <Skeleton h="120px" />}
        {data && data.rewarded > 0 && (
          <Help>
            Paid {data.rewarded} {data.rewarded === 1 ? 'time' : 'times'} so far, {data.taken_back} removed with a
            refund.
          </Help>
        )}
      </section>
    </Card>
  )
}

function RewardForm({ coins }: { coins: number }) {
  const queries = useQueryClient()
  const asTyped = (reward: number) => ({ reward_coins: String(reward) })
  const form = useActionForm({
    name: 'referral-reward',
    begun: asTyped(coins),
    parse: (typed) => Reward.safeParse({ reward_coins: Number(typed.reward_coins || Number.NaN) }),
    send: (body) => adminClient.referrals.update(body),
    stored: ({ referrals }) => asTyped(referrals.reward_coins),
    failed: 'Failed to save the referral reward',
    fallback: 'Please try again.',
    toasts: true,
    onDone: ({ message }) => {
      toast.success(message)
      return queries.invalidateQueries({ queryKey: adminApi.referrals.key() })
    },
  })
  return (
    <chakra.form method="post" noValidate display="grid" gap="4" onSubmit={form.submit}>
      <Field
        label="Coins for a first purchase"
        type="number"
        inputMode="numeric"
        min={0}
        max={100_000}
        step={1}
        help="Students get these coins 30 days after a friend who signed up with their code makes a first purchase, or when your guarantee ends if that is later. A full refund removes them. A new amount counts for purchases from now on. Enter 0 for no reward."
        {...form.field('reward_coins')}
      />
      <div>
        <WaitingButton
          type="submit"
          waitsFor={!form.isChanged && 'Change the coins first'}
          busy={form.isPending}
          busyText="Saving..."
        >
          Save reward
        </WaitingButton>
      </div>
    </chakra.form>
  )
}
