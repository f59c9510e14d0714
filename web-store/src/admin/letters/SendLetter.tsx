import type { LeftOut, Letter } from 'contract/letters'
import { useState } from 'react'
import { randomKey } from '../../api/random-key.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { dateTimeText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Stack } from '../../ui/layout.tsx'
import { IconClock } from '../../ui/secondary-icons.ts'
import { Help, Part, Two, textsOf } from '../forms/form-parts.tsx'
import { sentHour, typedHour } from '../forms/indian-hour.ts'
import { consoleDrafts } from '../forms/use-action-form.ts'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useAct } from '../kit/use-act.tsx'
import { type Counts, leftOutWords, people } from './Audience.tsx'
import { useStoreLetter } from './letters.queries.ts'

type Props = {
  letter: Letter
  counts: Counts | undefined
  /** The step before sending; undefined when there is none. */
  waits: string | undefined
  isOwner: boolean
}

type When = { day: string; time: string }

/** Asks when a letter begins, and sends it behind one more question. An editor reads who may. */
export function SendLetter({ letter, counts, waits, isOwner }: Props) {
  const begins = letter.status === 'scheduled' ? typedHour(letter.at) : ''
  const [typed, setTyped] = consoleDrafts.useDraft<When>(`letter-when:${letter.letter_id}`)
  const when = typed ?? { day: begins.slice(0, 10), time: begins.slice(11, 16) }
  const text = textsOf(when, (next) => setTyped(next.day || next.time ? next : undefined))
  const at = when.day && when.time ? `${when.day}T${when.time}` : undefined
  const halfTyped = Boolean(when.day) !== Boolean(when.time)
  const missing = waits ?? (halfTyped && (when.day ? 'Choose the time, too' : 'Choose the day, too')) ?? undefined
  const nobody = counts?.recipients === 0 && 'Choose students who agreed to news'
  const label = `${at ? 'Schedule for' : 'Send to'} ${counts ? people(counts.recipients) : 'students'}`
  const store = useStoreLetter()
  // A press after a lost answer sends nothing twice.
  const [key, setKey] = useState(randomKey)
  const send = useAct(adminApi.letters.send, {
    of: (_: Counts) => ({
      params: { id: letter.letter_id },
      headers: { 'idempotency-key': key },
      body: at ? { at: sentHour(at) } : {},
    }),
    confirm: (counted) => ({
      title: `${label}?`,
      label,
      cancel: 'Not now',
      calm: true,
      text: <Before subject={letter.subject} at={at} leftOut={counted.left_out} />,
    }),
    done: ({ status }) => (status === 'scheduled' ? 'Scheduled' : 'On its way'),
    failed: 'Not sent',
    onDone: (sent) => {
      setTyped(undefined)
      setKey(randomKey())
      return store(sent)
    },
  })
  return (
    <Part title="When">
      <Stack gap="4">
        <Two>
          <Field label="Day" optional type="date" {...text('day')} />
          <Field label="Time, IST" optional type="time" {...text('time')} />
        </Two>
        <chakra.p display="flex" gap="2.5" color="fg.muted" fontSize=".9375rem">
          <Icon of={IconClock} />
          <span>
            Without a day and time it begins at once. Sending runs from 9 am to 9 pm in India: what is not sent by 9 pm
            goes on at 9 am.
          </span>
        </chakra.p>
        {isOwner ? (
          <WaitingButton
            justifySelf="start"
            waitsFor={missing || nobody || (!counts && 'Wait until the readers are counted')}
            onClick={() => counts && send.run(counts)}
          >
            {label}
          </WaitingButton>
        ) : (
          <p>An owner sends it. Your draft is saved for them.</p>
        )}
      </Stack>
      {send.dialog}
    </Part>
  )
}

const isNight = (typed: string) => {
  const hour = Number(typed.slice(11, 13))
  return hour < 9 || hour >= 21
}

/** Says what many people are about to get, when, and who is left out. */
function Before({ subject, at, leftOut }: { subject: string; at: string | undefined; leftOut: LeftOut }) {
  const left = (Object.keys(leftOutWords) as (keyof LeftOut)[]).filter((reason) => leftOut[reason] > 0)
  return (
    <Stack>
      <p>
        <b>{subject}</b> {at ? `begins on ${dateTimeText(sentHour(at) ?? '')}.` : 'begins at once.'}
        {isNight(at ?? typedHour(shopNow())) && ' That is night in India, so the first goes out at 9 am.'}
      </p>
      {left.length > 0 && (
        <chakra.ul ps="5">
          {left.map((reason) => (
            <li key={reason}>
              {leftOut[reason].toLocaleString('en-IN')} left out: {leftOutWords[reason].toLowerCase()}
            </li>
          ))}
        </chakra.ul>
      )}
      <Help>
        Each person is checked again just before sending. Who unsubscribed, bought or was refused by then gets none.
      </Help>
    </Stack>
  )
}
