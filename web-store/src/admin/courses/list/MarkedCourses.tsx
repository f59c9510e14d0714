import { useState } from 'react'
import { errorText } from '../../../api/client.ts'
import { useSubmission } from '../../../api/use-submission.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { later } from '../../../ui/later.tsx'
import { IconTrash } from '../../../ui/secondary-icons.ts'
import { toast } from '../../../ui/toaster.ts'
import { adminClient } from '../../host/admin-api.ts'
import { BulkBox } from '../../lists/BulkBox.tsx'
import { type Marks, MOST_MARKED } from '../../lists/mark-column.tsx'
import type { AdminCard } from '../courses.queries.ts'
import type { NewState } from './change-many.ts'

const ChangeMany = later(() => import('./ChangeMany.tsx'))

type MarkedCoursesProps = {
  marks: Marks<AdminCard>
  /** The number of courses in the search and filter. */
  total: number
  filter: { q?: string; status?: AdminCard['status']; kind?: AdminCard['kind'] }
  onMark: (cards: readonly AdminCard[]) => void
  onClear: () => void
}

/** Offers actions on all marked courses. */
export function MarkedCourses({ marks, total, filter, onMark, onClear }: MarkedCoursesProps) {
  const [requested, setRequested] = useState<NewState>()
  // An answer for another search or filter marks nothing.
  const now = JSON.stringify(filter)
  const all = useSubmission({
    mutationFn: (_of: string) =>
      adminClient.courses.adminList({ ...filter, fields: 'list', limit: String(MOST_MARKED) }),
    onSuccess: ({ courses }, of) => {
      if (of === now) onMark(courses.filter((course): course is AdminCard => 'lessons' in course))
    },
    onError: (error) => {
      toast.error(errorText(error, 'The courses could not be selected'))
    },
  })
  if (marks.size === 0) return null
  const wanted = Math.min(total, MOST_MARKED)
  return (
    <>
      <BulkBox label="Selected courses" count={marks.size}>
        {marks.size < wanted && (
          <Button size="sm" variant="ghost" busy={all.isPending} onClick={() => all.mutate(now)}>
            Select all {wanted.toLocaleString('en-IN')}
          </Button>
        )}
        <Button size="sm" variant="outline" onClick={() => setRequested('published')}>
          Publish
        </Button>
        <Button size="sm" variant="outline" onClick={() => setRequested('draft')}>
          Unpublish
        </Button>
        <Button size="sm" variant="outline" onClick={() => setRequested('archived')}>
          Archive
        </Button>
        <Button size="sm" variant="outline" onClick={() => setRequested('deleted')}>
          <Icon of={IconTrash} size={16} />
          Delete
        </Button>
        <Button size="sm" variant="ghost" onClick={onClear}>
          Clear
        </Button>
      </BulkBox>
      {requested && (
        <ChangeMany
          cards={[...marks.values()]}
          to={requested}
          onClose={() => setRequested(undefined)}
          onDone={onClear}
        />
      )}
    </>
  )
}
