import { useQuery } from '@tanstack/react-query'
import type { Course } from 'contract/courses/courses'
import type { Missing, Placement } from 'contract/placement'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { paths } from '../../../paths.ts'
import { periodText } from '../../../shared/courses/access-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { countText, rupeesText } from '../../../ui/format.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconCheck } from '../../../ui/icons.ts'
import { later } from '../../../ui/later.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { IconExternalLink, IconInfoCircle } from '../../../ui/secondary-icons.ts'
import { TextLink, VisuallyHidden } from '../../../ui/text.tsx'
import { chosenCourseQuery } from '../../forms/CourseSelect.tsx'
import { courseDraft, lessonsDraft, useDraftsAmong } from '../../forms/editor-drafts.ts'
import { adminPaths } from '../../host/admin-paths.ts'
import { useMe } from '../../host/me.queries.ts'
import { usePlatform } from '../../host/platform.tsx'
import { StatusTag } from '../../lists/StatusTag.tsx'
import { catalogueStates } from '../../lists/statuses.ts'
import { BackLink } from '../../lists/TabHead.tsx'
import { UnsavedDot } from '../../shell/SectionNav.tsx'
import { tabsOf } from '../../tabs/tabs.ts'
import { partNames, partPath } from '../plan/missing-parts.ts'
import { lackOf, usePlacement } from '../plan/use-placement.ts'
import { type CoursePlace, courseSteps, placesIn, type StepId, stepOf } from './sections.ts'

const SellConfirm = later(() => import('../plan/SellConfirm.tsx'))

const Line = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3.5', mb: '3' },
})

const Tools = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2.5',
    ms: { lg: 'auto' },
    // A phone shows the icon of a tool, in the line of the state.
    '@media (max-width: 767px)': { ms: 'auto', '& > :has(> svg:first-child)': { fontSize: '0', gap: '0' } },
  },
})

const Steps = chakra('nav', {
  base: {
    // Hidden words of what is scrolled away must not widen the page.
    position: 'relative',
    display: 'flex',
    mb: '5',
    mx: { base: '-16px', md: '0' },
    overflowX: 'auto',
    scrollbarWidth: 'none',
    bg: 'bg.panel',
    borderWidth: { base: '1px 0', md: '1px' },
    borderColor: 'border',
    borderRadius: { md: 'l3' },
    '& a': {
      display: 'flex',
      flex: '1 0 auto',
      alignItems: 'center',
      gap: '2.5',
      minH: '15',
      px: '3.5',
      py: '2',
      lineHeight: '1.3',
      whiteSpace: 'nowrap',
      borderBottom: '3px solid transparent',
      outlineOffset: '-3px',
    },
    '& a + a': { borderInlineStart: '1px solid', borderInlineStartColor: 'border' },
    '& a:hover': { bg: 'bg.subtle' },
    '& a[aria-current]': { bg: 'action.subtle', borderBottomColor: 'action.solid' },
    '& b': { display: 'flex', alignItems: 'center', gap: '2', fontWeight: '600' },
    '& a[aria-current] b': { color: 'action.fg' },
    '& small': { display: 'block', textStyle: 'sm', color: 'fg.muted' },
  },
})

const State = chakra('span', {
  base: { display: 'grid', placeItems: 'center', boxSize: '6', flex: 'none', rounded: 'full', fontWeight: '700' },
  variants: {
    lacks: {
      true: { bg: 'buy.subtle', color: 'buy.fg' },
      false: { bg: 'success.subtle', color: 'success.fg' },
    },
  },
})

/** The words of each step: what it says, or what it lacks. */
function stepWords(course: Course, { lessons, missing }: Placement): Record<StepId, string> {
  const onPage = missing.filter((part) => stepOf(part) === 'page').length
  return {
    name: course.free ? 'Free' : course.price > 0 ? rupeesText(course.price) : 'No price yet',
    content:
      course.kind === 'bundle'
        ? countText(course.bundle_courses.length, 'course')
        : lessons > 0
          ? countText(lessons, 'lesson')
          : 'No lessons',
    page: onPage > 0 ? `${countText(onPage, 'thing')} to add` : 'Complete',
    selling: course.offer_text ? 'Offer shown' : 'No offer',
    settings: course.access_period ? periodText(course.access_period) : 'No end of access',
  }
}

const draftOf = (courseId: string, place: CoursePlace['id']) =>
  place === 'lessons' ? lessonsDraft(courseId) : courseDraft(courseId, place)

type CourseHeadProps = {
  courseId: string
  current: StepId | 'students' | 'analytics'
  /** Further tools of the step. */
  children?: ReactNode
}

