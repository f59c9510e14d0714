import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { api } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { isSignedIn, useSession } from '../../stores/session.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconClock } from '../../ui/secondary-icons.ts'

/** Leads from the lessons of a workshop to the student's date, which the dashboard has. */
export default function WorkshopDate({ courseId }: { courseId: string }) {
  const signedIn = useSession(isSignedIn)
  const { data: own } = useQuery({ ...api.account.dashboard.queryOptions(), enabled: signedIn, retry: false })
  const { data } = useQuery({
    ...api.workshops.mine.queryOptions(),
    enabled: navigator.onLine && own?.parts.includes('workshops') === true,
    retry: false,
  })
  if (!data?.runs.some(({ course_id }) => course_id === courseId)) return null
  return (
    <IconButton asChild aria-label={t('Your date')} title={t('Your date')}>
      <Link to={paths.dashboard}>
        <Icon of={IconClock} />
      </Link>
    </IconButton>
  )
}
