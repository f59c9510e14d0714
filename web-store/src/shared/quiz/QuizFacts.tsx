import { plural, t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Text } from '../../ui/text.tsx'

type Props = {
  intro: string | null
  questions: number
  passMark: number
  /** Lessons behind it wait for the pass. */
  opensMore: boolean
  triesLeft: number | null
}

/** Introduces a quiz before the first question. */
export const QuizFacts = ({ intro, questions, passMark: mark, opensMore, triesLeft }: Props) => (
  <chakra.div display="grid" gap="1">
    {intro && (
      <Text whiteSpace="pre-line" overflowWrap="anywhere">
        {intro}
      </Text>
    )}
    <Text color="fg.muted" textStyle="sm" fontVariantNumeric="lining-nums tabular-nums">
      {plural(questions, { one: '{count} question.', other: '{count} questions.' })}{' '}
      {opensMore ? t('Pass mark: {mark}%. Then the next lessons open.', { mark }) : t('Pass mark: {mark}%.', { mark })}
      {triesLeft !== null && ` ${plural(triesLeft, { one: '{count} attempt left.', other: '{count} attempts left.' })}`}
    </Text>
  </chakra.div>
)
