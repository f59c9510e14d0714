import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type LetterPaceState, LetterPace as Pace } from 'contract/letters'
import { useState } from 'react'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { dateTimeText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, GroupLabel, Help, Tools } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { CopyText } from '../lists/CopyText.tsx'
import { ErrorState } from '../lists/ErrorState.tsx'

/** Asks how many letters go out an hour, and where returned mail is reported. */
export default function LetterPace({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(adminApi.letters.pace.queryOptions())
  return (
    <Dialog open onClose={onClose} title="Sending speed and bounces">
      <chakra.div pb="4">
        {data ? (
          <PaceForm pace={data} onClose={onClose} />
        ) : error ? (
          <ErrorState title="Failed to load the pace" error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading minH="240px" />
        )}
      </chakra.div>
    </Dialog>
  )
}

function PaceForm({ pace, onClose }: { pace: LetterPaceState; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useActionForm({
    name: 'letter-pace',
    begun: {
      per_hour: String(pace.per_hour),
      per_hour_receiver: String(pace.per_hour_receiver),
      bounce_domain: pace.bounce_domain,
    },
    parse: (values) => Pace.safeParse(values),
    send: (body) => adminClient.letters.setPace(body),
    stored: (_, sent) => sent,
    failed: 'The pace was not saved',
    fallback: 'The pace could not be saved. Please try again.',
    onDone: (saved, { here }) => {
      toast.success('Pace saved')
      queries.setQueryData(adminApi.letters.pace.queryOptions().queryKey, saved)
      if (here) onClose()
    },
  })
  return (
    <chakra.form method="post" noValidate display="grid" gap="4" onSubmit={form.submit}>
      <Field
        label="Emails an hour"
        inputMode="numeric"
        help="Your mail account has a limit too."
        {...form.field('per_hour')}
      />
      <Field
        label="An hour to one receiver"
        inputMode="numeric"
        help="Gmail, Yahoo and Outlook slow down who sends more than they know. Begin low."
        {...form.field('per_hour_receiver')}
      />
      <Field
        label="Domain for returned mail"
        optional
        placeholder="news.example.com"
        help="Its mailbox receives bounces of single emails. Empty without one."
        {...form.field('bounce_domain')}
      />
      {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
      {pace.unread && <UnreadReports unread={pace.unread} />}
      <BounceAddress />
      <Tools gap="3" justifyContent="flex-end">
        <Button variant="outline" onClick={() => form.cancel(onClose)}>
          Cancel
        </Button>
        <Button type="submit" busy={form.isPending} busyText="Saving...">
          Save
        </Button>
      </Tools>
    </chakra.form>
  )
}

/** Shows how many returned mails and stops only a person can read or match, until the owner has looked. */
function UnreadReports({ unread: { count, since, last } }: { unread: NonNullable<LetterPaceState['unread']> }) {
  const queries = useQueryClient()
  const clear = useSubmission({
    mutationFn: () => adminClient.letters.clearUnread(),
    onSuccess: async (pace) => {
      queries.setQueryData(adminApi.letters.pace.queryOptions().queryKey, pace)
      await queries.invalidateQueries({ queryKey: adminApi.overview.key() })
    },
    onError: (error) => toast.error('The count was not cleared', { description: errorText(error, '') }),
  })
  return (
    <chakra.div display="grid" gap="2" justifyItems="start">
      <GroupLabel id="unread-reports" help={`Since ${dateTimeText(since)}. The last one: ${last}.`}>
        {count === 1 ? '1 report could not be read or matched' : `${count} reports could not be read or matched`}
      </GroupLabel>
      <Help>
        Look into the mailbox of returned mail, or search the number under Students: an address may be gone, or a
        student wants no more messages.
      </Help>
      <Button size="sm" variant="outline" busy={clear.isPending} busyText="Clearing..." onClick={() => clear.mutate()}>
        Clear the count
      </Button>
    </chakra.div>
  )
}

function BounceAddress() {
  const [address, setAddress] = useState<string>()
  const renew = useSubmission({
    mutationFn: () => adminClient.letters.renewBounceAddress(),
    onSuccess: (made) => setAddress(made.address),
    onError: (error) => toast.error('No address was made', { description: errorText(error, '') }),
  })
  return (
    <chakra.div display="grid" gap="2" justifyItems="start">
      <GroupLabel
        id="bounce-address"
        help="Your mail provider posts bounces and complaints to it. A new one ends the one before."
      >
        Address for the provider
      </GroupLabel>
      {address ? (
        <>
          <chakra.code overflowWrap="anywhere">{address}</chakra.code>
          <CopyText text={address} of="the address" />
          <Help>It is shown once. Copy it now.</Help>
        </>
      ) : (
        <Button size="sm" variant="outline" busy={renew.isPending} busyText="Making..." onClick={() => renew.mutate()}>
          Make a new address
        </Button>
      )}
    </chakra.div>
  )
}
