import { useQuery } from '@tanstack/react-query'
import { Course } from 'contract/courses/courses'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { isApiError } from '../../../api/client.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { later } from '../../../ui/later.tsx'
import { IconClock } from '../../../ui/secondary-icons.ts'
import { TextLink } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toaster.ts'
import { courseDraft, useEarlierDraft } from '../../forms/editor-drafts.ts'
import { adminPaths } from '../../host/admin-paths.ts'
import { useFailureToast } from '../../host/use-failure-toast.ts'
import { ErrorState } from '../../lists/ErrorState.tsx'
import { courseEditQuery } from '../courses.queries.ts'
import { DuplicateButton } from '../list/DuplicateButton.tsx'
import { CourseEditor } from './CourseEditor.tsx'
import { CourseHead } from './CourseHead.tsx'
import type { CourseForm } from './course-form.ts'

const CourseVersions = later(() => import('./CourseVersions.tsx'))

const FAILED = 'Failed to fetch course data'

const back = (
  <TextLink to={adminPaths.tab('courses')} display="inline-block" mb="2.5">
    Back to Courses
  </TextLink>
)

/** The course that the address names, to be changed. */
export default function EditCourseTab() {
  const [search] = useSearchParams()
  const courseId = search.get('course_id') ?? ''
  // A version that was brought back begins the form anew.
  const [times, setTimes] = useState(0)
  return <EditCourse key={`${courseId} ${times}`} courseId={courseId} onBack={() => setTimes((before) => before + 1)} />
}

function EditCourse({ courseId, onBack }: { courseId: string; onBack: () => void }) {
  const [looking, setLooking] = useState(false)
  const navigate = useNavigate()
  const draftName = courseDraft(courseId)
  const draft = useEarlierDraft<CourseForm>(draftName)
  const { data, error, isFetching, refetch } = useQuery({ ...courseEditQuery(courseId), enabled: courseId !== '' })
  useFailureToast(error, FAILED)
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
  if (!data || draft === undefined || (isFetching && !data)) return <Loading />
  const course = Course.parse(data.data)
  return (
    <CourseEditor
      head={(tool) => (
        <CourseHead courseId={courseId} current="editcourse">
          {tool}
          <Button variant="outline" onClick={() => setLooking(true)}>
            <Icon of={IconClock} />
            Versions
          </Button>
          <DuplicateButton courseId={courseId} />
          {looking && <CourseVersions courseId={courseId} onBack={onBack} onClose={() => setLooking(false)} />}
        </CourseHead>
      )}
      course={course}
      etag={data.etag}
      draftName={draftName}
      draft={draft}
      onSaved={(_, { here, typed }) => {
        toast.success(course.kind === 'bundle' ? 'Bundle updated successfully' : 'Course updated successfully')
        if (here && !typed) navigate(adminPaths.tab(course.kind === 'bundle' ? 'bundles' : 'courses'))
      }}
    />
  )
}
