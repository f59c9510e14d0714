import type { StudentQuiz } from 'contract/quizzes'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isApiError } from '../../../api/client.ts'
import { t } from '../../../language/text.ts'
import { Question } from '../../../shared/quiz/Question.tsx'
import { QuizFacts } from '../../../shared/quiz/QuizFacts.tsx'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Sheet } from '../../../ui/sheet.ts'
import { Text } from '../../../ui/text.tsx'
import { useListBehind } from '../lesson/use-content.ts'
import { HandedIn } from './HandedIn.tsx'
import { QuizResultView } from './QuizResultView.tsx'
import { UpcomingQuiz } from './UpcomingQuiz.tsx'
import { EMPTY, isAnswered, useQuiz } from './use-quiz.ts'

type Props = { courseId: string; lessonId: string }

/** The quiz of a lesson: its questions, or how the last try went. */
export default function LessonQuiz({ courseId, lessonId }: Props) {
  const it = useQuiz(courseId, lessonId)
  const { quiz, query } = it
  useListBehind(courseId, (lesson) => quiz?.passed === true && lesson.quiz?.passed === false, lessonId)
  const [again, setAgain] = useState(false)
  const head = useRef<HTMLHeadingElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const late = quiz?.late
  const result = quiz?.last && !late && (quiz.tries_left === 0 || (!again && !it.started))
  const shown = late ? `${late.key} ${late.refused?.text}` : result ? quiz.last?.submitted_at : undefined
  const before = useRef(shown)
  // Sent answers move the focus to their result; later changes never move it.
  useEffect(() => {
    if (shown && shown !== before.current && document.activeElement === document.body) head.current?.focus()
    before.current = shown
  }, [shown])
  useEffect(() => {
    if (again) form.current?.querySelector<HTMLElement>('input')?.focus()
  }, [again])
  if (!quiz) {
    if (!query.error) return <UpcomingQuiz />
    const none = isApiError(query.error) && query.error.status === 404
    return (
      <chakra.div role="alert" display="grid" gap="3" justifyItems="start">
        <Text>{none ? t('The questions of this quiz are not here yet.') : t('The quiz could not be loaded.')}</Text>
        {!none && (
          <Button variant="outline" size="sm" onClick={() => void query.refetch()}>
            {t('Try again')}
          </Button>
        )}
      </chakra.div>
    )
  }
  if (late) return <HandedIn late={late} head={head} onRead={() => void it.onRefusalRead(late)} />
  if (result) return <QuizResultView quiz={quiz} head={head} onAgain={() => setAgain(true)} />
  const send = () => {
    setAgain(false)
    it.send(quiz)
  }
  return <QuizForm key={quiz.version} it={it} quiz={quiz} form={form} onSend={send} />
}

type FormProps = {
  it: ReturnType<typeof useQuiz>
  quiz: StudentQuiz
  form: React.RefObject<HTMLFormElement | null>
  onSend: () => void
}

function QuizForm({ it, quiz, form, onSend }: FormProps) {
  const { answers, write, sending, problem } = it
  const { tries_left, pass_mark, questions, gate, passed } = quiz
  const [requested, setRequested] = useState(false)
  /** Confirms the use of the last try. */
  const sure = useRef<HTMLDialogElement>(null)
  const answerOf = (id: string) => answers[id] ?? EMPTY
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = questions.find(({ question_id }) => !isAnswered(answerOf(question_id)))
    setRequested(missing !== undefined)
    if (!missing) return tries_left === 1 ? sure.current?.showModal() : onSend()
    form.current?.querySelector<HTMLElement>(`[data-question="${CSS.escape(missing.question_id)}"] input`)?.focus()
  }
  return (
    <chakra.form
      method="post"
      ref={form}
      noValidate
      display="grid"
      gap="6"
      onKeyDown={stayOnEnter}
      onSubmit={submit}
      aria-label={t('Quiz')}
    >
      <QuizFacts
        intro={quiz.intro}
        questions={questions.length}
        passMark={pass_mark}
        opensMore={gate && !passed}
        triesLeft={tries_left}
      />
      {questions.map((question, at) => (
        <Question
          key={question.question_id}
          question={question}
          number={at + 1}
          answer={answerOf(question.question_id)}
          missing={requested && !isAnswered(answerOf(question.question_id))}
          onAnswer={(answer) => write(question.question_id, answer)}
        />
      ))}
      <chakra.div display="grid" gap="2" justifyItems="start">
        {problem && (
          <Text role="alert" color="danger.fg">
            {problem}
          </Text>
        )}
        {tries_left === 0 ? (
          <Text>{t('You have used all your attempts. Write to us if you need another one.')}</Text>
        ) : (
          <Button type="submit" busy={sending} busyText={t('Checking…')}>
            {t('Check my answers')}
          </Button>
        )}
      </chakra.div>
      <Sheet ref={sure} maxW="480px" role="alertdialog" aria-labelledby="last-try" aria-describedby="last-try-why">
        <chakra.h2 id="last-try" textStyle="h3">
          {t('Use your last attempt?')}
        </chakra.h2>
        <Text id="last-try-why" mt="2">
          {t('You cannot answer this quiz again after it.')}
        </Text>
        <chakra.div display="flex" flexWrap="wrap" justifyContent="flex-end" gap="3" mt="6">
          <Button variant="outline" onClick={() => sure.current?.close()}>
            {t('Not yet')}
          </Button>
          <Button
            onClick={() => {
              sure.current?.close()
              onSend()
            }}
          >
            {t('Check my answers')}
          </Button>
        </chakra.div>
      </Sheet>
    </chakra.form>
  )
}

/** Enter in an answer uses up no try: the button alone sends. */
function stayOnEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
