import { useQuery } from '@tanstack/react-query'
import { Course } from 'contract/courses/courses'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { isApiError } from '../../../api/client.ts'
import { chakra } from '../../../ui/chakra.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { courseDraft, drafts, useEarlierDraft } from '../../forms/editor-drafts.ts'
import { sameValue } from '../../forms/version-parts.ts'
import { adminPaths } from '../../host/admin-paths.ts'
import { useFailureToast } from '../../host/use-failure-toast.ts'
import { ErrorState } from '../../lists/ErrorState.tsx'
import { BackLink } from '../../lists/TabHead.tsx'
import { courseEditQuery, useCourseId } from '../courses.queries.ts'
import { CourseEditor } from './CourseEditor.tsx'
import { CourseHead } from './CourseHead.tsx'
import { type CourseForm, toForm } from './course-form.ts'
import { type Section, sectionAt, sections } from './sections.ts'

const FAILED = 'Failed to fetch course data'

const back = (
  <chakra.div mb="5">
    <BackLink to={adminPaths.tab('courses')} label="Back to Courses" />
  </chakra.div>
)

/** Drafts of earlier releases: of the whole form, and of what are blocks of a section now. */
const earlierDrafts = [undefined, ...sections.flatMap(({ blocks }) => blocks.map((part) => part.id)), 'lists'].filter(
  (id) => !sections.some((section) => section.id === id),
)

/** Gives each section its part of the drafts of an earlier release. */
async function divideDrafts(courseId: string, stored: CourseForm): Promise<void> {
  for (const earlier of earlierDrafts) {
    const whole = await drafts.read<CourseForm>(courseDraft(courseId, earlier))
    if (!whole) continue
    const { file, values, ...draft } = whole
    for (const { id, fields } of sections) {
      const typed = fields.filter((field) => field in values && !sameValue(values[field], stored[field]))
      if (typed.length === 0) continue
      const begun = await drafts.read<CourseForm>(courseDraft(courseId, id))
      await drafts.write(courseDraft(courseId, id), {
        ...draft,
        ...begun,
        values: { ...(begun?.values ?? values), ...Object.fromEntries(typed.map((field) => [field, values[field]])) },
        ...(typed.includes('banner') && file && { file }),
      })
    }
    await drafts.remove(courseDraft(courseId, earlier))
  }
}

/** The step of a course that the address names, to be changed. */
export default function EditCourseTab() {
  const [search] = useSearchParams()
  const courseId = useCourseId()
  const section = sectionAt(search.get('step'), search.get('field'))
  return <EditCourse key={courseId} courseId={courseId} section={section} />
}

function EditCourse({ courseId, section }: { courseId: string; section: Section }) {
  const navigate = useNavigate()
  // A version that was brought back begins the form anew.
  const [times, setTimes] = useState(0)
  const { data, error, refetch } = useQuery({ ...courseEditQuery(courseId), enabled: courseId !== '' })
  useFailureToast(error, FAILED)
  const [divided, setDivided] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, over what is stored at the opening
  useEffect(() => {
    if (data && !divided) void divideDrafts(courseId, toForm(Course.parse(data.data))).then(() => setDivided(true))
  }, [data !== undefined])
  if (courseId === '' || (isApiError(error) && error.status === 404)) {
    return (
      <>
        {back}
        <ErrorState
          title="Course not found"
          error={error}
          retryText="Open Courses"
          onRetry={() => navigate(adminPaths.tab('courses'))}
        />
      </>
    )
  }
  if (error && !data) {
    return (
      <>
        {back}
        <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
      </>
    )
  }
  if (!data || !divided) return <Loading />
  const { etag } = data
  const course = Course.parse(data.data)
  return (
    <StoredSection
      key={`${section.id} ${times}`}
      section={section}
      course={course}
      etag={etag}
      onBack={() => setTimes((before) => before + 1)}
    />
  )
}

type StoredSectionProps = { section: Section; course: Course; etag: string | undefined; onBack: () => void }

function StoredSection({ section, course, etag, onBack }: StoredSectionProps) {
  const { course_id } = course
  const draft = useEarlierDraft<CourseForm>(courseDraft(course_id, section.id))
  if (draft === undefined) return <Loading />
  const base = draft?.base as Course | undefined
  // A save of another section since the draft began is no newer version of this one.
  const isPresent = base && section.fields.every((field) => sameValue(base[field], course[field]))
  return (
    <CourseEditor
      section={section}
      head={(tool) => (
        <CourseHead courseId={course_id} current={section.step}>
          {tool}
        </CourseHead>
      )}
      course={course}
      etag={etag}
      draft={draft && isPresent ? { ...draft, etag } : draft}
      onBack={onBack}
    />
  )
}
