import type { StudentQuiz } from 'contract/quizzes'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isApiError } from '../../../api/client.ts'
import { plural, t } from '../../../language/text.ts'
import { Question } from '../../../shared/quiz/Question.tsx'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Text } from '../../../ui/text.tsx'
import { HandedIn } from './HandedIn.tsx'
import { QuizResultView } from './QuizResultView.tsx'
import { QuizToCome } from './QuizToCome.tsx'
import { EMPTY, isAnswered, useQuiz } from './use-quiz.ts'

type Props = { courseId: string; lessonId: string }

/** The quiz of a lesson: its questions, or how the last try went. */
export default function LessonQuiz({ courseId, lessonId }: Props) {
  const it = useQuiz(courseId, lessonId)
  const { quiz, query } = it
  const [again, setAgain] = useState(false)
  const head = useRef<HTMLHeadingElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const late = quiz?.late
  const result = quiz?.last && !late && (quiz.tries_left === 0 || (!again && !it.started))
  const shown = late ? `${late.key} ${late.refused?.text}` : result ? quiz.last?.submitted_at : undefined
  const before = useRef(shown)
  // Whoever has sent answers goes on at how it went; what comes later takes nobody from elsewhere.
  useEffect(() => {
    if (shown && shown !== before.current && document.activeElement === document.body) head.current?.focus()
    before.current = shown
  }, [shown])
  useEffect(() => {
    if (again) form.current?.querySelector<HTMLElement>('input')?.focus()
  }, [again])
  if (!quiz) {
    if (!query.error) return <QuizToCome />
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
  return <QuizForm key={quiz.version} {...{ it, quiz, form }} onSend={send} />
}

type FormProps = {
  it: ReturnType<typeof useQuiz>
  quiz: StudentQuiz
  form: React.RefObject<HTMLFormElement | null>
  onSend: () => void
}

function QuizForm({ it, quiz, form, onSend }: FormProps) {
  const { answers, write, sending, problem } = it
  const [asked, setAsked] = useState(false)
  const answerOf = (id: string) => answers[id] ?? EMPTY
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = quiz.questions.find(({ question_id }) => !isAnswered(answerOf(question_id)))
    setAsked(missing !== undefined)
    if (!missing) return onSend()
    form.current?.querySelector<HTMLElement>(`[data-question="${CSS.escape(missing.question_id)}"] input`)?.focus()
  }
  const { tries_left, pass_mark, questions, gate, passed } = quiz
  return (
    <chakra.form ref={form} noValidate display="grid" gap="6" onSubmit={submit} aria-label={t('Quiz')}>
      <chakra.div display="grid" gap="1">
        {quiz.intro && (
          <Text whiteSpace="pre-line" overflowWrap="anywhere">
            {quiz.intro}
          </Text>
        )}
        <Text color="fg.muted" textStyle="sm" fontVariantNumeric="lining-nums tabular-nums">
          {plural(questions.length, { one: '{count} question.', other: '{count} questions.' })}{' '}
          {gate && !passed
            ? t('You pass with {mark}% right, and the next lessons open.', { mark: pass_mark })
            : t('You pass with {mark}% right.', { mark: pass_mark })}
          {tries_left !== null && ` ${plural(tries_left, { one: '{count} try left.', other: '{count} tries left.' })}`}
        </Text>
      </chakra.div>
      {questions.map((question, at) => (
        <Question
          key={question.question_id}
          question={question}
          number={at + 1}
          answer={answerOf(question.question_id)}
          missing={asked && !isAnswered(answerOf(question.question_id))}
          onAnswer={(answer) => write(question.question_id, answer)}
        />
      ))}
      <chakra.div display="grid" gap="2" justifyItems="start">
        {problem && (
          <Text role="alert" color="danger.fg">
            {problem}
          </Text>
        )}
        <Button type="submit" busy={sending} busyText={t('Checking…')} disabled={tries_left === 0}>
          {t('Check my answers')}
        </Button>
      </chakra.div>
    </chakra.form>
  )
}
