import { Link } from 'react-router-dom'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { adminPaths } from '../../host/admin-paths.ts'
import type { MediaItem } from '../media.queries.ts'

/** The fields of a course, as its form names them. */
const FIELDS: Record<string, string> = {
  banner: 'Banner',
  DEMO_REELS_VIDEOS: 'Demo reels',
  benefits_samples: 'Benefits samples',
  additional_infobanners: 'Info banners',
  product_content_samples: 'Content samples',
  bonuses: 'Bonuses',
  exclusive_bonuses: 'Exclusive bonuses',
  CUSTOMER_REVIEWS: 'Customer reviews',
  watch_link: 'Watch link',
  download_link: 'Download link',
  files: 'File of the lesson',
  captions: 'Captions',
  logo: 'Logo',
}

function placeOf(courseId: string | null, lessonId: string | null): string {
  if (courseId === null) return adminPaths.tab('settings', { section: 'shop' })
  return lessonId ? adminPaths.tab('content', { course_id: courseId }) : adminPaths.editCourse(courseId)
}

type MediaUsesProps = { of: Pick<MediaItem, 'name' | 'used_in'>; deleting?: boolean; onClose: () => void }

/** Lists the places that use a file, each one link away. */
export default function MediaUses({ of: { name, used_in }, deleting, onClose }: MediaUsesProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={deleting ? 'This file is in use' : `Where ${name} is used`}
      footer={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      {deleting && (
        <chakra.p mb="3">
          <b>{name}</b> can be deleted once nothing uses it. Remove it from these places first:
        </chakra.p>
      )}
      <chakra.ul display="grid" gap="2" maxH="50vh" overflowY="auto" listStyleType="none">
        {used_in.map(({ course_id, course_name, field, lesson_id, lesson_title }) => (
          <li key={`${course_id} ${field} ${lesson_id}`}>
            <chakra.span color="action.fg" fontWeight="550" textDecoration="underline" overflowWrap="anywhere">
              <Link to={placeOf(course_id, lesson_id)} onClick={onClose}>
                {course_name ?? 'Settings'}
              </Link>
            </chakra.span>
            <chakra.span color="fg.muted">
              {', '}
              {lesson_title ? `${lesson_title}, ` : ''}
              {FIELDS[field] ?? field}
            </chakra.span>
          </li>
        ))}
      </chakra.ul>
    </Dialog>
  )
}
