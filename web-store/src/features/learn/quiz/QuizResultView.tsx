import type { StudentQuiz } from 'contract/quizzes'
import type { Ref } from 'react'
import { plural, t } from '../../../language/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconCircleCheck } from '../../../ui/buying-icons.ts'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconAlertCircle } from '../../../ui/icons.ts'
import { Text } from '../../../ui/text.tsx'
import { Board, BoardHead } from './board.tsx'
import { MarkedQuestion } from './MarkedQuestion.tsx'
import { EMPTY } from './use-quiz.ts'

type Props = { quiz: StudentQuiz; head: Ref<HTMLHeadingElement>; onAgain: () => void }

/** Shows the result of the last try. */
export function QuizResultView({ quiz, head, onAgain }: Props) {
  const { last, best, passed, tries, tries_left, pass_mark } = quiz
  if (!last) return null
  const marks = new Map(last.answers?.map((mark) => [mark.question_id, mark]))
  const input = new Map(last.given.map((answer) => [answer.question_id, answer]))
  return (
    <chakra.div display="grid" gap="4">
      <Board passed={last.passed}>
        <BoardHead ref={head} tabIndex={-1}>
          <chakra.span color={last.passed ? 'success.fg' : 'fg.muted'} asChild>
            <Icon of={last.passed ? IconCircleCheck : IconAlertCircle} size={24} />
          </chakra.span>
          {last.passed ? t('You passed') : t('Not passed yet')}
        </BoardHead>
        <Text fontVariantNumeric="lining-nums tabular-nums">
          {plural(
            last.total,
            {
              one: '{right} of {count} question right ({percent}%).',
              other: '{right} of {count} questions right ({percent}%).',
            },
            { right: last.right, percent: last.percent },
          )}
          {!last.passed && ` ${t('You need {mark}%.', { mark: pass_mark })}`}
        </Text>
        {!last.passed && passed && <Text>{t('You passed in an earlier attempt, and that counts.')}</Text>}
        <Text color="fg.muted" textStyle="sm" fontVariantNumeric="lining-nums tabular-nums">
          {[
            plural(tries, { one: '{count} attempt', other: '{count} attempts' }),
            best && tries > 1 && t('best {percent}%', { percent: best.percent }),
            tries_left !== null && t('{count} left', { count: tries_left }),
          ]
            .filter(Boolean)
            .join(', ')}
        </Text>
      </Board>
      {tries_left === 0 ? (
        !passed && <Text>{t('You have used all your attempts. Write to us if you need another one.')}</Text>
      ) : (
        <chakra.div>
          <Button variant={passed ? 'outline' : 'solid'} onClick={onAgain}>
            {t('Try again')}
          </Button>
        </chakra.div>
      )}
      {last.answers ? (
        <chakra.ol display="grid" gap="3" listStyleType="none" aria-label={t('Your answers')}>
          {quiz.questions.map((question, at) => {
            const mark = marks.get(question.question_id)
            const answer = input.get(question.question_id) ?? EMPTY
            return (
              mark && (
                <MarkedQuestion
                  key={question.question_id}
                  number={at + 1}
                  given={answer}
                  question={question}
                  mark={mark}
                />
              )
            )
          })}
        </chakra.ol>
      ) : (
        quiz.reveals === 'passed' &&
        !passed && (
          <Text color="fg.muted" textStyle="sm">
            {t('You will see the right answers when you pass.')}
          </Text>
        )
      )}
    </chakra.div>
  )
}
