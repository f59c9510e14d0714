import type { PublicLesson } from 'contract/courses/public-lesson'
import { Fragment } from 'react'
import { plural, t } from '../../language/text.ts'
import { Avatar, initialOf } from '../../ui/Avatar.tsx'
import { IconChevronDown } from '../../ui/buying-icons.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { outline } from '../../ui/icon-drawing.ts'
import { IconDeviceMobile } from '../../ui/icons.ts'
import { Card } from '../../ui/layout.tsx'
import { IconCertificate, IconClock } from '../../ui/secondary-icons.ts'
import { H2, H3 } from '../../ui/text.tsx'
import { withKeys } from '../../ui/with-keys.ts'
import { bySection, type LessonSection } from '../courses/lesson-sections.ts'
import { accessText, lengthText, lessonsText } from './inside-facts.ts'
import { LessonLine } from './LessonLine.tsx'
import type { ShownCourse } from './shown-course.ts'

// Tabler Icons, as in `ui/icons.ts`; apart from them because the browser never renders this part of a page again.

const IconInfinity = outline(
  'M9.828 9.172a4 4 0 1 0 0 5.656a10 10 0 0 0 2.172 -2.828a10 10 0 0 1 2.172 -2.828a4 4 0 1 1 0 5.656a10 10 0 0 1 -2.172 -2.828a10 10 0 0 0 -2.172 -2.828',
)
const IconLanguage = outline(
  'M4 5h7M9 3v2c0 4.418 -2.239 8 -5 8M5 9c0 2.144 2.952 3.908 6.7 4M12 20l4 -9l4 9M19.1 18h-6.2',
)
const IconListNumbers = outline('M11 6h9M11 12h9M12 18h8M4 16a2 2 0 1 1 4 0c0 .591 -.5 1 -1 1.5l-3 2.5h4M6 10v-6l-2 2')
const IconRefresh = outline('M20 11a8.1 8.1 0 0 0 -15.5 -2m-.5 -4v4h4M4 13a8.1 8.1 0 0 0 15.5 2m.5 4v-4h-4')

/** From here on the lessons are folded; one alone is not. */
const SHOWN = 4

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2,minmax(0,1fr))', md: 'repeat(3,minmax(0,1fr))' },
    bg: 'border',
    gap: '1px',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l3',
    overflow: 'hidden',
    '& > div': { position: 'relative', bg: 'bg.panel', p: { base: '3.5', md: '4' }, ps: { base: '11', md: '13' } },
    // The last one fills what is left of its row.
    '& > div:last-child:nth-child(odd)': { gridColumn: { base: '1/-1', md: 'auto' } },
    '& > div:last-child:nth-child(3n+1)': { gridColumn: { md: '1/-1' } },
    '& > div:last-child:nth-child(3n+2)': { gridColumn: { md: '2/-1' } },
    '& dt': { textStyle: 'sm', color: 'fg.muted' },
    '& dd': { fontWeight: '600', lineHeight: '1.35' },
    '& svg': { position: 'absolute', left: { base: '3.5', md: '4' }, top: '4', color: 'action.fg' },
  },
})

const Lessons = chakra('ol', {
  base: {
    '& li': {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      px: { base: '3.5', md: '5' },
      py: '3',
      borderTopWidth: '1px',
      borderColor: 'border',
    },
    '& svg': { color: 'action.fg', flexShrink: '0' },
    '& a': { color: 'action.fg', fontWeight: '600', textDecoration: 'underline', textUnderlineOffset: '3px' },
  },
})

const More = chakra('details', {
  base: {
    borderTopWidth: '1px',
    borderColor: 'border',
    '& summary': {
      px: { base: '3.5', md: '5' },
      py: '3',
      color: 'action.fg',
      fontWeight: '600',
      cursor: 'pointer',
      listStyle: 'none',
      '&::-webkit-details-marker': { display: 'none' },
    },
    '&[open] summary': { display: 'none' },
    '& li:first-child': { borderTopWidth: '0' },
  },
})

const Section = chakra('details', {
  base: {
    borderTopWidth: '1px',
    borderColor: 'border',
    '& summary': {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      px: { base: '3.5', md: '5' },
      py: '3.5',
      bg: 'bg.subtle',
      cursor: 'pointer',
      listStyle: 'none',
      '&::-webkit-details-marker': { display: 'none' },
      _focusVisible: { outlineOffset: '-3px' },
    },
    '& summary > svg': { color: 'fg.muted', flexShrink: '0', transform: 'rotate(-90deg)' },
    '&[open] summary > svg': { transform: 'none' },
    '& summary > span': { textStyle: 'sm', color: 'fg.muted', fontVariantNumeric: 'lining-nums tabular-nums' },
  },
})

