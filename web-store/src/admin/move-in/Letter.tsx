import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { MoveLetter, type MoveLetterState } from 'contract/move-in/letter'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Card, Stack } from '../../ui/layout.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { H3 } from '../../ui/text.tsx'
import { FieldProblem, Help } from '../forms/form-parts.tsx'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi } from '../host/admin-api.ts'
import { area, text } from '../kit/fields.tsx'
import { Form, useForm } from '../kit/form.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import { SendTest } from '../letters/SendTest.tsx'
import { EmptyCourses } from './EmptyCourses.tsx'
import { LetterPeople } from './LetterPeople.tsx'
import { LetterPreview } from './LetterPreview.tsx'
import { manyText } from './move-figures.ts'
import type { MoveState } from './move-in.queries.ts'

type State = z.output<typeof MoveLetterState>

const letterQuery = (move_id: string) =>
  queryOptions({
    ...adminApi.moveIn.getLetter.queryOptions({ input: { move_id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'sending' ? 3000 : false),
  })

const people = (count: number) => manyText(count, 'person', 'people')

/** Shows the letter to the people of a move: first its words and preview, then its progress. */
export default function Letter({ move }: { move: MoveState }) {
  const query = useQuery(letterQuery(move.move_id))
  const [isLater, setLater] = useState(false)
  if (isLater && query.data?.status === 'none') {
    return (
      <Card display="flex" flexWrap="wrap" alignItems="center" gap="4" px="5" py="3.5">
        <chakra.p flex="1 1 20rem">The email waits here. Your students can log in already.</chakra.p>
        <Button variant="outline" onClick={() => setLater(false)}>
          Write the email
        </Button>
      </Card>
    )
  }
  return (
    <Loaded query={query} failed="Failed to load the email" height="240px">
      {(state) => (
        <>
          {state.status !== 'none' && <Sending move={move} state={state} />}
          {(state.status === 'none' || (state.status === 'stopped' && state.waiting > 0)) && (
            <WriteLetter move={move} state={state} onLater={() => setLater(true)} />
          )}
        </>
      )}
    </Loaded>
  )
}

const fields = {
  subject: text('Subject'),
  text: area('First lines', {
    rows: 5,
    help: '{name} is the first name of each person. Their courses, the button and your name follow.',
  }),
}

function WriteLetter({ move: { move_id }, state, onLater }: { move: MoveState; state: State; onLater: () => void }) {
  const queries = useQueryClient()
  const left = state.status === 'none' ? state.recipients : state.waiting
  const [isRequested, setRequested] = useState(false)
  const { sendLetter } = adminApi.moveIn
  const call = {
    key: sendLetter.key,
    call: (letter: MoveLetter) => sendLetter.call({ move_id, ...letter, also_empty: true }),
  }
  const form = useForm(call, fields, {
    draft: `move-in-letter:${move_id}`,
    begun: state.letter,
    schema: MoveLetter,
    stored: ({ letter }) => letter,
    done: null,
    failed: 'The email was not sent',
    onDone: (next) => queries.setQueryData(letterQuery(move_id).queryKey, next),
  })
  const test = useAct(adminApi.moveIn.testLetter, {
    of: (to: string) => ({ move_id, to, ...form.values }),
    failed: 'The test was not sent',
  })
  const submit = (event?: FormEvent<HTMLElement>) => {
    if (!form.isValid) return form.submit(event)
    event?.preventDefault()
    setRequested(true)
  }
  return (
    <chakra.div
      display="grid"
      gap="4"
      gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: 'minmax(0,1.25fr) minmax(0,1fr)' }}
    >
      <Card px={{ base: '18px', md: '6' }} py="5">
        <Form
          form={{ ...form, submit }}
          layout={[
            <div key="head">
              <H3>Send the email</H3>
              <Help>
                {state.status === 'none' && 'Nobody has got it yet. '}
                One email to each of {people(left)}: their courses are here, and a button to set a password. No password
                is in it.
              </Help>
            </div>,
            <EmptyCourses key="empty" courses={state.empty_courses} />,
            'subject',
            'text',
            <Help key="pace">{paceText(left, state)}</Help>,
          ]}
        >
          <chakra.div
            display="flex"
            flexWrap="wrap"
            gap="2.5"
            css={{ '& > button': { flex: { base: '1 1 auto', md: 'none' } } }}
          >
            <WaitingButton
              type="submit"
              busy={form.isPending}
              busyText="Sending..."
              waitsFor={left === 0 && 'Nobody is left to send it to'}
            >
              Send to {people(left)}
            </WaitingButton>
            <SendTest busy={test.busy} onSend={test.run} />
            {state.status === 'none' && (
              <Button variant="ghost" onClick={onLater}>
                Later
              </Button>
            )}
          </chakra.div>
        </Form>
      </Card>
      <LetterPreview moveId={move_id} words={form.values} />
      <ConfirmDialog
        open={isRequested}
        title={`Send to ${people(left)}?`}
        confirmLabel={`Send to ${people(left)}`}
        cancelLabel="Not now"
        calm
        onConfirm={() => {
          setRequested(false)
          form.submit()
        }}
        onClose={() => setRequested(false)}
      >
        <Stack>
          <p>
            <b>{form.values.subject}</b>{' '}
            {state.begins_at ? `goes out from ${dateTimeText(state.begins_at)}.` : 'begins at once.'} You can stop it at
            any time.
          </p>
          <EmptyCourses courses={state.empty_courses} />
        </Stack>
      </ConfirmDialog>
    </chakra.div>
  )
}

