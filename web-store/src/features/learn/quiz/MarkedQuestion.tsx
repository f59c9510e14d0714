import type { QuizQuestionShown, QuizResult } from 'contract/quizzes'
import { t } from '../../../language/text.ts'
import type { DraftAnswer } from '../../../shared/quiz/Question.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconCheck, IconX } from '../../../ui/icons.ts'
import { Text } from '../../../ui/text.tsx'

const Marked = chakra('div', {
  base: {
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l2',
    p: { base: '3.5', md: '4.5' },
    display: 'grid',
    gap: '2',
  },
})

const Verdict = chakra('p', {
  base: { display: 'flex', alignItems: 'center', gap: '1.5', fontWeight: '600' },
  variants: { right: { true: { color: 'success.fg' }, false: { color: 'danger.fg' } } },
})

type Marks = NonNullable<QuizResult['answers']>[number]

/** A question with what was answered, what is right, and why. */
export function MarkedQuestion({
  question,
  number,
  given,
  mark,
}: {
  question: QuizQuestionShown
  number: number
  given: DraftAnswer
  mark: Marks
}) {
  const textOf = (id: string) => question.options.find(({ option_id }) => option_id === id)?.text ?? ''
  const words = (ids: readonly string[]) => (question.kind === 'text' ? [...ids] : ids.map(textOf)).join(', ')
  const yours = question.kind === 'text' ? given.text.trim() : words(given.options)
  return (
    <Marked asChild>
      <li>
        <chakra.p fontWeight="600" overflowWrap="anywhere">
          {number}. {question.text}
        </chakra.p>
        <Verdict right={mark.right}>
          <Icon of={mark.right ? IconCheck : IconX} size={20} />
          {mark.right ? t('Right') : t('Not right')}
        </Verdict>
        <Text overflowWrap="anywhere">
          <chakra.span color="fg.muted">{t('Your answer: ')}</chakra.span>
          {yours || t('none')}
        </Text>
        {!mark.right && (
          <Text overflowWrap="anywhere">
            <chakra.span color="fg.muted">
              {question.kind === 'text' && mark.correct.length > 1 ? t('Right answers: ') : t('Right answer: ')}
            </chakra.span>
            {words(mark.correct)}
          </Text>
        )}
        {mark.explanation && (
          <Text color="fg.muted" whiteSpace="pre-line" overflowWrap="anywhere">
            {mark.explanation}
          </Text>
        )}
      </li>
    </Marked>
  )
}
