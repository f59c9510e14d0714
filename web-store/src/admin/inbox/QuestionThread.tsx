import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type AdminQuestion, QuestionAnswer } from 'contract/questions'
import { Button } from '../../ui/Button.tsx'
import { dateTimeText } from '../../ui/format.ts'
import { Tag } from '../../ui/layout.tsx'
import { TextLink } from '../../ui/text.tsx'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { area, tick } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import { questionQuery } from './inbox.queries.ts'
import { By, MessageBox } from './message-box.tsx'
import { LessonThread, type ThreadProps } from './ThreadCard.tsx'

/** One question with its answer, to be written or changed. */
export function QuestionThread({ id, onBack }: ThreadProps) {
  const query = useQuery(questionQuery(id))
  return (
    <Loaded query={query} failed="Failed to load the question" height="24rem">
      {(question) => <Thread question={question} onBack={onBack} />}
    </Loaded>
  )
}

function Thread({ question, onBack }: { question: AdminQuestion; onBack: () => void }) {
  const { question_id, name, user_id, text, asked_at, answer, answered_at, shown, has_course } = question
  const queries = useQueryClient()
  const remove = useAct(adminApi.questions.delete, {
    of: (id: string) => ({ id }),
    confirm: () => ({
      title: 'Delete this question?',
      label: 'Delete question',
      text: `The question of ${name} and your answer go, also from where other students read them.`,
    }),
    failed: 'Failed to delete the question',
    onDone: (_, id) => {
      onBack()
      queries.removeQueries({ queryKey: questionQuery(id).queryKey })
    },
  })
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
          <Button variant="outline" onClick={() => remove.run(question_id)}>
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
      {remove.dialog}
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
