import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TicketDetail } from 'contract/tickets'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { dateTimeText } from '../../ui/format.ts'
import { Skeleton, Tag } from '../../ui/layout.tsx'
import { TextLink } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { CopyText } from '../lists/CopyText.tsx'
import { ErrorState } from '../lists/ErrorState.tsx'
import { ticketQuery } from './inbox.queries.ts'
import { By, MessageBox } from './message-box.tsx'
import { ThreadCard } from './ThreadCard.tsx'

const FAILED = 'Failed to load the message'

/** One message with its answers, and the form of the next one. */
export function TicketThread({ ticketNo, onBack }: { ticketNo: string; onBack: () => void }) {
  const { data, error, refetch } = useQuery(ticketQuery(ticketNo))
  if (error && !data) return <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton h="96" aria-label="Loading the message" />
  return <Thread ticket={data} onBack={onBack} />
}

function Thread({ ticket, onBack }: { ticket: TicketDetail; onBack: () => void }) {
  const { ticket_no, status, name, email, subject, message, created_at, user_id, answers } = ticket
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: adminApi.tickets.key() })
  const change = useSubmission({
    mutationFn: () => adminClient.tickets.setStatus({ ticket_no, status: status === 'open' ? 'done' : 'open' }),
    onSuccess: ({ message: shown }) => {
      toast.success(shown)
      return reload()
    },
    onError: (failure) => {
      toast.error('Failed to update the message', { description: errorText(failure, '') })
    },
  })
  return (
    <ThreadCard
      label={`Message ${ticket_no}`}
      title={subject}
      onBack={onBack}
      below={
        <>
          <chakra.p color="fg.muted">{ticket_no}</chakra.p>
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2" mt="1">
            <chakra.span overflowWrap="break-word" minW="0">
              {email}
            </chakra.span>
            <CopyText text={email} of="email address" />
          </chakra.div>
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
          <Button variant="outline" busy={change.isPending} busyText="Saving..." onClick={() => change.mutate()}>
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

function AnswerForm({ ticketNo, email }: { ticketNo: string; email: string }) {
  const queries = useQueryClient()
  const form = useActionForm({
    name: `ticket:${ticketNo}`,
    begun: { text: '' },
    check: ({ text }) => ({ text: text.trim() ? undefined : 'Please enter your answer' }),
    send: ({ text }) => adminClient.tickets.answer({ ticket_no: ticketNo, text }),
    failed: 'Failed to send the answer',
    fallback: '',
    toasts: true,
    onDone: () => {
      toast.success('Answer sent', { description: `To ${email}` })
      return queries.invalidateQueries({ queryKey: adminApi.tickets.key() })
    },
  })
  return (
    <chakra.form method="post" display="grid" gap="3" noValidate aria-label="Answer" onSubmit={form.submit}>
      <Field as="textarea" label="Your answer" rows={5} maxLength={5000} required {...form.field('text')} />
      <Button type="submit" justifySelf={{ md: 'end' }} busy={form.isPending} busyText="Sending...">
        Send answer
      </Button>
    </chakra.form>
  )
}
