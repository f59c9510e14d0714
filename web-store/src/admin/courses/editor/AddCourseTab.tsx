import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Loading } from '../../../ui/Loading.tsx'
import { toast } from '../../../ui/toaster.ts'
import { courseDraft, drafts, useEarlierDraft } from '../../forms/editor-drafts.ts'
import { adminPaths } from '../../host/admin-paths.ts'
import { TabHead } from '../../shell/TabHead.tsx'
import { CourseEditor } from './CourseEditor.tsx'
import type { CourseForm } from './course-form.ts'

const DRAFT = 'course:new'

/** A new course. After it was added the form is empty again. */
export default function AddCourseTab() {
  const draft = useEarlierDraft<CourseForm>(DRAFT)
  const navigate = useNavigate()
  const [added, setAdded] = useState(0)
  if (draft === undefined) return <Loading />
  return (
    <CourseEditor
      key={added}
      head={(tool) => <TabHead title="Add New Course">{tool}</TabHead>}
      draftName={DRAFT}
      draft={added === 0 ? draft : null}
      onSaved={async ({ course_id }, { here, typed }) => {
        // Later input belongs to the course just created.
        if (typed) await drafts.write(courseDraft(course_id), typed)
        if (typed) navigate(adminPaths.tab('editcourse', { course_id }))
        else if (here) {
          setAdded(added + 1)
          window.scrollTo({ top: 0, behavior: 'instant' })
        }
        toast.success('Course added successfully', {
          action: { label: 'Add lessons', to: adminPaths.lessons(course_id) },
        })
      }}
    />
  )
}
