import { use } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { countText, dateTimeText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Text, VisuallyHidden } from '../../ui/text.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { IconPencil } from '../shell/admin-icons.ts'
import { LessonLive } from './lesson-previews.ts'

/** `Live 28 Nov 2026, 7:00 pm, 60 minutes`, and how many joined; of a live lesson without a moment `Live, no date yet`. */
export function useLiveText(lessonId: string): string {
  const live = use(LessonLive)[lessonId]
  if (!live) return 'Live, no date yet'
  const { starts_at, minutes, cancelled, joined } = live
  return [
    `${cancelled ? 'Cancelled' : 'Live'} ${dateTimeText(starts_at)}`,
    `${minutes} minutes`,
    ...(joined > 0 ? [`${countText(joined, 'student')} joined`] : []),
  ].join(', ')
}

/** The way to the moment and link of a live lesson, once it is stored. */
export function LiveLink({ lessonId, name }: { lessonId: string; name: string }) {
  const [search] = useSearchParams()
  const has = use(LessonLive)[lessonId] !== undefined
  if (!lessonId) {
    return (
      <Text textStyle="sm" color="fg.muted">
        Save, then set the date.
      </Text>
    )
  }
  return (
    <Button asChild variant={has ? 'outline' : 'solid'} size="sm">
      <Link to={adminPaths.tab('live', { course_id: search.get('course_id') ?? '', lesson_id: lessonId })}>
        <Icon of={IconPencil} size={16} />
        {has ? 'Edit date' : 'Set date'}
        <VisuallyHidden> of {name}</VisuallyHidden>
      </Link>
    </Button>
  )
}
