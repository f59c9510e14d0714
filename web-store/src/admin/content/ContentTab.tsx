import { useQuery } from '@tanstack/react-query'
import type { StoredLesson } from 'contract/learning'
import { Link, useSearchParams } from 'react-router-dom'
import { spanText } from '../../shared/courses/span-text.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Card } from '../../ui/layout.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconBooks } from '../../ui/secondary-icons.ts'
import { useCourseId } from '../courses/courses.queries.ts'
import { CourseHead } from '../courses/editor/CourseHead.tsx'
import { CourseSelect } from '../forms/CourseSelect.tsx'
import { lessonsDraft, useEarlierDraft } from '../forms/editor-drafts.ts'
import { Muted } from '../forms/form-parts.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { ContentEditor } from './ContentEditor.tsx'
import { contentQuery } from './content.queries.ts'
import { type ContentForm, toForm } from './lesson-form.ts'
import { KnownOfLessons } from './lesson-previews.ts'

const FAILED = 'Failed to load course content'

/** The lessons of the course that the address names; where it names none, one is chosen. */
export default function ContentTab() {
  const courseId = useCourseId()
  if (!courseId) return <ChooseCourse />
  return (
    <>
      <CourseHead courseId={courseId} current="content" />
      <Lessons key={courseId} courseId={courseId} />
    </>
  )
}

function ChooseCourse() {
  const [, setSearch] = useSearchParams()
  return (
    <chakra.div maxW="1040px" mx="auto">
      <TabHead title="Lessons" />
      <Card px="5" py="4.5" mb="5">
        <chakra.div maxW={{ md: '460px' }}>
          <CourseSelect
            label="Course"
            first="Select a course"
            none=""
            required
            value=""
            onChange={(id) => setSearch(id ? { tab: 'content', course_id: id } : { tab: 'content' })}
          />
        </chakra.div>
      </Card>
      <PageMessage
        icon={IconBooks}
        title="Please select a course"
        action={
          <Button asChild variant="outline">
            <Link to={adminPaths.tab('courses')}>All courses</Link>
          </Button>
        }
      >
        Its lessons show here, to add, put in order and save.
      </PageMessage>
    </chakra.div>
  )
}

/** Counts the lessons and their length. */
function LessonCount({ lessons }: { lessons: readonly StoredLesson[] }) {
  const sections = new Set(lessons.flatMap(({ section }) => section ?? [])).size
  const seconds = lessons.reduce((sum, lesson) => sum + (lesson.file_seconds ?? lesson.seconds ?? 0), 0)
  const facts = [
    lessons.length === 0 ? 'No lessons yet' : countText(lessons.length, 'lesson'),
    sections > 0 && countText(sections, 'section'),
    seconds > 0 && spanText(seconds),
  ]
  return (
    <Muted mb="3" fontVariantNumeric="tabular-nums">
      {facts.filter(Boolean).join(', ')}
    </Muted>
  )
}

function Lessons({ courseId }: { courseId: string }) {
  const draftName = lessonsDraft(courseId)
  const draft = useEarlierDraft<ContentForm>(draftName)
  const { data, error, refetch } = useQuery(contentQuery(courseId))
  useFailureToast(error, FAILED)
  if (error && !data) return <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
  if (!data || draft === undefined) return <Loading minH="240px" />
  const { data: stored, etag } = data
  return (
    <KnownOfLessons value={{ ...stored, facts: new Map(stored.content.map((lesson) => [lesson.watch_link, lesson])) }}>
      <LessonCount lessons={stored.content} />
      <ContentEditor
        courseId={courseId}
        base={toForm(stored.content)}
        etag={etag}
        draft={draft}
        draftName={draftName}
      />
    </KnownOfLessons>
  )
}
