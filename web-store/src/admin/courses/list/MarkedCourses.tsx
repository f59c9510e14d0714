import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { later } from '../../../ui/later.tsx'
import { IconTrash } from '../../../ui/secondary-icons.ts'
import { adminClient } from '../../host/admin-api.ts'
import { MarkedBar, MOST_MARKED, type useMarks } from '../../lists/mark-column.tsx'
import { type AdminCard, isCard } from '../courses.queries.ts'
import { changes, type NewState } from './change-many.ts'

const ChangeMany = later(() => import('./ChangeMany.tsx'))

type MarkedCoursesProps = {
  of: ReturnType<typeof useMarks<AdminCard>>
  /** The number of courses in the search and filter. */
  total: number
  filter: { q?: string; status?: AdminCard['status']; kind?: AdminCard['kind'] }
}

/** Offers actions on all marked courses. */
export function MarkedCourses({ of, total, filter }: MarkedCoursesProps) {
  const [requested, setRequested] = useState<NewState>()
  const close = () => setRequested(undefined)
  const all = async () => {
    const { courses } = await adminClient.courses.adminList({ ...filter, fields: 'list', limit: String(MOST_MARKED) })
    return courses.filter(isCard)
  }
  return (
    <>
      <MarkedBar of={of} what="courses" search={JSON.stringify(filter)} total={total} all={all}>
        {(Object.keys(changes) as NewState[]).map((to) => (
          <Button key={to} size="sm" variant="outline" onClick={() => setRequested(to)}>
            {to === 'deleted' && <Icon of={IconTrash} size={16} />}
            {changes[to].does}
          </Button>
        ))}
      </MarkedBar>
      {requested && (
        <ChangeMany
          cards={[...of.marks.values()]}
          to={requested}
          onClose={close}
          onDone={() => {
            close()
            of.clear()
          }}
        />
      )}
    </>
  )
}
