import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type AdminQuestion, QuestionAnswer } from 'contract/questions'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { dateTimeText } from '../../ui/format.ts'
import { Skeleton, Stack, Tag } from '../../ui/layout.tsx'
import { TextLink } from '../../ui/text.tsx'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { area, tick } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { useAct } from '../kit/use-act.tsx'
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
  const isNew = answer === null
  const fields = {
    text: area(isNew ? 'Your answer' : 'Change your answer', {
      rows: 5,
      maxLength: 5000,
      help: isNew ? undefined : 'New words are emailed to the student again.',
    }),
    shown: tick(
      `Show question and answer to all students of the course, as asked by ${shown_name ?? '“A student”'}. Check that the question names nobody.`,
    ),
  }
  const form = useForm(adminApi.questions.answer, fields, {
    draft: `question:${id}`,
    begun: { text: answer, shown: question.shown },
    of: { params: { id } },
    schema: QuestionAnswer,
    shape: (typed) => ({ ...typed, seen: answer }),
    stored: (saved) => ({ text: saved.answer, shown: saved.shown }),
    done: (saved) =>
      saved.answer === answer ? 'Saved' : ['Answer sent', `To ${saved.name}, by email and under the lesson`],
    failed: 'Failed to send the answer',
    toasts: true,
  })
  return (
    <Form form={form} title="Answer">
      <SaveButton
        of={form}
        always={isNew}
        justifySelf={{ md: 'end' }}
        busyText="Sending..."
        waitsFor="Change the answer first"
      >
        {isNew ? 'Send answer' : 'Save changes'}
      </SaveButton>
    </Form>
  )
}

type DeleteProps = { question: AdminQuestion; onDone: () => void; onClose: () => void }

function DeleteQuestion({ question: { question_id: id, name }, onDone, onClose }: DeleteProps) {
  const queries = useQueryClient()
  const { run, busy } = useAct(adminApi.questions.delete, {
    failed: 'Failed to delete the question',
    onDone: () => {
      onDone()
      queries.removeQueries({ queryKey: questionQuery(id).queryKey })
    },
  })
  return (
    <Dialog open onClose={onClose} title="Delete this question?">
      <Stack gap="4" pb="3">
        <p>The question of {name} and your answer go, also from where other students read them.</p>
        <chakra.div display="flex" flexWrap="wrap" gap="2.5" justifyContent="end">
          <Button variant="outline" onClick={onClose}>
            Keep it
          </Button>
          <Button colorPalette="danger" busy={busy} onClick={() => run({ id })}>
            Delete question
          </Button>
        </chakra.div>
      </Stack>
    </Dialog>
  )
}
