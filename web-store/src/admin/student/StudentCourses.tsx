import { MOVE_SOURCES } from 'contract/move-sources'
import { useState } from 'react'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText, hoursText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { later } from '../../ui/later.tsx'
import { Stack } from '../../ui/layout.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { IconTrash } from '../../ui/secondary-icons.ts'
import { TextLink, VisuallyHidden } from '../../ui/text.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { Thumb } from '../lists/Thumb.tsx'
import { ExtendAccess, useExtendAccess } from './ExtendAccess.tsx'
import { GiveCourse } from './GiveCourse.tsx'
import { Nothing, Panel, Rows, Small } from './panel.tsx'
import type { Course, Page } from './student.queries.ts'

const RemoveAccess = later(() => import('./RemoveAccess.tsx'))

const Line = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '64px minmax(0,1fr) auto', xl: '64px minmax(0,1.3fr) minmax(0,1fr) auto' },
    columnGap: '3',
    rowGap: '2',
    alignItems: 'center',
    '&[data-open]': { bg: 'action.subtle' },
  },
})

/** Lists what a student can open, with progress, source and end of access; gives, extends and removes it in place. */
export function StudentCourses({ page }: { page: Page }) {
  const { user, courses, courses_total: total, waiting } = page
  const [removing, setRemoving] = useState<Course>()
  const ended = courses.filter(({ ends_at }) => ends_at && new Date(ends_at) <= shopNow())
  const lines = (shown: readonly Course[]) =>
    shown.map((course) => (
      <CourseLine key={course.course_id} userId={user.user_id} course={course} onRemove={() => setRemoving(course)} />
    ))
  return (
    <Panel title="Courses and progress">
      {courses.length === 0 && <Nothing>No courses yet. What they buy or redeem shows here.</Nothing>}
      <Rows>{lines(courses.filter((course) => !ended.includes(course)))}</Rows>
      {ended.length > 0 && (
        <chakra.details borderTopWidth="1px" borderColor="border">
          <chakra.summary px="5" py="3.5" cursor="pointer" fontWeight="600">
            Ended{' '}
            <chakra.span color="fg.muted" fontWeight="400">
              {ended.map((one) => one.course_name).join(', ')}
            </chakra.span>
          </chakra.summary>
          <Rows>{lines(ended)}</Rows>
        </chakra.details>
      )}
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
      {removing && <RemoveAccess of={{ user, course: removing }} onClose={() => setRemoving(undefined)} />}
    </Panel>
  )
}

function CourseLine({ userId, course, onRemove }: { userId: string; course: Course; onRemove: () => void }) {
  const { course_name, percent, ends_at, last_watched_at } = course
  const extending = useExtendAccess(userId, course)
  return (
    <Line data-open={extending.isOpen || undefined}>
      <Thumb url={course.course_banner} kind="image" cover={course_name} />
      <chakra.div minW="0">
        <chakra.p fontWeight="600" overflowWrap="anywhere" lineHeight="1.35">
          {course_name}
        </chakra.p>
        <Small>
          <Source course={course} />
        </Small>
      </chakra.div>
      <chakra.div display="flex" gap="1" gridColumn={{ base: '3', xl: '4' }} gridRow="1">
        {ends_at && !extending.isOpen && (
          <Button
            variant="outline"
            size="sm"
            whiteSpace="nowrap"
            busy={extending.month.busy}
            onClick={() => extending.month.run()}
          >
            <span>
              +30 days
              <VisuallyHidden> of {course_name}</VisuallyHidden>
            </span>
          </Button>
        )}
        {ends_at && !extending.isOpen && (
          <Button variant="outline" size="sm" onClick={() => extending.setOpen(true)}>
            <span>
              Extend
              <VisuallyHidden> access to {course_name}</VisuallyHidden>
            </span>
          </Button>
        )}
        <IconButton
          compact
          color="fg.muted"
          _hover={{ color: 'danger.fg', bg: 'danger.subtle' }}
          title="Remove access"
          aria-label={`Remove access to ${course_name}`}
          onClick={onRemove}
        >
          <Icon of={IconTrash} />
        </IconButton>
      </chakra.div>
      <Stack gap="1" gridColumn={{ base: '1 / -1', xl: '3' }} gridRow={{ base: '2', xl: '1' }} minW="0">
        {ends_at && (
          <chakra.p textStyle="sm" fontWeight="600">
            {new Date(ends_at) > shopNow() ? 'Until' : 'Ended'} {dateText(new Date(ends_at))}
          </chakra.p>
        )}
        <ProgressBar percent={percent} label={`Progress in ${course_name}`} />
        <Small>{progressText(course)}</Small>
        {last_watched_at && <Small>Last watched {dateText(new Date(last_watched_at))}</Small>}
      </Stack>
      {extending.isOpen && (
        <chakra.div gridColumn={{ base: '1 / -1', xl: '2 / -1' }} py="1.5">
          <ExtendAccess extending={extending} />
        </chakra.div>
      )}
    </Line>
  )
}

function progressText(course: Course): string {
  const { course_status, percent, lessons, lessons_done, lessons_moved_in: moved, hours_spent } = course
  if (lessons === 0) return 'No lessons yet'
  if (course_status === 'not_started') return 'Not started'
  const done = `${percent}%, ${lessons_done} of ${lessons} lessons${moved > 0 ? `, ${moved} moved in` : ''}`
  return hours_spent > 0 ? `${done}, ${hoursText(hours_spent)} h` : done
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
