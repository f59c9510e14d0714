import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { isApiError } from '../../api/client.ts'
import { serverMarkup } from '../../first-page/server-markup.tsx'
import { t } from '../../language/text.ts'
import { courseQuery } from '../../shared/courses/course.queries.ts'
import { SalesPage } from '../../shared/sales/SalesPage.tsx'
import { storage } from '../../stores/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Head } from '../../ui/Head.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { later } from '../../ui/later.tsx'
import { Wrap } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'

// Only a browser in which an admin is logged in fetches it.
const AdminLinks = later(() => import('./AdminLinks.tsx'))

const NotFound = serverMarkup(
  import.meta.env.SSR ? (await import('../../shared/NotFound.tsx')).default : undefined,
  () => import('../../shared/NotFound.tsx'),
)

const FAILED = t('Failed to load course details')

/** Ids that no course can have; the server answers its page of the unknown without asking for them. */
const isOdd = (courseId: string) => courseId.length > 100 || /[\0%]/.test(courseId)

/** The sales page of the course in the address. */
export default function CourseScreen() {
  const { courseId = '' } = useParams()
  const odd = isOdd(courseId)
  const { data: course, error, isError, refetch, fetchStatus } = useQuery({ ...courseQuery(courseId), enabled: !odd })
  const unknown = odd || course === null || (isApiError(error) && error.status === 404)
  const failed = !course && !unknown && (isError || fetchStatus === 'paused')

  const [admin, setAdmin] = useState(false)
  useEffect(() => setAdmin(Boolean(storage.read('admin_token'))), [])
  useEffect(() => {
    if (failed) toast.error(FAILED, { id: 'course-failed' })
  }, [failed])

  if (unknown) return <NotFound />
  if (course) {
    return (
      <>
        {admin && <AdminLinks courseId={course.course_id} />}
        <SalesPage key={course.course_id} course={course} />
      </>
    )
  }
  return (
    <>
      <Head title={t('Course')} />
      {failed && (
        <Wrap py="14" textAlign="center">
          <chakra.p mb="4">{t('Failed to load course details. Please check your connection and try again.')}</chakra.p>
          <Button variant="outline" onClick={() => void refetch()}>
            {t('Try again')}
          </Button>
        </Wrap>
      )}
      <Loading text={t('Loading course...')} />
    </>
  )
}
