import { Link } from 'react-router-dom'
import { paths } from '../../../paths.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { MenuItem, MenuSeparator } from '../../../ui/menu.ts'
import { IconBooks, IconCopy, IconExternalLink, IconEye, IconTrash } from '../../../ui/secondary-icons.ts'
import { slot } from '../../../ui/slot.tsx'
import { IconLink, IconTag, IconUsers } from '../../host/admin-icons.ts'
import { adminPaths } from '../../host/admin-paths.ts'
import { usePlatform } from '../../host/platform.tsx'
import { RowMenu } from '../../lists/row-buttons.tsx'
import type { AdminCard, OneCourse } from '../courses.queries.ts'

import type { NewState } from './change-many.ts'
import { useDuplicate } from './DuplicateButton.tsx'

/** Entries of other features. */
const Parts = slot<OneCourse>(import.meta.glob('../../*/CourseMenuPart.tsx', { eager: true }))

export type CourseDialog = 'price' | 'buyLink' | NewState

export type OpenCourse = (dialog: CourseDialog, course: AdminCard) => void

/** The actions on a course that are rarer than opening it. */
export function CourseMenu({ course, open }: { course: AdminCard; open: OpenCourse }) {
  const { course_id, name, kind, status, students, free } = course
  const { coming_soon } = course as { coming_soon?: boolean | null }
  const platform = usePlatform()
  const { duplicate, busy } = useDuplicate(course_id)
  const isSold = status === 'published' || status === 'unlisted'
  return (
    <RowMenu name={name}>
      {isSold && (
        <MenuItem value="page" onClick={() => platform.openStorePage(paths.course(course_id))}>
          <Icon of={IconExternalLink} />
          View sales page
        </MenuItem>
      )}
      {isSold && !free && !coming_soon && (
        <MenuItem value="buy-link" onClick={() => open('buyLink', course)}>
          <Icon of={IconLink} />
          Copy buy link
        </MenuItem>
      )}
      {kind === 'course' && (
        <MenuItem value="lessons" asChild>
          <Link to={adminPaths.lessons(course_id)}>
            <Icon of={IconBooks} />
            Lessons
          </Link>
        </MenuItem>
      )}
      <Parts courseId={course_id} />
      <MenuItem value="students" asChild>
        <Link to={adminPaths.tab('coursestudents', { course_id })}>
          <Icon of={IconUsers} />
          Students ({students.toLocaleString('en-IN')})
        </Link>
      </MenuItem>
      <MenuItem value="price" onClick={() => open('price', course)}>
        <Icon of={IconTag} />
        Change price
      </MenuItem>
      <MenuItem value="copy" disabled={busy} onClick={duplicate}>
        <Icon of={IconCopy} />
        Duplicate
      </MenuItem>
      <MenuItem
        value="state"
        onClick={() => open(isSold ? (status === 'published' ? 'archived' : 'draft') : 'published', course)}
      >
        <Icon of={IconEye} />
        {isSold ? (status === 'published' ? 'Archive' : 'Unpublish') : 'Publish'}
      </MenuItem>
      <MenuSeparator />
      <MenuItem value="delete" color="danger.fg" onClick={() => open('deleted', course)}>
        <Icon of={IconTrash} />
        Delete
      </MenuItem>
    </RowMenu>
  )
}
