import { Portal } from '@ark-ui/react/portal'
import { Link } from 'react-router-dom'
import { paths } from '../../../paths.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { MenuContent, MenuItem, MenuPositioner, MenuRoot, MenuSeparator, MenuTrigger } from '../../../ui/menu.ts'
import { IconBooks, IconCopy, IconExternalLink, IconEye, IconTrash } from '../../../ui/secondary-icons.ts'
import { IconDotsVertical, IconTag, IconUsers } from '../../host/admin-icons.ts'
import { adminPaths } from '../../host/admin-paths.ts'
import { usePlatform } from '../../host/platform.tsx'
import type { AdminCard } from '../courses.queries.ts'
import type { NewState } from './change-many.ts'
import { useDuplicate } from './DuplicateButton.tsx'

export type CourseDialog = 'price' | NewState

/** The actions on a course that are rarer than opening it. */
export function CourseMenu({
  course,
  open,
}: {
  course: AdminCard
  open: (dialog: CourseDialog, of: AdminCard) => void
}) {
  const { course_id, name, kind, status, students } = course
  const platform = usePlatform()
  const duplicate = useDuplicate(course_id)
  const isSold = status === 'published' || status === 'unlisted'
  return (
    <MenuRoot positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <MenuTrigger asChild>
        <IconButton compact color="fg.muted" aria-label={`Actions for ${name}`}>
          <Icon of={IconDotsVertical} />
        </IconButton>
      </MenuTrigger>
      {/* Outside the table, which hides what leaves it. */}
      <Portal>
        <MenuPositioner>
          <MenuContent>
            {isSold && (
              <MenuItem value="page" onClick={() => platform.openStorePage(paths.course(course_id))}>
                <Icon of={IconExternalLink} />
                View sales page
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
            <MenuItem value="copy" disabled={duplicate.isPending} onClick={() => duplicate.mutate(undefined)}>
              <Icon of={IconCopy} />
              Make a copy
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
          </MenuContent>
        </MenuPositioner>
      </Portal>
    </MenuRoot>
  )
}
