import type { LeftOut, Letter } from 'contract/letters'
import { useState } from 'react'
import { errorText } from '../../api/client.ts'
import { randomKey } from '../../api/random-key.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { dateTimeText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, Help } from '../forms/form-parts.tsx'
import { sentHour, typedHour } from '../forms/indian-hour.ts'
import { adminClient } from '../host/admin-api.ts'
import { type Counts, leftOutWords, people } from './Audience.tsx'
import { useStoreLetter } from './letters.queries.ts'

type Props = { letter: Letter; counts: Counts; at: string | undefined; onDone: () => void; onClose: () => void }

const isNight = (typed: string) => {
  const hour = Number(typed.slice(11, 13))
  return hour < 9 || hour >= 21
}

/** The last question before many people are written to: how many, who is left out, and when. */
export default function ConfirmSend({ letter, counts, at, onDone, onClose }: Props) {
  const store = useStoreLetter()
  const [key] = useState(randomKey)
  const send = useSubmission({
    mutationFn: () =>
      adminClient.letters.send({
        params: { id: letter.letter_id },
        headers: { 'idempotency-key': key },
        body: at ? { at: sentHour(at) } : {},
      }),
    onSuccess: (sent) => {
      toast.success(sent.status === 'scheduled' ? 'Scheduled' : 'On its way')
      onDone()
      onClose()
      return store(sent)
    },
  })
  const left = (Object.keys(leftOutWords) as (keyof LeftOut)[]).filter((reason) => counts.left_out[reason] > 0)
  const verb = at ? 'Schedule for' : 'Send to'
  const moment = at ? dateTimeText(sentHour(at) ?? '') : undefined
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      title={`${verb} ${people(counts.recipients)}?`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Not now
          </Button>
          <Button busy={send.isPending} busyText={at ? 'Scheduling...' : 'Sending...'} onClick={() => send.mutate()}>
            {verb} {people(counts.recipients)}
          </Button>
        </>
      }
    >
      <chakra.div display="grid" gap="3">
        <p>
          <b>{letter.subject}</b> {moment ? `begins on ${moment}.` : 'begins at once.'}
          {isNight(at ?? typedHour(shopNow())) && ' That is night in India, so the first goes out at 9 am.'}
        </p>
        {left.length > 0 && (
          <chakra.ul ps="5">
            {left.map((reason) => (
              <li key={reason}>
                {counts.left_out[reason].toLocaleString('en-IN')} left out: {leftOutWords[reason].toLowerCase()}
              </li>
            ))}
          </chakra.ul>
        )}
        <Help>
          Each person is checked again just before sending. Who unsubscribed, bought or was refused by then gets none.
        </Help>
        {send.error && (
          <FieldProblem>{errorText(send.error, 'Not sent. Press again: nobody gets it twice.')}</FieldProblem>
        )}
      </chakra.div>
    </Dialog>
  )
}
