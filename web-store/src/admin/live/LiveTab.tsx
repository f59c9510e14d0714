import { useQuery } from '@tanstack/react-query'
import { liveEnd } from 'contract/live-times'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'
import { countText, dateTimeText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { LessonTask } from '../content/LessonTask.tsx'
import { useFailureToast } from '../forms/use-failure-toast.ts'
import { useMe } from '../session/me.queries.ts'
import { ErrorState } from '../shell/ErrorState.tsx'
import { Joined } from './Joined.tsx'
import { LiveEditor } from './LiveEditor.tsx'
import { liveQuery } from './live.queries.ts'

const FAILED = 'Failed to load the live lesson'

/** Moment and link of the live lesson that the address names, and who joined. */
export default function LiveTab() {
  return <LessonTask of={LiveOfLesson} />
}

function LiveOfLesson({ lessonId }: { lessonId: string }) {
  const { data, error, refetch } = useQuery(liveQuery(lessonId))
  const { data: me } = useMe()
  useFailureToast(error, FAILED)
  if (error && !data) return <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading minH="240px" />
  const { live, joined, lesson_title } = data.data
  const over = live !== null && liveEnd(live) <= shopNow()
  const said = !live
    ? 'It has no date yet. Students see the lesson without one.'
    : live.cancelled
      ? 'It is cancelled. Set a new date to hold it again.'
      : `${over ? 'It was on' : 'It is on'} ${dateTimeText(live.starts_at)} IST. ${
          joined > 0 ? `${countText(joined, 'student')} joined.` : over ? 'Nobody joined.' : 'Nobody has joined yet.'
        }`
  return (
    <>
      <chakra.p textStyle="sm" color="fg.muted">
        Live lesson
      </chakra.p>
      <chakra.h2 textStyle="h2" fontSize="1.5rem" overflowWrap="anywhere">
        {lesson_title}
      </chakra.h2>
      <chakra.p textStyle="sm" color="fg.muted" mb="4" fontVariantNumeric="tabular-nums">
        {said}
      </chakra.p>
      <LiveEditor lessonId={lessonId} stored={live} etag={data.etag} />
      {joined > 0 && me?.role === 'owner' && <Joined lessonId={lessonId} />}
    </>
  )
}
