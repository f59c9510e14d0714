import type { Course } from 'contract/courses/courses'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCurrencyRupee, IconUserCheck } from '../../ui/icons.ts'
import { Wrap } from '../../ui/layout.tsx'
import { H2 } from '../../ui/text.tsx'
import { textsWithKeys } from '../../ui/with-keys.ts'

const List = chakra('ul', {
  base: {
    '& li': {
      display: 'flex',
      gap: '3.5',
      py: { base: '2.5', md: '3.5' },
      borderTopWidth: '1px',
      borderColor: 'border',
      fontWeight: '550',
      overflowWrap: 'anywhere',
    },
    '& svg': { mt: '2px', color: 'colorPalette.fg' },
  },
})

type LinesProps = { title: string; lines: string[]; icon: typeof IconUserCheck; palette: 'success' | 'action' }

function Lines({ title, lines, icon, palette }: LinesProps) {
  if (lines.length === 0) return null
  return (
    <chakra.div minW="0">
      <H2>{title}</H2>
      <List colorPalette={palette}>
        {textsWithKeys(lines).map(({ key, entry: line }) => (
          <li key={key}>
            <Icon of={icon} />
            <span>{line}</span>
          </li>
        ))}
      </List>
    </chakra.div>
  )
}

type Props = { course: Course; heading?: string | undefined; second?: string | undefined }

/** Lists ways to earn money, and the audience; at least one exists. */
export default function MoneyAndAudience({ course, heading, second }: Props) {
  const money = course.how_to_make_money
  const audience = course.who_is_this_for
  const both = money.length > 0 && audience.length > 0
  return (
    <Wrap
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0,1fr)', md: both ? 'repeat(2,minmax(0,1fr))' : 'minmax(0,1fr)' }}
      columnGap="16"
      rowGap="8"
    >
      <Lines title={heading ?? t('How to make money')} lines={money} icon={IconCurrencyRupee} palette="success" />
      <Lines title={second ?? t('Who is this for?')} lines={audience} icon={IconUserCheck} palette="action" />
    </Wrap>
  )
}
