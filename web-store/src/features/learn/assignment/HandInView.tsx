import type { HandIn } from 'contract/assignments/hand-ins'
import { pointsSum } from 'contract/assignments/work-points'
import type { ReactNode, Ref } from 'react'
import { t } from '../../../language/text.ts'
import { MarkedRubric } from '../../../shared/work/MarkedRubric.tsx'
import { IconCircleCheck } from '../../../ui/buying-icons.ts'
import { chakra } from '../../../ui/chakra.ts'
import { dateTimeText } from '../../../ui/format.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconAlertCircle } from '../../../ui/icons.ts'
import { IconClock } from '../../../ui/secondary-icons.ts'
import { Text } from '../../../ui/text.tsx'
import { WorkFileLink } from './WorkFileLink.tsx'

const Board = chakra('div', {
  base: { display: 'grid', gap: '3', borderRadius: 'l2', p: { base: '4', md: '5' }, minW: '0' },
  variants: { accepted: { true: { bg: 'success.subtle' }, false: { bg: 'bg.muted' } } },
})

const Head = chakra('h3', {
  base: { textStyle: 'h3', display: 'flex', alignItems: 'center', gap: '2', outline: '0 !important' },
})

const states = {
  waiting: { title: t('Submitted'), icon: IconClock },
  accepted: { title: t('Your assignment is accepted'), icon: IconCircleCheck },
  again: { title: t('Please try again'), icon: IconAlertCircle },
} as const

type Props = { work: HandIn; head?: Ref<HTMLHeadingElement>; children?: ReactNode }

/** Shows submitted work, and the shop's feedback. */
export function HandInView({ work, head, children }: Props) {
  const { status, text, file, handed_in_at, late, marks, feedback } = work
  const { title, icon } = states[status]
  // A try that is not accepted may lack marks of some criteria.
  const points = status === 'accepted' && pointsSum(marks ?? [])
  return (
    <Board accepted={status === 'accepted'}>
      <div>
        <Head ref={head} tabIndex={-1}>
          <chakra.span color={status === 'accepted' ? 'success.fg' : 'fg.muted'} asChild>
            <Icon of={icon} size={24} />
          </chakra.span>
          {title}
        </Head>
        <Text textStyle="sm" color="fg.muted" fontVariantNumeric="lining-nums tabular-nums">
          {late ? t('{date}, after the due date', { date: dateTimeText(handed_in_at) }) : dateTimeText(handed_in_at)}
          {points &&
            `. ${points.most === 1 ? t('{given} of {most} point', points) : t('{given} of {most} points', points)}`}
        </Text>
      </div>
      {status === 'waiting' && <Text>{t('We mark it and email you.')}</Text>}
      {feedback && (
        <Text whiteSpace="pre-line" overflowWrap="anywhere">
          {feedback}
        </Text>
      )}
      {marks && marks.length > 0 && <MarkedRubric label={t('How it was marked')} criteria={marks} />}
      {(text || file) && (
        <chakra.div borderTopWidth="1px" borderColor="border" pt="3" display="grid" gap="2">
          <chakra.p textStyle="label">{t('Your work')}</chakra.p>
          {text && (
            <Text whiteSpace="pre-line" overflowWrap="anywhere">
              {text}
            </Text>
          )}
          {file && <WorkFileLink file={file} />}
        </chakra.div>
      )}
      {children}
    </Board>
  )
}