/** Says when letters go out, and how long all of them take at the pace of letters. */
function paceText(left: number, { per_hour, begins_at }: State): string {
  // Twelve hours a day.
  const hours = Math.ceil(left / per_hour)
  const long = hours > 12 ? manyText(Math.ceil(hours / 12), 'day', 'days') : manyText(hours, 'hour', 'hours')
  const begins = begins_at ? ` The first go out on ${dateTimeText(begins_at)}.` : ''
  return `Emails go out from 9 am to 9 pm in India, at most ${per_hour.toLocaleString('en-IN')} an hour: all within ${long}.${begins}`
}

function Sending({ move, state }: { move: MoveState; state: State }) {
  const queries = useQueryClient()
  const { move_id } = move
  const stop = useAct(adminApi.moveIn.stopLetter, {
    done: null,
    failed: 'The emails were not stopped',
    onDone: (next) => queries.setQueryData(letterQuery(move_id).queryKey, next),
  })
  const { status, recipients, waiting, sent, refused, unknown, came, begins_at, done_at, problem } = state
  const titles = {
    none: '',
    sending: 'The email is on its way',
    stopped: 'The emails are stopped',
    sent: 'The email is sent',
  }
  const facts = [
    `${sent.toLocaleString('en-IN')} sent`,
    waiting > 0 && `${waiting.toLocaleString('en-IN')} waiting`,
    unknown > 0 && `${unknown.toLocaleString('en-IN')} perhaps sent`,
    refused > 0 && `${refused.toLocaleString('en-IN')} refused by the mail server`,
    `${came.toLocaleString('en-IN')} have logged in`,
  ].filter(Boolean)
  return (
    <Card padded display="grid" gap="3" minW="0">
      <H3>{titles[status]}</H3>
      <ProgressBar
        percent={Math.floor((100 * (sent + refused + unknown)) / Math.max(1, recipients))}
        label="Emails sent"
      />
      <chakra.p role="status">{facts.join(', ')}.</chakra.p>
      {problem && <FieldProblem>{problem}</FieldProblem>}
      {status === 'sending' && begins_at && <Help>Emails go out again on {dateTimeText(begins_at)}.</Help>}
      {status === 'sending' && done_at && <Help>The last one goes out about {dateTimeText(done_at)}.</Help>}
      {status === 'sending' && (
        <Button
          variant="outline"
          size="sm"
          justifySelf="start"
          busy={stop.busy}
          busyText="Stopping..."
          onClick={() => stop.run({ move_id })}
        >
          Stop the emails
        </Button>
      )}
      <LetterPeople moveId={move_id} state={state} />
    </Card>
  )
}
