import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { chakra } from '../../ui/chakra.ts'
import { hoursText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { IconShape } from '../../ui/icon-drawing.ts'
import { Card } from '../../ui/layout.tsx'
import { IconBooks, IconCertificate, IconClock, IconCoins } from '../../ui/secondary-icons.ts'
import { TextLink } from '../../ui/text.tsx'
import type { Enrolled } from './EnrolledCourse.tsx'

export const StatGrid = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(auto-fit, minmax(max(8rem, 40%), 1fr))', lg: 'repeat(4, 1fr)' },
    gap: { base: '2.5', md: '4' },
    mb: { base: '8', md: '11' },
  },
})

const Name = chakra('dt', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    color: 'fg.muted',
    fontSize: { base: '.875rem', md: '.9375rem' },
    lineHeight: '1.35',
    '& svg': { color: 'action.fg' },
  },
})

const Figure = chakra('dd', {
  base: {
    mt: '2.5',
    fontSize: { base: '2rem', md: '2.5rem' },
    fontWeight: '800',
    fontStretch: '82%',
    lineHeight: '1',
    fontVariantNumeric: 'lining-nums tabular-nums',
  },
})

/** The four numbers of the dashboard. */
export function StatCards({ courses, coins }: { courses: readonly Enrolled[]; coins: number }) {
  const hours = courses.reduce((sum, course) => sum + course.hours_spent, 0)
  const completed = courses.filter((course) => course.course_status === 'completed').length
  const stats: [IconShape, string, number | string][] = [
    [IconBooks, t('Total Courses'), courses.length],
    [IconCoins, t('Coins Earned'), coins],
    [IconClock, t('Hours Spent'), hoursText(hours)],
    [IconCertificate, t('Completed Courses'), completed],
  ]
  return (
    <StatGrid>
      {stats.map(([icon, name, figure]) => (
        <Card key={name} px={{ base: '3.5', md: '5' }} pt={{ base: '3.5', md: '4.5' }} pb={{ base: '3.5', md: '4' }}>
          <Name>
            <Icon of={icon} />
            {name}
          </Name>
          <Figure>{figure}</Figure>
          {icon === IconCoins && coins > 0 && (
            // A definition list allows nothing but names and values.
            <chakra.dd textStyle="sm" mt="1.5">
              <TextLink to={`${paths.profile}#coin-history`}>{t('Coin history')}</TextLink>
            </chakra.dd>
          )}
        </Card>
      ))}
    </StatGrid>
  )
}
