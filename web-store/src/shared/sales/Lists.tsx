import type { Course } from 'contract/courses/courses'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCurrencyRupee, IconUserCheck } from '../../ui/icons.ts'
import { Wrap } from '../../ui/layout.tsx'
import { PlatformTile } from '../../ui/PlatformTile.tsx'
import { H2 } from '../../ui/text.tsx'
import { textsWithKeys } from '../../ui/with-keys.ts'

const List = chakra('ul', {
  base: {
    '& li': {
      display: 'flex',
      gap: '3.5',
      py: '3.5',
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

export function MoneyAndAudience({ course }: { course: Course }) {
  const money = course.how_to_make_money
  const audience = course.who_is_this_for
  if (money.length === 0 && audience.length === 0) return null
  const both = money.length > 0 && audience.length > 0
  return (
    <section aria-label={money.length > 0 ? t('How to make money') : t('Who is this for?')}>
      <Wrap
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', md: both ? 'repeat(2,minmax(0,1fr))' : 'minmax(0,1fr)' }}
        columnGap="16"
        rowGap="44px"
      >
        <Lines title={t('How to make money')} lines={money} icon={IconCurrencyRupee} palette="success" />
        <Lines title={t('Who is this for?')} lines={audience} icon={IconUserCheck} palette="action" />
      </Wrap>
    </section>
  )
}

export function Platforms({ course }: { course: Course }) {
  const names = course.where_can_i_upload
  if (names.length === 0) return null
  return (
    <section aria-labelledby="platforms-title">
      <Wrap>
        <H2 id="platforms-title">
          {course.DEMO_REELS_VIDEOS.length > 0
            ? t('Where can you upload these reels?')
            : t('Where can you upload your work?')}
        </H2>
        <chakra.ul
          display="grid"
          gridTemplateColumns={{ base: 'repeat(2,minmax(0,1fr))', lg: 'repeat(4,minmax(0,1fr))' }}
          gap="3"
        >
          {textsWithKeys(names).map(({ key, entry: name }) => (
            <PlatformTile key={key} name={name} />
          ))}
        </chakra.ul>
      </Wrap>
    </section>
  )
}

const Step = chakra('li', {
  base: {
    display: { base: 'grid', md: 'block' },
    gridTemplateColumns: '44px 1fr',
    alignItems: 'center',
    py: { base: '3', md: '0' },
    borderTopWidth: { base: '1px', md: '0' },
    borderColor: 'border',
    fontWeight: '550',
    lineHeight: '1.4',
    overflowWrap: 'anywhere',
    '& b': {
      display: 'block',
      fontSize: { base: '2.5rem', md: '3.5rem' },
      lineHeight: '.9',
      fontWeight: '800',
      fontStretch: '78%',
      color: 'offer.fg',
      mb: { md: '2.5' },
    },
  },
})

export function Start({ steps }: { steps: string[] }) {
  if (steps.length === 0) return null
  return (
    <section aria-labelledby="start-title">
      <Wrap>
        <H2 id="start-title">{t('How to get started')}</H2>
        <chakra.ol
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'repeat(2,minmax(0,1fr))', lg: 'repeat(4,minmax(0,1fr))' }}
          gap={{ base: '0', md: '8' }}
        >
          {textsWithKeys(steps).map(({ key, entry: step, index }) => (
            <Step key={key}>
              <b aria-hidden="true">{index + 1}</b>
              <p>{step}</p>
            </Step>
          ))}
        </chakra.ol>
      </Wrap>
    </section>
  )
}
