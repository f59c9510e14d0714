import { liveEnd } from 'contract/live-times'
import { shopNow } from '../../stores/shop-clock.ts'
import { countText, dateTimeText } from '../../ui/format.ts'
import { LessonTask } from '../content/LessonTask.tsx'
import { useMe } from '../host/me.queries.ts'
import { Joined } from './Joined.tsx'
import { LiveEditor } from './LiveEditor.tsx'
import { liveQuery } from './live.queries.ts'

type Stored = Awaited<ReturnType<ReturnType<typeof liveQuery>['queryFn']>>['data']

/** Edits moment and link of the live lesson that the address names, and lists who joined. */
export default function LiveTab() {
  const { data: me } = useMe()
  return (
    <LessonTask kind="live" query={liveQuery} state={stateOf}>
      {({ data: { live, joined }, etag }, { lessonId }) => (
        <>
          <LiveEditor lessonId={lessonId} stored={live} etag={etag} />
          {joined > 0 && me?.role === 'owner' && <Joined lessonId={lessonId} />}
        </>
      )}
    </LessonTask>
  )
}

/** Says when it is, and how many joined. */
function stateOf({ live, joined }: Stored) {
  if (!live) return 'It has no date yet. Students see the lesson without one.'
  if (live.cancelled) return 'It is cancelled. Set a new date to hold it again.'
  const over = liveEnd(live) <= shopNow()
  const people =
    joined > 0 ? `${countText(joined, 'student')} joined.` : over ? 'Nobody joined.' : 'Nobody has joined yet.'
  return `${over ? 'It was on' : 'It is on'} ${dateTimeText(live.starts_at)} IST. ${people}`
}
