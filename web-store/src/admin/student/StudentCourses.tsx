import { MOVE_SOURCES } from 'contract/move-sources'
import { useState } from 'react'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText, hoursText } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { TextLink, VisuallyHidden } from '../../ui/text.tsx'
import { Thumb } from '../courses/list/Thumb.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { ExtendAccess } from './ExtendAccess.tsx'
import { GiveCourse } from './GiveCourse.tsx'
import { Nothing, Panel, Rows, Small } from './panel.tsx'
import type { Course, Page } from './student.queries.ts'

const RemoveAccess = later(() => import('./RemoveAccess.tsx'))

const Line = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '64px minmax(0,1fr)', md: '64px minmax(0,1fr) 190px' },
    columnGap: '3',
    rowGap: '2',
    alignItems: 'center',
  },
})

/** Lists a student's courses with progress, source and end of access; gives, extends and removes them. */
export function StudentCourses({ page }: { page: Page }) {
  const { user, courses, courses_total: total, waiting } = page
  const [removing, setRemoving] = useState<Course>()
  return (
    <Panel title="Courses and progress">
      {courses.length === 0 && <Nothing>No courses yet. What they buy or redeem shows here.</Nothing>}
      <Rows>
        {courses.map((course) => (
          <Line key={course.course_id}>
            <Thumb url={course.course_banner} kind="image" cover={course.course_name} />
            <chakra.div minW="0" gridColumn="2">
              <chakra.p fontWeight="600" overflowWrap="anywhere" lineHeight="1.35">
                {course.course_name}
              </chakra.p>
              <Small>
                <Source course={course} />, {endText(course)}
              </Small>
            </chakra.div>
            <chakra.div display="grid" gap="1.5" gridColumn={{ base: '1 / -1', md: '3' }}>
              <ProgressBar percent={course.percent} label={`Progress in ${course.course_name}`} />
              <Small>{progressText(course)}</Small>
            </chakra.div>
            <chakra.div gridColumn={{ base: '1 / -1', md: '2 / -1' }} display="flex" flexWrap="wrap" gap="2">
              <ExtendAccess userId={user.user_id} course={course} />
              <Button variant="ghost" size="sm" onClick={() => setRemoving(course)}>
                <span>
                  Remove access
                  <VisuallyHidden> to {course.course_name}</VisuallyHidden>
                </span>
              </Button>
            </chakra.div>
          </Line>
        ))}
      </Rows>
      {waiting.length > 0 && (
        <Nothing>
          Waiting for email confirmation, within a year of the day they were given: {waiting.join(', ')}.
        </Nothing>
      )}
      {total > courses.length && (
        <Nothing>
          The newest {courses.length} of {total.toLocaleString('en-IN')} courses.
        </Nothing>
      )}
      <chakra.div display="grid" px="5" py="3.5" borderTopWidth="1px" borderColor="border">
        <GiveCourse user={user} />
      </chakra.div>
      {removing && <RemoveAccess user={user} course={removing} onClose={() => setRemoving(undefined)} />}
    </Panel>
  )
}

function endText({ ends_at }: Course): string {
  if (!ends_at) return 'no end'
  const end = new Date(ends_at)
  return `${end > shopNow() ? 'access until' : 'access ended'} ${dateText(end)}`
}

function progressText(course: Course): string {
  const {
    course_status,
    percent,
    lessons,
    lessons_done,
    lessons_moved_in: moved,
    hours_spent,
    last_watched_at,
  } = course
  if (lessons === 0) return 'No lessons yet'
  if (course_status === 'not_started') return 'Not started'
  const done = `${percent}%, ${lessons_done} of ${lessons} lessons${moved > 0 ? `, ${moved} moved in` : ''}`
  const spent = hours_spent > 0 ? `, ${hoursText(hours_spent)} h` : ''
  return last_watched_at ? `${done}${spent}, last seen ${dateText(new Date(last_watched_at))}` : done + spent
}

function Source({ course: { source, granted_at } }: { course: Course }) {
  const on = dateText(new Date(granted_at))
  const orderLink = (id: string, words: string) => (
    <TextLink to={adminPaths.tab('orders', { order: id })} color="inherit" fontWeight="450">
      {words}
    </TextLink>
  )
  if (source.kind === 'order')
    return (
      <>
        {orderLink(source.order_id, 'Bought')} on {on}
      </>
    )
  if (source.kind === 'hand')
    return (
      <>
        Given by {source.by} on {on}
      </>
    )
  if (source.kind === 'moved')
    return (
      <>
        Moved in from {MOVE_SOURCES[source.from]}, since {on}
      </>
    )
  if (source.kind === 'free') return <>Taken free on {on}</>
  return (
    <>
      {orderLink(source.order_id, 'Gift')} redeemed on {on}
    </>
  )
}
