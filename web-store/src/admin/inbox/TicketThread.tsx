import { useQuery } from '@tanstack/react-query'
import { TicketAnswer, type TicketDetail } from 'contract/tickets'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Tag } from '../../ui/layout.tsx'
import { TextLink } from '../../ui/text.tsx'
import { Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { area } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import { CopyText } from '../lists/CopyText.tsx'
import { ticketQuery } from './inbox.queries.ts'
import { By, MessageBox } from './message-box.tsx'
import { ThreadCard, type ThreadProps } from './ThreadCard.tsx'

/** One message with its answers, and the form of the next one. */
export function TicketThread({ id, onBack }: ThreadProps) {
  const query = useQuery(ticketQuery(id))
  return (
    <Loaded query={query} failed="Failed to load the message" height="24rem">
      {(ticket) => <Thread ticket={ticket} onBack={onBack} />}
    </Loaded>
  )
}

function Thread({ ticket, onBack }: { ticket: TicketDetail; onBack: () => void }) {
  const { ticket_no, status, name, email, subject, message, created_at, user_id, answers } = ticket
  const { run, busy } = useAct(adminApi.tickets.setStatus, {
    failed: 'Failed to update the message',
  })
  return (
    <ThreadCard
      label={`Message ${ticket_no}`}
      title={subject}
      onBack={onBack}
      below={
        <>
          <chakra.p color="fg.muted">{ticket_no}</chakra.p>
          <Tools mt="1">
            <chakra.span overflowWrap="break-word" minW="0">
              {email}
            </chakra.span>
            <CopyText text={email} of="email address" />
          </Tools>
          {user_id && (
            <chakra.p textStyle="sm">
              <TextLink to={adminPaths.student(user_id)}>Student account with this email</TextLink>
            </chakra.p>
          )}
        </>
      }
      beside={
        <>
          <Tag coloured colorPalette={status === 'open' ? 'buy' : 'success'}>
            {status === 'open' ? 'Open' : 'Done'}
          </Tag>
          <Button
            variant="outline"
            busy={busy}
            busyText="Saving..."
            onClick={() => run({ ticket_no, status: status === 'open' ? 'done' : 'open' })}
          >
            {status === 'open' ? 'Mark as done' : 'Reopen'}
          </Button>
        </>
      }
    >
      <MessageBox>
        <By>
          {name}, {dateTimeText(created_at)}
        </By>
        {message}
      </MessageBox>
      {answers.map(({ text, created_at: at, admin_email }) => (
        <MessageBox key={at} data-ours>
          <By>
            {admin_email ?? 'A former admin'}, {dateTimeText(at)}
          </By>
          {text}
        </MessageBox>
      ))}
      <AnswerForm ticketNo={ticket_no} email={email} />
    </ThreadCard>
  )
}

const fields = { text: area('Your answer', { rows: 5, maxLength: 5000 }) }

function AnswerForm({ ticketNo, email }: { ticketNo: string; email: string }) {
  const form = useForm(adminApi.tickets.answer, fields, {
    draft: `ticket:${ticketNo}`,
    schema: TicketAnswer,
    shape: (typed) => ({ ticket_no: ticketNo, ...typed }),
    done: ['Answer sent', `To ${email}`],
    failed: 'Failed to send the answer',
    toasts: true,
  })
  return (
    <Form form={form} title="Answer">
      <SaveButton of={form} always justifySelf={{ md: 'end' }} busyText="Sending...">
        Send answer
      </SaveButton>
    </Form>
  )
}
