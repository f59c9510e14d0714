import type { CourseKind } from 'contract/courses/bundles'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { Loading } from '../../../ui/Loading.tsx'
import { toast } from '../../../ui/toaster.ts'
import { courseDraft, drafts, useEarlierDraft } from '../../forms/editor-drafts.ts'
import { adminPaths } from '../../host/admin-paths.ts'
import { TabHead } from '../../lists/TabHead.tsx'
import { CourseEditor } from './CourseEditor.tsx'
import type { CourseForm } from './course-form.ts'

/** A new course, or a new bundle of courses. After it was added the form is empty again. */
export default function AddCourseTab() {
  const [search] = useSearchParams()
  return search.get('tab') === 'addbundle' ? (
    <AddOne key="bundle" kind="bundle" />
  ) : (
    <AddOne key="course" kind="course" />
  )
}

function AddOne({ kind }: { kind: CourseKind }) {
  const draftName = `${kind}:new`
  const draft = useEarlierDraft<CourseForm>(draftName)
  const navigate = useNavigate()
  const [added, setAdded] = useState(0)
  if (draft === undefined) return <Loading />
  return (
    <CourseEditor
      key={added}
      kind={kind}
      head={(tool) => <TabHead title={kind === 'bundle' ? 'Add bundle' : 'Add New Course'}>{tool}</TabHead>}
      draftName={draftName}
      draft={added === 0 ? draft : null}
      onSaved={async ({ course_id }, { here, typed }) => {
        // Later input belongs to the course just created.
        if (typed) await drafts.write(courseDraft(course_id), typed)
        if (typed) navigate(adminPaths.tab('editcourse', { course_id }))
        else if (here) {
          setAdded(added + 1)
          window.scrollTo({ top: 0, behavior: 'instant' })
        }
        if (kind === 'bundle') {
          const action = { label: 'Open bundle', to: adminPaths.editCourse(course_id) }
          return void toast.success('Bundle added successfully', { action })
        }
        toast.success('Course added successfully', {
          action: { label: 'Add lessons', to: adminPaths.lessons(course_id) },
        })
      }}
    />
  )
}
