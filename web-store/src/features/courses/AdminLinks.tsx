import { Link } from 'react-router-dom'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { chakra } from '../../ui/chakra.ts'

const Bar = chakra('nav', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'center',
    columnGap: '5',
    rowGap: '1',
    px: '4',
    pt: '5',
    pb: '2',
    bg: 'stage',
    color: 'stage.muted',
    textStyle: 'sm',
    '& a': { color: 'white', fontWeight: '550', textDecoration: 'underline', textUnderlineOffset: '3px' },
  },
})

/** Leads an admin from a sales page to where it is made. */
export default function AdminLinks({ courseId }: { courseId: string }) {
  return (
    <Bar aria-label={t('For admins')} data-stage>
      <span>{t('Only admins see this.')}</span>
      <Link to={paths.adminCourse(courseId)}>{t('Edit course')}</Link>
      <Link to={paths.adminLessons(courseId)}>{t('Lessons')}</Link>
    </Bar>
  )
}
