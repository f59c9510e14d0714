import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AdminQuestion } from 'contract/questions'
import { useState } from 'react'
import { errorText, isApiError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { dateTimeText } from '../../ui/format.ts'
import { Skeleton, Tag } from '../../ui/layout.tsx'
import { TextLink } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { useActionForm } from '../forms/use-action-form.ts'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { questionQuery } from './inbox.queries.ts'
import { By, MessageBox } from './message-box.tsx'
import { LessonThread } from './ThreadCard.tsx'

const FAILED = 'Failed to load the question'

type Props = { questionId: string; onBack: () => void }

/** One question with its answer, to be written or changed. */
export function QuestionThread({ questionId, onBack }: Props) {
  const { data, error, refetch } = useQuery(questionQuery(questionId))
  if (error && !data) return <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton h="96" aria-label="Loading the question" />
  return <Thread question={data} onBack={onBack} />
}

function Thread({ question, onBack }: { question: AdminQuestion; onBack: () => void }) {
  const { question_id, name, user_id, text, asked_at, answer, answered_at, shown, has_course } = question
  const [deleting, setDeleting] = useState(false)
  return (
    <LessonThread
      label={`Question of ${name}`}
      of={question}
      onBack={onBack}
      beside={
        <>
          <Tag coloured alignSelf="center" colorPalette={answer === null ? 'buy' : 'success'}>
            {answer === null ? 'Waiting' : 'Answered'}
          </Tag>
          {shown && <Tag alignSelf="center">All students see this</Tag>}
          <Button variant="outline" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        </>
      }
    >
      <MessageBox>
        <By>
          <TextLink to={adminPaths.student(user_id)}>{name}</TextLink>, {dateTimeText(asked_at)}
        </By>
        {text}
      </MessageBox>
      {answer !== null && (
        <MessageBox data-ours>
          <By>Your answer{answered_at && `, ${dateTimeText(answered_at)}`}</By>
          {answer}
        </MessageBox>
      )}
      {!has_course && (
        <p>{name} no longer has this course. They get your answer by email; the lesson stays closed to them.</p>
      )}
      <AnswerForm key={question_id} question={question} />
      {deleting && (
        <DeleteQuestion
          question={question}
          onDone={() => {
            setDeleting(false)
            onBack()
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </LessonThread>
  )
}

function AnswerForm({ question }: { question: AdminQuestion }) {
  const { question_id: id, answer, shown_name } = question
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: adminApi.questions.key() })
  const form = useActionForm({
    name: `question:${id}`,
    begun: { text: answer ?? '', shown: question.shown },
    check: ({ text }) => ({ text: text.trim() ? undefined : 'Please enter your answer' }),
    send: ({ text, shown }) =>
      adminClient.questions.answer({ params: { id }, body: { text: text.trim(), shown, seen: answer } }),
    stored: (_, sent) => sent,
    failed: 'Failed to send the answer',
    fallback: '',
    toasts: true,
    onDone: (saved) => {
      if (saved.answer === answer) toast.success('Saved')
      else toast.success('Answer sent', { description: `To ${saved.name}, by email and under the lesson` })
      return reload()
    },
    // The admin reads the other answer before replacing it.
    onFailed: (error) => isApiError(error) && error.code === 'edit_conflict' && reload(),
  })
  return (
    <chakra.form method="post" display="grid" gap="3" noValidate aria-label="Answer" onSubmit={form.submit}>
      <Field
        as="textarea"
        label={answer === null ? 'Your answer' : 'Change your answer'}
        rows={5}
        maxLength={5000}
        required
        help={answer === null ? undefined : 'New words are emailed to the student again.'}
        {...form.field('text')}
      />
      <chakra.label display="flex" gap="3" alignItems="start" minH="6">
        <chakra.input type="checkbox" mt="1" {...form.box('shown')} />
        <span>
          Show question and answer to all students of the course, as asked by {shown_name ?? '“A student”'}. Check that
          the question names nobody.
        </span>
      </chakra.label>
      <WaitingButton
        type="submit"
        justifySelf={{ md: 'end' }}
        busy={form.isPending}
        busyText="Sending..."
        waitsFor={answer !== null && !form.isChanged && 'Change the answer first'}
      >
        {answer === null ? 'Send answer' : 'Save changes'}
      </WaitingButton>
    </chakra.form>
  )
}

type DeleteProps = { question: AdminQuestion; onDone: () => void; onClose: () => void }

function DeleteQuestion({ question: { question_id: id, name }, onDone, onClose }: DeleteProps) {
  const queries = useQueryClient()
  const remove = useSubmission({
    mutationFn: () => adminClient.questions.delete({ id }),
    onSuccess: ({ message }) => {
      toast.success(message)
      onDone()
      queries.removeQueries({ queryKey: questionQuery(id).queryKey })
      return queries.invalidateQueries({ queryKey: adminApi.questions.key() })
    },
    onError: (failure) => {
      toast.error('Failed to delete the question', { description: errorText(failure, '') })
    },
  })
  return (
    <Dialog open onClose={onClose} title="Delete this question?">
      <chakra.div display="grid" gap="4" pb="3">
        <p>The question of {name} and your answer go, also from where other students read them.</p>
        <chakra.div display="flex" flexWrap="wrap" gap="2.5" justifyContent="end">
          <Button variant="outline" onClick={onClose}>
            Keep it
          </Button>
          <Button colorPalette="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            Delete question
          </Button>
        </chakra.div>
      </chakra.div>
    </Dialog>
  )
}
