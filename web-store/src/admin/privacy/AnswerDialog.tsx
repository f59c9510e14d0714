import type { DeskRequest } from 'contract/privacy/requests'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { dateText, dateTimeText } from '../../ui/format.ts'
import { Tag } from '../../ui/layout.tsx'
import { TextLink } from '../../ui/text.tsx'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { area } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { kindNames, placeOf } from './desk-words.ts'

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gap: '2.5',
    '& dt': { textStyle: 'sm', color: 'fg.muted' },
    '& dd': { overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  },
})

const fields = {
  answer: area('Answer', { rows: 5, maxLength: 4000 }),
  reason: area('Reason', { rows: 5, maxLength: 4000 }),
}

/** Shows a request, and answers it: the words go out by email, and what it asks is done by the same press. */
export default function AnswerDialog({ request, onClose }: { request: DeskRequest; onClose: () => void }) {
  const { request_id, request_no, kind, status, compare, nominee_of, user_id, proposed_answer } = request
  const [refusing, setRefusing] = useState(false)
  const apply = compare !== null || (kind === 'erasure' && nominee_of?.named === true && user_id !== null)
  const form = useForm(adminApi.privacy.decide, fields, {
    draft: `privacy-request:${request_id}`,
    begun: { answer: proposed_answer },
    of: { params: { request_id } },
    check: ({ answer, reason }) =>
      refusing
        ? { reason: reason.trim().length < 2 ? 'A reason is required' : undefined }
        : { answer: answer.trim().length < 2 ? 'Please write an answer' : undefined },
    shape: ({ answer, reason }) =>
      refusing ? { outcome: 'refused', answer: reason } : { outcome: 'done', answer, apply },
    done: `Request ${request_no} is answered`,
    failed: 'The answer was not sent',
    fallback: 'The answer was not sent',
    onDone: onClose,
  })
  const isOpen = status === 'open'
  const facts = (
    <Facts key="facts">
      {factsOf(request).map(
        ([name, fact]) =>
          fact && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </div>
          ),
      )}
    </Facts>
  )
  const done = refusing
    ? 'Refuse'
    : compare
      ? 'Correct and answer'
      : apply
        ? 'Hide and answer'
        : proposed_answer
          ? 'Send file'
          : 'Send answer'
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${kindNames[kind]} ${request_no}`}
      footer={
        <>
          <Button variant="outline" onClick={isOpen ? () => setRefusing(!refusing) : onClose}>
            {!isOpen ? 'Close' : refusing ? 'Do not refuse' : 'Refuse'}
          </Button>
          {isOpen && (
            <SaveButton
              of={form}
              formId="privacy-answer"
              always
              busyText="Sending..."
              colorPalette={refusing ? 'danger' : undefined}
            >
              {done}
            </SaveButton>
          )}
        </>
      }
    >
      {isOpen ? (
        <Form
          form={form}
          id="privacy-answer"
          layout={[facts, refusing ? 'reason' : 'answer']}
          more={{ [refusing ? 'reason' : 'answer']: { help: helpOf(request, refusing) } }}
        />
      ) : (
        facts
      )}
    </Dialog>
  )
}

function factsOf(request: DeskRequest): [name: string, fact: ReactNode][] {
  const { request_no, kind, status, email, name, user_id, nominee_of, note, compare, answer } = request
  const { created_at, due_on, answered_at, answered_by } = request
  return [
    [
      'Who',
      <>
        {email === null ? 'An erased person' : `${name ? `${name}, ` : ''}${email}`}{' '}
        {user_id && <TextLink to={adminPaths.student(user_id)}>Open student</TextLink>}
      </>,
    ],
    ['Asked', `${dateTimeText(created_at)}. ${status === 'open' ? `Due ${dateText(new Date(due_on))}` : ''}`],
    [
      'For another person',
      nominee_of && (
        <>
          {nominee_of.email}{' '}
          <Tag coloured colorPalette={nominee_of.named ? 'success' : 'danger'}>
            {nominee_of.named ? `Named by that person: ${nominee_of.relation}` : 'Not named by that person'}
          </Tag>
          <Help>
            We asked by email for a proof: who they are, and why the person cannot ask. It arrives as an answer to your
            contact address. Do nothing before you have seen it.
          </Help>
        </>
      ),
    ],
    ['In their words', note],
    [
      'Name',
      compare && (
        <>
          <s>{compare.old}</s> → <b>{compare.new}</b>
        </>
      ),
    ],
    [
      kindNames[kind],
      status !== 'open' &&
        `${placeOf(request)}${answered_at ? `, ${dateTimeText(answered_at)}` : ''}${answered_by ? ` by ${answered_by}` : ''}`,
    ],
    [`Your answer to ${request_no}`, answer],
  ]
}

function helpOf({ kind, compare, nominee_of, proposed_answer }: DeskRequest, refusing: boolean): string {
  const sent = 'It goes out by email, with the name and address of who answers.'
  if (refusing) return `${sent} Nothing else happens.`
  if (compare) return `${sent} The name is corrected at the same time.`
  if (proposed_answer) return `${sent} A link to the file is in it, for 7 days.`
  if (kind === 'erasure' && nominee_of?.named) return `${sent} The account is hidden now and deleted after 7 days.`
  return sent
}