const linesOf = (lessons: readonly PublicLesson[]) =>
  withKeys(lessons, ({ title }) => title).map(({ key, entry }) => <LessonLine key={key} lesson={entry} />)

/** Lists sections with their lessons, the first one open; lessons without a heading always show. */
function Sections({ sections }: { sections: LessonSection<PublicLesson>[] }) {
  return (
    <Card overflow="hidden" css={{ '& > :first-child, & > ol:first-child > li:first-child': { borderTopWidth: 0 } }}>
      {withKeys(sections, ({ section }) => section ?? '').map(({ key, entry: { section, lessons } }, place) => {
        const own = lessons.map(({ lesson }) => lesson)
        const list = <Lessons start={(lessons[0]?.place ?? 0) + 1}>{linesOf(own)}</Lessons>
        if (section === null) return <Fragment key={key}>{list}</Fragment>
        return (
          <Section key={key} open={place === 0}>
            <summary>
              <Icon of={IconChevronDown} size={20} />
              <chakra.b flex="1" minW="0" fontWeight="600">
                {section}
              </chakra.b>
              <span>
                {[plural(own.length, { one: '{count} lesson', other: '{count} lessons' }), lengthText(own)]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </summary>
            {list}
          </Section>
        )
      })}
    </Card>
  )
}

function LessonCard({ lessons }: { lessons: readonly PublicLesson[] }) {
  const sections = bySection(lessons)
  if (sections.some(({ section }) => section !== null)) return <Sections sections={sections} />
  const lines = linesOf(lessons)
  const shown = lines.length > SHOWN + 1 ? SHOWN : lines.length
  const folded = lines.slice(shown)
  return (
    <Card overflow="hidden" mt="-1px" css={{ '& > ol > li:first-child': { borderTopWidth: 0 } }}>
      <Lessons>{lines.slice(0, shown)}</Lessons>
      {folded.length > 0 && (
        <More>
          <summary>
            {plural(folded.length, { one: 'Show {count} more lesson', other: 'Show {count} more lessons' })}
          </summary>
          <Lessons start={shown + 1}>{folded}</Lessons>
        </More>
      )}
    </Card>
  )
}

function Teacher({ course: { teacher_name: name, teacher_about: about } }: { course: ShownCourse }) {
  return (
    <Card padded>
      <chakra.div display="flex" alignItems="center" gap="4">
        <Avatar w="16" h="16" bg="offer.solid" fontSize="1.5rem" aria-hidden>
          {initialOf(name ?? '')}
        </Avatar>
        <chakra.div minW="0">
          <H3>{name}</H3>
          <chakra.p textStyle="sm" color="fg.muted">
            {t('Your teacher')}
          </chakra.p>
        </chakra.div>
      </chakra.div>
      {about && (
        <chakra.p color="fg.muted" mt="4" whiteSpace="pre-line">
          {about}
        </chakra.p>
      )}
    </Card>
  )
}

type Props = { course: ShownCourse; heading?: string | undefined; part: 'lessons' | 'teacher' }

/** Describes the inside of a course: facts of its lessons and the list of them, or its teacher. Unknown facts are not shown. */
export default function Inside({ course, heading, part }: Props) {
  if (part === 'teacher') return <Teacher course={course} />
  const { lessons = [], lessons_updated_at: updated, language, requirements } = course
  const facts = [
    [IconClock, t('Total'), lengthText(lessons)],
    [IconListNumbers, t('Lessons'), lessonsText(lessons)],
    [IconLanguage, t('Language'), language],
    [IconDeviceMobile, t('You need'), requirements],
    [IconRefresh, t('Last updated'), updated && dateText(new Date(updated))],
    [IconInfinity, t('Access'), accessText(course)],
    [IconCertificate, t('Certificate'), course.certificate && t('When all lessons are completed')],
  ] as const
  return (
    <>
      <H2 id="inside-title">{heading ?? t('What is inside')}</H2>
      <Facts>
        {facts.map(
          ([icon, label, value]) =>
            value && (
              <div key={label}>
                <dt>
                  <Icon of={icon} />
                  {label}
                </dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </Facts>
      {lessons.length > 0 && (
        <>
          <H3 mt="8" mb="4">
            {plural(lessons.length, { one: '{count} lesson', other: '{count} lessons' })}
          </H3>
          <LessonCard lessons={lessons} />
        </>
      )}
    </>
  )
}
