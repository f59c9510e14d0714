import { useQuery } from '@tanstack/react-query'
import type { Letter, LetterResults } from 'contract/letters'
import { useState } from 'react'
import { randomKey } from '../../api/random-key.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText, rupeesText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Card, Stack } from '../../ui/layout.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { H3 } from '../../ui/text.tsx'
import { Help, Muted } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useIsOwner } from '../host/me.queries.ts'
import { useAct } from '../kit/use-act.tsx'
import { people } from './Audience.tsx'
import { stopWords, useStoreLetter } from './letters.queries.ts'
import { PhoneView } from './PhoneView.tsx'

const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.floor((100 * part) / whole))
const figure = (count: number) => count.toLocaleString('en-IN')

/** Shows the results of a letter: progress with Stop, then clicks, orders of seven days, and who left. */
export function LetterOutcome({ letter }: { letter: Letter }) {
  const preview = useQuery({
    ...adminApi.letters.preview.queryOptions({ input: { id: letter.letter_id } }),
    retry: false,
  })
  return (
    <chakra.div
      display="grid"
      gap="5"
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0,1fr)', xl: 'minmax(0,1fr) 390px' }}
    >
      <Stack gap="4" minW="0">
        <Progress letter={letter} />
        <Figures {...letter.results} />
        <Rest {...letter.results} />
      </Stack>
      {preview.data ? <PhoneView {...preview.data} /> : preview.isPending && <Loading minH="240px" />}
    </chakra.div>
  )
}

const titles = { sending: 'On its way', stopped: 'Stopped' }

function Progress({ letter }: { letter: Letter }) {
  const { letter_id, status, at, results, stopped, problem } = letter
  const store = useStoreLetter()
  const isOwner = useIsOwner()
  const [key, setKey] = useState(randomKey)
  const stop = useAct(adminApi.letters.stop, {
    done: null,
    failed: 'Not stopped',
    onDone: store,
  })
  const goOn = useAct(adminApi.letters.send, {
    of: (id: string) => ({ params: { id }, headers: { 'idempotency-key': key }, body: {} }),
    done: null,
    failed: 'Sending does not go on',
    onDone: (next) => {
      setKey(randomKey())
      return store(next)
    },
  })
  if (status === 'sent') return at && <Help>Sent on {dateTimeText(at)}.</Help>
  if (status !== 'sending' && status !== 'stopped') return null
  const done = results.recipients - results.waiting
  return (
    <Card padded display="grid" gap="3">
      <H3 as="h2">{titles[status]}</H3>
      <ProgressBar percent={percent(done, results.recipients)} label="Sent" />
      <p role="status">
        {figure(done)} of {people(results.recipients)}, {figure(results.waiting)} waiting.
      </p>
      {status === 'sending' ? (
        <Help>Sending rests from 9 pm to 9 am in India, and keeps to the speed of your mail account.</Help>
      ) : (
        stopped && (
          <p>
            {stopWords[stopped]}
            {problem && <Help as="span"> The mail server said: {problem}</Help>}
          </p>
        )
      )}
      {isOwner ? (
        status === 'sending' ? (
          <Button
            variant="outline"
            justifySelf="start"
            busy={stop.busy}
            busyText="Stopping..."
            onClick={() => stop.run({ id: letter_id })}
          >
            Stop
          </Button>
        ) : (
          results.waiting > 0 && (
            <Button justifySelf="start" busy={goOn.busy} busyText="Sending..." onClick={() => goOn.run(letter_id)}>
              Send to the other {people(results.waiting)}
            </Button>
          )
        )
      ) : (
        <Help>An owner stops it, or lets it go on.</Help>
      )}
    </Card>
  )
}

const Cells = chakra('ul', {
  base: {
    listStyleType: 'none',
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2,minmax(0,1fr))', md: 'repeat(4,minmax(0,1fr))' },
    fontVariantNumeric: 'lining-nums tabular-nums',
    '& > li': { px: { base: '4', md: '5' }, pt: '3.5', pb: '4', borderColor: 'border', overflowWrap: 'anywhere' },
    '& > li:nth-child(even)': { borderInlineStartWidth: '1px' },
    '& > li:nth-child(3)': { borderInlineStartWidth: { base: '0', md: '1px' } },
    '& > li:nth-child(n+3)': { borderTopWidth: { base: '1px', md: '0' } },
  },
})

function Figures({ sent, recipients, clicked, orders, revenue, unsubscribed }: LetterResults) {
  const cells = [
    { label: 'Sent', value: sent, below: `of ${people(recipients)}` },
    { label: 'Clicked', value: clicked, below: `${percent(clicked, sent)}% of sent` },
    { label: 'Bought in 7 days', value: orders, below: rupeesText(revenue) },
    { label: 'Unsubscribed', value: unsubscribed, below: `${percent(unsubscribed, sent)}% of sent` },
  ]
  return (
    <Card asChild>
      <section aria-label="Results">
        <Cells>
          {cells.map(({ label, value, below }) => (
            <li key={label}>
              <Muted>{label}</Muted>
              <chakra.p
                fontSize={{ base: '1.375rem', md: '1.5rem' }}
                fontWeight="750"
                fontStretch="86%"
                lineHeight="1.2"
              >
                {figure(value)}
              </chakra.p>
              <Muted>{below}</Muted>
            </li>
          ))}
        </Cells>
      </section>
    </Card>
  )
}

/** The rest of the figures; none that is 0. */
function Rest({ bounced, complained, failed, skipped, unknown }: LetterResults) {
  const rows = [
    { count: bounced, words: 'Bounced', help: 'The address refused it for good, and gets no more emails.' },
    { count: complained, words: 'Reported as spam', help: 'These people get no more emails.' },
    { count: failed, words: 'Not delivered', help: 'Refused, or given up after several tries.' },
    { count: skipped, words: 'Left out while sending', help: 'They unsubscribed or bought before their turn.' },
    { count: unknown, words: 'Perhaps sent', help: 'The server ended during the handover, so they get no second one.' },
  ].filter(({ count }) => count > 0)
  if (rows.length === 0) return null
  return (
    <Card asChild>
      <chakra.ul listStyleType="none" css={{ '& > li + li': { borderTopWidth: '1px' } }}>
        {rows.map(({ count, words, help }) => (
          <chakra.li
            key={words}
            display="grid"
            gridTemplateColumns="minmax(0,1fr) auto"
            columnGap="4"
            px="5"
            py="3"
            borderColor="border"
          >
            <span>
              {words}
              <Help as="span" display="block">
                {help}
              </Help>
            </span>
            <b>{figure(count)}</b>
          </chakra.li>
        ))}
      </chakra.ul>
    </Card>
  )
}
