import { coursePageOf } from 'contract/pages/blocks'
import { Link } from 'react-router-dom'
import { Icon } from '../../ui/Icon.tsx'
import { IconBuildingStore } from '../../ui/icons.ts'
import { MenuItem } from '../../ui/menu.ts'
import { adminPaths } from '../host/admin-paths.ts'

/** Leads to the order and the blocks of a course's sales page. */
export default function CourseMenuPart({ courseId }: { courseId: string }) {
  return (
    <MenuItem value="blocks" asChild>
      <Link to={adminPaths.tab('page', { slug: coursePageOf(courseId) })}>
        <Icon of={IconBuildingStore} />
        Page
      </Link>
    </MenuItem>
  )
}
