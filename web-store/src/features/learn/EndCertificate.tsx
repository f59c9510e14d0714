import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { api } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'

/** Links the certificate of a completed course, if it has one. */
export function EndCertificate({ courseId }: { courseId: string }) {
  const { data } = useQuery({
    ...api.certificates.get.queryOptions({ input: { course_id: courseId } }),
    staleTime: 0,
  })
  if (!data?.certificate && !data?.may_take && !data?.missing.length) return null
  return (
    <Button asChild variant="white" size="sm">
      <Link to={`${paths.dashboard}?certificate=${courseId}`}>
        {data.certificate ? t('Your certificate') : t('Get your certificate')}
      </Link>
    </Button>
  )
}
