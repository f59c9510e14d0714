import type { Question } from 'contract/questions'
import { useState } from 'react'
import { rich } from '../../../language/rich.tsx'
import { t } from '../../../language/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { dateText } from '../../../ui/format.ts'
import { Tag } from '../../../ui/layout.tsx'
import { VisuallyHidden } from '../../../ui/text.tsx'
import { useFocusOn } from '../use-focus-on.ts'

const Line = chakra('li', {
  base: { display: 'grid', gap: '2', py: '4', borderTopWidth: '1px', borderColor: 'border', overflowWrap: 'anywhere' },
})

const Head = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', rowGap: '1', columnGap: '3', minH: '9' },
})

const Words = chakra('p', { base: { whiteSpace: 'pre-line', maxW: '80ch' } })

const Answer = chakra('div', {
  base: { bg: 'action.subtle', borderRadius: 'l2', px: '4', py: '3', display: 'grid', gap: '1' },
})

type Props = { question: Question; removing: boolean; onRemove: () => void }

/** A question with its answer; an own one can be deleted. */
export function QuestionLine({ question, removing, onRemove }: Props) {
  const { mine, name, text, asked_at, answer, answered_at, shown } = question
  const [sure, setSure] = useState(false)
  const focused = useFocusOn<HTMLButtonElement>(sure)
  const who = mine ? t('You') : (name ?? t('A student'))
  return (
    <Line>
      <Head>
        <chakra.span textStyle="sm" color="fg.muted">
          {who}, {dateText(new Date(asked_at))}
        </chakra.span>
        {mine && answer === null && <Tag>{t('Waiting for an answer')}</Tag>}
        {mine && shown && <Tag>{t('All students see this')}</Tag>}
        {mine && (
          <chakra.span display="flex" gap="1" ms="auto" role="group" aria-label={t('Delete this question')}>
            {sure ? (
              <>
                {/* The second press of a double click lands on Keep it. */}
                <Button key="sure" colorPalette="danger" size="sm" busy={removing} onClick={onRemove}>
                  {t('Delete')}
                </Button>
                <Button key="keep" ref={focused} variant="outline" size="sm" onClick={() => setSure(false)}>
                  {t('Keep it')}
                </Button>
              </>
            ) : (
              <Button ref={focused} variant="ghost" size="sm" onClick={() => setSure(true)}>
                {rich('Delete<more> question</more>', {
                  more: (words) => <VisuallyHidden>{words}</VisuallyHidden>,
                })}
              </Button>
            )}
          </chakra.span>
        )}
      </Head>
      <Words>{text}</Words>
      {answer !== null && (
        <Answer>
          <chakra.span textStyle="sm" color="fg.muted">
            {answered_at ? t('Our answer, {date}', { date: dateText(new Date(answered_at)) }) : t('Our answer')}
          </chakra.span>
          <Words>{answer}</Words>
        </Answer>
      )}
    </Line>
  )
}
