import { useQuery } from '@tanstack/react-query'
import { type LetterPaceState, LetterPace as Pace } from 'contract/letters'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { dateTimeText } from '../../ui/format.ts'
import { Stack } from '../../ui/layout.tsx'
import { GroupLabel, Help, Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { number, text } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import { CopyText } from '../lists/CopyText.tsx'

/** Asks how many letters go out an hour, and where returned mail is reported. */
export default function LetterPace({ onClose }: { onClose: () => void }) {
  const query = useQuery(adminApi.letters.pace.queryOptions())
  return (
    <Dialog open onClose={onClose} title="Sending speed and bounces">
      <chakra.div pb="4">
        <Loaded query={query} failed="Failed to load the sending speed" height="240px">
          {(pace) => <PaceForm pace={pace} onClose={onClose} />}
        </Loaded>
      </chakra.div>
    </Dialog>
  )
}

const fields = {
  per_hour: number('Emails an hour', { type: 'text', unmarked: true, help: 'Your mail account has a limit too.' }),
  per_hour_receiver: number('An hour to one receiver', {
    type: 'text',
    unmarked: true,
    help: 'Gmail, Yahoo and Outlook slow down who sends more than they know. Begin low.',
  }),
  bounce_domain: text('Domain for returned mail', {
    optional: true,
    placeholder: 'news.example.com',
    help: 'Its mailbox receives bounces of single emails. Empty without one.',
  }),
}

function PaceForm({ pace, onClose }: { pace: LetterPaceState; onClose: () => void }) {
  const form = useForm(adminApi.letters.setPace, fields, {
    draft: 'letter-pace',
    begun: pace,
    schema: Pace,
    shape: (body) => ({ ...body, bounce_domain: body.bounce_domain ?? '' }),
    stored: (saved) => saved,
    done: 'Pace saved',
    failed: 'The sending speed was not saved',
    onDone: (_, { here }) => here && onClose(),
  })
  return (
    <Form form={form}>
      {pace.unread && <UnreadReports unread={pace.unread} />}
      <BounceAddress />
      <Tools gap="3" justifyContent="flex-end">
        <Button variant="outline" onClick={() => form.cancel(onClose)}>
          Cancel
        </Button>
        <SaveButton of={form} always>
          Save
        </SaveButton>
      </Tools>
    </Form>
  )
}

/** Shows how many returned mails and stops only a person can read or match, until the owner has looked. */
function UnreadReports({ unread: { count, since, last } }: { unread: NonNullable<LetterPaceState['unread']> }) {
  const { run, busy } = useAct(adminApi.letters.clearUnread, {
    done: null,
    failed: 'The count was not cleared',
    also: [adminApi.overview.key()],
  })
  return (
    <Stack gap="2" justifyItems="start">
      <GroupLabel id="unread-reports" help={`Since ${dateTimeText(since)}. The last one: ${last}.`}>
        {count === 1 ? '1 report could not be read or matched' : `${count} reports could not be read or matched`}
      </GroupLabel>
      <Help>
        Look into the mailbox of returned mail, or search the number under Students: an address may be gone, or a
        student wants no more messages.
      </Help>
      <Button size="sm" variant="outline" busy={busy} busyText="Clearing..." onClick={() => run(undefined)}>
        Clear the count
      </Button>
    </Stack>
  )
}

function BounceAddress() {
  const [address, setAddress] = useState<string>()
  const { run, busy } = useAct(adminApi.letters.renewBounceAddress, {
    done: null,
    failed: 'No address was created',
    onDone: (made) => setAddress(made.address),
  })
  return (
    <Stack gap="2" justifyItems="start">
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
        <Button size="sm" variant="outline" busy={busy} busyText="Making..." onClick={() => run(undefined)}>
          Create a new address
        </Button>
      )}
    </Stack>
  )
}
