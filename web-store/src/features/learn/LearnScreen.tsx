import { Link, Navigate, useParams } from 'react-router-dom'
import { errorText, isApiError } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { useAccess } from '../../shared/courses/use-owned.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Head } from '../../ui/Head.tsx'
import { IconCloudOff } from '../../ui/icons.ts'
import { Loading } from '../../ui/Loading.tsx'
import { later } from '../../ui/later.tsx'
import { Wrap } from '../../ui/layout.tsx'
import { Choices, PageMessage } from '../../ui/PageMessage.tsx'
import { IconMovieOff } from '../../ui/secondary-icons.ts'
import { useContent, useContentError } from './lesson/use-content.ts'
import { Player } from './player/Player.tsx'

const backToDashboard = (
  <Button asChild variant="outline">
    <Link to={paths.dashboard}>{t('Return to Dashboard')}</Link>
  </Button>
)

const AccessEnded = later(() => import('./AccessEnded.tsx'), { waiting: <Loading /> })

const Renewal = later(() => import('../../shared/courses/Renewal.tsx'), { failed: () => null })

/** Warns in time that an access ends soon. */
function Ending({ courseId }: { courseId: string }) {
  if (!useAccess(courseId)?.renewable) return null
  return (
    <chakra.div bg="bg.panel" borderBottomWidth="1px" borderColor="border" px={{ base: '4', lg: '8' }} py="2.5">
      <Renewal courseId={courseId} />
    </chakra.div>
  )
}

/** The course player. */
export default function LearnScreen() {
  const { courseId = '' } = useParams()
  const content = useContent(courseId, { renew: true })
  useContentError(content)
  const { data, error, isError } = content
  if (!data && isApiError(error) && error.data?.ended_at)
    return <AccessEnded courseId={courseId} message={errorText(error, '')} />
  // Without access the sales page opens.
  if (!data && isApiError(error) && error.status === 403) return <Navigate to={paths.course(courseId)} replace />
  const mayWorkNow = !isApiError(error) || error.status >= 500
  return (
    <>
      <Head title={data?.course_name ?? t('Course')} />
      {data && data.content.length > 0 ? (
        <>
          <Ending courseId={courseId} />
          <Player key={courseId} courseId={courseId} lessons={data.content} mark={data.mark} />
        </>
      ) : data ? (
        <Wrap size="form" py={{ base: '14', md: '24' }}>
          <PageMessage icon={IconMovieOff} level={1} title={t('No Content Available')} action={backToDashboard}>
            {t(
              'The lessons of this course are still being prepared. You have access, and find them here as soon as they are ready.',
            )}
          </PageMessage>
        </Wrap>
      ) : isError ? (
        <Wrap size="form" py={{ base: '14', md: '24' }}>
          <PageMessage
            icon={IconCloudOff}
            tone="danger"
            level={1}
            title={navigator.onLine ? t('Failed to load course content') : t('You are offline')}
            action={
              <Choices>
                {mayWorkNow && <Button onClick={() => void content.refetch()}>{t('Try again')}</Button>}
                {backToDashboard}
              </Choices>
            }
          >
            {t('Taking you back to your dashboard.')}
          </PageMessage>
        </Wrap>
      ) : (
        <Loading />
      )}
    </>
  )
}