/** Heads all screens of a course: its name, its state, what it lacks before it goes on sale, and the way to each step. */
export function CourseHead({ courseId, current, children }: CourseHeadProps) {
  const platform = usePlatform()
  const navigate = useNavigate()
  const { data: course } = useQuery(chosenCourseQuery(courseId))
  const { data: me } = useMe()
  const { placement, busy, choose, asking, confirm, dismiss } = usePlacement(courseId)
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row follows the step, also once its words have arrived
  useEffect(() => {
    const active = nav.current?.querySelector('[aria-current]')
    active?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' })
  }, [current, placement === undefined])
  const state = placement?.state
  const sold = state === 'published' || state === 'unlisted'
  const isBundle = course?.kind === 'bundle'
  const unsaved = useDraftsAmong(
    courseSteps
      .flatMap(([id]) => placesIn(id, course?.kind ?? 'course', courseId))
      .map(({ id }) => draftOf(courseId, id)),
  )
  const publish = () => {
    const first = placement?.missing.find((part) => part !== 'lessons')
    if (first) navigate(partPath(courseId, first))
    else choose('published')
  }
  const own = new Set<string>(tabsOf(me?.role).map(({ id }) => id))
  return (
    <>
      <Line>
        <BackLink
          to={adminPaths.tab(isBundle ? 'bundles' : 'courses')}
          label={isBundle ? 'Back to Bundles' : 'Back to Courses'}
        />
        <chakra.div w="80px" flexShrink="0" borderRadius="l1" overflow="hidden" aria-hidden>
          {course && <Picture src={course.banner} alt="" label="" cover={course.name} place="thumb" />}
        </chakra.div>
        {/* As wide as its words, and never wider than what the picture leaves of the line. */}
        <chakra.h1
          textStyle="h1"
          fontSize={{ base: '1.5rem', lg: '1.875rem' }}
          lineHeight="1.3"
          overflowWrap="anywhere"
          minW="0"
          maxW="calc(100% - 94px)"
          flex={{ base: '1 1 auto', lg: 'none' }}
        >
          {course?.name ?? 'Course'}
        </chakra.h1>
        {state && <StatusTag look={catalogueStates[state]} />}
        <Tools>
          {children}
          {sold && (
            <Button variant="outline" onClick={() => platform.openStorePage(paths.course(courseId))}>
              <Icon of={IconExternalLink} />
              View sales page
            </Button>
          )}
          {state && !sold && (
            <Button busy={busy} onClick={publish}>
              Publish
            </Button>
          )}
        </Tools>
      </Line>
      {placement && !sold && (
        <>
          <MissingParts courseId={courseId} label="Before you publish:" missing={placement.missing} />
          <MissingParts
            courseId={courseId}
            label="From file names, unchanged:"
            missing={[...new Set(placement.generated.map(({ part }) => part))]}
          />
        </>
      )}
      <Steps ref={nav} aria-label="Course">
        {own.has('editcourse') &&
          courseSteps.map(([id, title]) => {
            const places = placesIn(id, course?.kind ?? 'course', courseId)
            const lacks = placement?.missing.some((part) => stepOf(part) === id) ?? false
            const isUnsaved = places.some((place) => unsaved.has(draftOf(courseId, place.id)))
            return (
              <Link key={id} to={places[0]?.to ?? ''} aria-current={id === current ? 'step' : undefined}>
                <State lacks={lacks} aria-hidden>
                  {lacks ? '!' : <Icon of={IconCheck} size={16} strokeWidth={3} />}
                </State>
                <span>
                  <b>
                    {title}
                    {isUnsaved && <UnsavedDot />}
                  </b>
                  <VisuallyHidden>: </VisuallyHidden>
                  <small>{course && placement ? stepWords(course, placement)[id] : '\u00a0'}</small>
                </span>
              </Link>
            )
          })}
        {(
          [
            ['students', 'coursestudents', 'Students', 'Access, progress'],
            ['analytics', 'coursenumbers', 'Analytics', 'Where they stop'],
          ] as const
        ).map(([id, tab, title, words]) => (
          <Link
            key={id}
            to={adminPaths.tab(tab, { course_id: courseId })}
            aria-current={id === current ? 'page' : undefined}
          >
            <span>
              <b>{title}</b>
              <VisuallyHidden>: </VisuallyHidden>
              <small>{words}</small>
            </span>
          </Link>
        ))}
      </Steps>
      {asking && (
        <SellConfirm busy={busy} courseId={courseId} {...lackOf(placement)} onSell={confirm} onClose={dismiss} />
      )}
    </>
  )
}

const Lack = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'start',
    gap: '2.5',
    mb: '4',
    px: '4',
    py: '2.5',
    borderRadius: 'l2',
    bg: 'buy.subtle',
    '& svg': { flex: 'none', mt: '2px', color: 'buy.fg' },
  },
})

type MissingPartsProps = { courseId: string; missing: readonly Missing[]; label: string }

/** Names parts that a course lacks, or that nobody has looked at, in one sentence; each leads to its field. */
function MissingParts({ courseId, missing, label }: MissingPartsProps) {
  if (missing.length === 0) return null
  return (
    <Lack>
      <Icon of={IconInfoCircle} />
      <span>
        <b>{label}</b>{' '}
        {missing.map((part, at) => (
          <Fragment key={part}>
            {at > 0 && (at === missing.length - 1 ? ' and ' : ', ')}
            <TextLink to={partPath(courseId, part)}>{partNames[part].toLowerCase()}</TextLink>
          </Fragment>
        ))}
        .
      </span>
    </Lack>
  )
}
