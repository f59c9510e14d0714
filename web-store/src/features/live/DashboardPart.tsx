import { useQuery } from '@tanstack/react-query'
import type { NextLive as Next } from 'contract/live'
import { livePhase } from 'contract/live-times'
import { Link } from 'react-router-dom'
import { api } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { DashboardLine } from '../../shared/DashboardLine.tsx'
import { momentText, untilText } from '../../shared/live/live-words.ts'
import { useNow } from '../../shared/live/use-now.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Text, VisuallyHidden } from '../../ui/text.tsx'
import { useJoin } from './use-join.ts'

/** Shows the next live lesson of the student's courses in a line, if any. */
export default function NextLive() {
  const { data } = useQuery(api.live.next.queryOptions())
  const now = useNow()
  const lesson = data?.lesson
  if (!lesson || livePhase(lesson, now) === 'over') return null
  return <Line lesson={lesson} now={now} />
}

function Line({ lesson, now }: { lesson: Next; now: Date }) {
  const { course_id, course_name, lesson_id, title, starts_at } = lesson
  const { join, joining } = useJoin(lesson_id)
  const began = new Date(starts_at) <= now
  const open = livePhase(lesson, now) === 'open'
  return (
    <DashboardLine
      label={t('Next live lesson')}
      words={
        <>
          <Text textStyle="sm" color="fg.muted">
            <chakra.b color="action.fg" fontWeight="600">
              {began ? t('Live now') : untilText(starts_at, now)}
            </chakra.b>
            {', '}
            {momentText(starts_at)}
          </Text>
          <Text fontWeight="600">{title}</Text>
          <Text textStyle="sm" color="fg.muted">
            {course_name}
          </Text>
        </>
      }
    >
      {open && (
        <Button busy={joining} onClick={join}>
          {t('Join')}
          <VisuallyHidden>: {title}</VisuallyHidden>
        </Button>
      )}
      <Button asChild variant="outline">
        <Link to={`${paths.learn(course_id)}?lesson=${encodeURIComponent(lesson_id)}`}>
          {t('Open lesson')}
          <VisuallyHidden>: {title}</VisuallyHidden>
        </Link>
      </Button>
    </DashboardLine>
  )
}
