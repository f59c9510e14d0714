import { plural, t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCheck } from '../../ui/icons.ts'

const List = chakra('ul', { base: { display: 'grid', gap: '1.5', listStyleType: 'none' } })

const Line = chakra('li', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    gap: '4',
    '& > span:first-of-type': { minW: '0', overflowWrap: 'anywhere' },
    '& > span:last-of-type': {
      flex: 'none',
      color: 'fg.muted',
      textStyle: 'sm',
      fontVariantNumeric: 'lining-nums tabular-nums',
    },
  },
})

const Met = chakra('span', { base: { display: 'inline-flex', alignItems: 'center', gap: '1' } })

type Criterion = { criterion_id: string; text: string; points: number | null; given?: number }

function markedText({ points, given }: Criterion) {
  if (points !== null)
    return given === undefined
      ? plural(points, { one: '{count} point', other: '{count} points' })
      : t('{given} of {points}', { given, points })
  if (given === undefined) return t('Met or not')
  if (given === 0) return t('Not met')
  return (
    <Met>
      <Icon of={IconCheck} size={16} />
      {t('Met')}
    </Met>
  )
}

/** A rubric; where it is marked, with what the work got. */
export const MarkedRubric = ({ label, criteria }: { label: string; criteria: readonly Criterion[] }) => (
  <List aria-label={label}>
    {criteria.map((criterion) => (
      <Line key={criterion.criterion_id}>
        <span>{criterion.text}</span>
        <span>{markedText(criterion)}</span>
      </Line>
    ))}
  </List>
)
