import { MAX_SHORT_ANSWER } from 'contract/limits'
import type { QuizQuestionShown } from 'contract/quizzes'
import { useId } from 'react'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Input } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconAlertCircle } from '../../ui/icons.ts'
import { Text } from '../../ui/text.tsx'

export type DraftAnswer = { options: string[]; text: string }

const Group = chakra('fieldset', { base: { minW: '0', display: 'grid', gap: '2.5' } })

const Legend = chakra('legend', {
  base: { textStyle: 'h3', fontSize: '1.125rem', lineHeight: '1.35', mb: '2.5', overflowWrap: 'anywhere' },
})

const Option = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '3',
    minH: '11',
    px: '3.5',
    py: '2.5',
    lineHeight: '1.4',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    cursor: 'pointer',
    '& input': { w: '5', h: '5', mt: '1px' },
    '& > span': { minW: '0', overflowWrap: 'anywhere' },
    _hover: { bg: 'bg.muted' },
    '&:has(:checked)': { borderColor: 'action.solid', bg: 'action.subtle' },
    '&:has(:disabled)': { cursor: 'default' },
  },
})

const HINTS = {
  single: '',
  multiple: t('Choose all that apply. You score only if you pick all the right answers and nothing else.'),
  text: t('Write a short answer.'),
}

type Props = {
  question: QuizQuestionShown
  number: number
  answer: DraftAnswer
  onAnswer: (answer: DraftAnswer) => void
  /** The question was skipped. */
  missing: boolean
}

/** One question, to be answered. */
export function Question({ question, number, answer, onAnswer, missing }: Props) {
  const { question_id, kind, text, options } = question
  const id = useId()
  const hint = HINTS[kind]
  const described = [hint && `${id}-hint`, missing && `${id}-problem`].filter(Boolean).join(' ') || undefined
  const choose = (optionId: string, chosen: boolean) => {
    const others = kind === 'single' ? [] : answer.options.filter((one) => one !== optionId)
    onAnswer({ text: '', options: chosen ? [...others, optionId] : others })
  }
  return (
    <Group data-question={question_id} aria-describedby={described} aria-invalid={missing || undefined}>
      <Legend id={`${id}-text`}>
        {number}. {text}
      </Legend>
      {hint && (
        <Text id={`${id}-hint`} textStyle="sm" color="fg.muted" mt="-2">
          {hint}
        </Text>
      )}
      {kind === 'text' ? (
        <Input
          aria-labelledby={`${id}-text`}
          autoComplete="off"
          maxLength={MAX_SHORT_ANSWER}
          maxW="30em"
          value={answer.text}
          onChange={({ target }) => onAnswer({ options: [], text: target.value })}
        />
      ) : (
        options.map((option) => (
          <Option key={option.option_id}>
            <input
              type={kind === 'single' ? 'radio' : 'checkbox'}
              name={question_id}
              checked={answer.options.includes(option.option_id)}
              onChange={({ target }) => choose(option.option_id, target.checked)}
            />
            <span>{option.text}</span>
          </Option>
        ))
      )}
      {missing && (
        <Text id={`${id}-problem`} display="flex" gap="1.5" alignItems="center" color="danger.fg" textStyle="sm">
          <Icon of={IconAlertCircle} size={16} />
          {t('Please answer this question.')}
        </Text>
      )}
    </Group>
  )
}
