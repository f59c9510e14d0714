import { useQuery } from '@tanstack/react-query'
import type { StoredLesson } from 'contract/learning'
import { spanText } from '../../shared/courses/span-text.ts'
import { countText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Row } from '../../ui/layout.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconBooks } from '../../ui/secondary-icons.ts'
import { H2, TextLink } from '../../ui/text.tsx'
import { type AdminCard, courseListQuery, useCourseId } from '../courses/courses.queries.ts'
import { CourseHead } from '../courses/editor/CourseHead.tsx'
import { AddCourse } from '../courses/list/AddCourse.tsx'
import { useNewFromFolder } from '../folder/NewFromFolder.tsx'
import { lessonsDraft, useEarlierDraft } from '../forms/editor-drafts.ts'
import { Muted } from '../forms/form-parts.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { agoText } from '../lists/ago-text.ts'
import type { Column } from '../lists/column.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { ListTab } from '../lists/ListTab.tsx'
import { Thumb } from '../lists/Thumb.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { ContentEditor } from './ContentEditor.tsx'
import { contentQuery } from './content.queries.ts'
import { type ContentForm, toForm } from './lesson-form.ts'
import { KnownOfLessons } from './lesson-previews.ts'

const FAILED = 'Failed to load course content'

/** The lessons of the course that the address names; without one, the list of courses. */
export default function ContentTab() {
  const courseId = useCourseId()
  if (!courseId) return <ChooseCourse />
  return (
    <>
      <CourseHead courseId={courseId} current="content" />
      <H2 fontSize="1.25rem" mb="3">
        Manage Course Content
      </H2>
      <Lessons key={courseId} courseId={courseId} />
    </>
  )
}

const columns: Column<AdminCard>[] = [
  {
    head: 'Course',
    lead: true,
    fills: true,
    cell: ({ course_id, name, banner }) => (
      <Row gap="2.5" minW="0">
        <Thumb url={banner} kind="image" cover={name} />
        <TextLink to={adminPaths.lessons(course_id)} minW="0" py="1.5" overflowWrap="anywhere">
          {name}
        </TextLink>
      </Row>
    ),
  },
  { head: 'Lessons', numeric: true, label: 'Lessons', cell: ({ lessons }) => lessons },
  {
    head: 'Changed',
    label: 'Changed',
    cell: ({ lessons_updated_at: at }) => (at ? agoText(at) : <Muted as="span">Never</Muted>),
  },
]

/** The courses, each leading to its lessons. */
function ChooseCourse() {
  const list = useListParams([])
  const query = useQuery(courseListQuery({ ...list.input, kind: 'course' }))
  const fromFolder = useNewFromFolder()
  const add = <AddCourse fromFolder={fromFolder.choose} />
  return (
    <>
      <ListTab
        title="Manage Course Content"
        caption="Courses"
        search="Search by title"
        main={(query.data?.total !== 0 || list.q) && add}
        list={list}
        query={query}
        rows={query.data?.cards}
        keyOf={({ course_id }) => course_id}
        show={columns}
        failed="Failed to fetch courses from server"
        of="courses"
        empty={
          <PageMessage icon={IconBooks} title="No courses yet" action={add}>
            A course of yours shows here with its lessons, to add, put in order and save.
          </PageMessage>
        }
      />
      {fromFolder.dialog}
    </>
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
