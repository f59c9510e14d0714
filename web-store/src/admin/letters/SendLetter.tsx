import type { Letter } from 'contract/letters'
import { useState } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { later } from '../../ui/later.tsx'
import { Card } from '../../ui/layout.tsx'
import { IconClock } from '../../ui/secondary-icons.ts'
import { Two } from '../forms/form-parts.tsx'
import { typedHour } from '../forms/indian-hour.ts'
import { consoleDrafts } from '../forms/use-action-form.ts'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { type Counts, people } from './Audience.tsx'

const ConfirmSend = later(() => import('./ConfirmSend.tsx'))

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
  const [isRequested, setRequested] = useState(false)
  const put = (change: Partial<When>) => {
    const next = { ...when, ...change }
    setTyped(next.day || next.time ? next : undefined)
  }
  const at = when.day && when.time ? `${when.day}T${when.time}` : undefined
  const halfTyped = Boolean(when.day) !== Boolean(when.time)
  const missing = waits ?? (halfTyped && (when.day ? 'Choose the time, too' : 'Choose the day, too')) ?? undefined
  const nobody = counts?.recipients === 0 && 'Choose students who agreed to news'
  return (
    <Card padded asChild>
      <section aria-labelledby="letter-when">
        <chakra.h2 id="letter-when" textStyle="h3" fontSize="1.125rem" mb="3">
          When
        </chakra.h2>
        <chakra.div display="grid" gap="4">
          <Two>
            <Field
              label="Day"
              optional
              type="date"
              value={when.day}
              onChange={({ target }) => put({ day: target.value })}
            />
            <Field
              label="Time, IST"
              optional
              type="time"
              value={when.time}
              onChange={({ target }) => put({ time: target.value })}
            />
          </Two>
          <chakra.p display="flex" gap="2.5" color="fg.muted" fontSize=".9375rem">
            <Icon of={IconClock} />
            <span>
              Without a day and time it begins at once. Sending runs from 9 am to 9 pm in India: what is not sent by 9
              pm goes on at 9 am.
            </span>
          </chakra.p>
          {isOwner ? (
            <WaitingButton
              justifySelf="start"
              waitsFor={missing || nobody || (!counts && 'Wait until the readers are counted')}
              onClick={() => setRequested(true)}
            >
              {at ? 'Schedule for' : 'Send to'} {counts ? people(counts.recipients) : 'students'}
            </WaitingButton>
          ) : (
            <chakra.p>An owner sends it. Your draft is saved for them.</chakra.p>
          )}
        </chakra.div>
        {isRequested && counts && (
          <ConfirmSend
            letter={letter}
            counts={counts}
            at={at}
            onDone={() => setTyped(undefined)}
            onClose={() => setRequested(false)}
          />
        )}
      </section>
    </Card>
  )
}
