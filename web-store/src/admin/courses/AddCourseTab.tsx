import { useState } from 'react'
import { Loading } from '../../ui/Loading.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminPaths } from '../admin-paths.ts'
import { TabHead } from '../components/TabHead.tsx'
import { useEarlierDraft } from '../use-draft.ts'
import { CourseEditor } from './CourseEditor.tsx'
import type { CourseForm } from './course-form.ts'

const DRAFT = 'course:new'

/** A new course. After it was added the form is empty again. */
export default function AddCourseTab() {
  const draft = useEarlierDraft<CourseForm>(DRAFT)
  const [added, setAdded] = useState(0)
  if (draft === undefined) return <Loading />
  return (
    <CourseEditor
      key={added}
      head={(tool) => <TabHead title="Add New Course">{tool}</TabHead>}
      draftName={DRAFT}
      draft={added === 0 ? draft : null}
      onSaved={({ course_id }) => {
        setAdded(added + 1)
        window.scrollTo({ top: 0, behavior: 'instant' })
        toast.success('Course added successfully', {
          action: { label: 'Add lessons', to: adminPaths.lessons(course_id) },
        })
      }}
    />
  )
}
