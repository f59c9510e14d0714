import { useQuery } from '@tanstack/react-query'
import { courseToContinue } from 'contract/course-to-continue'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { api, isApiError } from '../../api/client.ts'
import { rich } from '../../language/rich.tsx'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { LoadProblem } from '../../shared/LoadProblem.tsx'
import { useDownloadedIds } from '../../stores/downloaded-lessons.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Head } from '../../ui/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Card, Row, Skeleton, Stack, Wrap } from '../../ui/layout.tsx'
import { IconBooks, IconGift } from '../../ui/secondary-icons.ts'
import { slot } from '../../ui/slot.tsx'
import { H1, H2, Text, TextLink, VisuallyHidden } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { ContinueCard } from './ContinueCard.tsx'
import { inOrderOfLearning } from './course-status.ts'
import { EnrolledCourse } from './EnrolledCourse.tsx'
import { StatCards, StatGrid } from './StatCards.tsx'

/** `parts`: features that have something of the student to show. */
export type ShownParts = { parts: readonly string[] }

/** Lines above the courses that other features add. */
const Parts = slot<ShownParts>(import.meta.glob('../*/DashboardPart.tsx', { eager: true }))

const EnrolledGrid = chakra('div', {
  base: { display: 'grid', gap: '5', gridTemplateColumns: { base: '1fr', md: '1fr 1fr', lg: 'repeat(4, 1fr)' } },
})

const places = [1, 2, 3, 4]

/** The dashboard's layout while its numbers are on the way. */
function DashboardSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">{t('Loading...')}</VisuallyHidden>
      <Skeleton h={{ base: '32px', md: '43px' }} maxW="420px" mb="6" />
      <StatGrid as="div">
        {places.map((place) => (
          <Card key={place} p="4.5" h={{ base: '92px', md: '108px' }}>
            <Skeleton h="5" w="60%" />
            <Skeleton h="8" w="30%" mt="4" />
          </Card>
        ))}
      </StatGrid>
      <Skeleton h="30px" w="180px" mb="4.5" />
      <EnrolledGrid>
        {places.map((place) => (
          <Card key={place} overflow="hidden">
            <Skeleton aspectRatio="16/9" borderRadius="0" display={{ base: 'none', md: 'block' }} />
            <Stack p="4" gap="3.5">
              <Skeleton h="6" w="40%" />
              <Skeleton h="6" w="80%" />
              <Skeleton h="2" />
              <Skeleton h="11" />
            </Stack>
          </Card>
        ))}
      </EnrolledGrid>
    </>
  )
}

/** The lessons in this browser, where a feature stores them. */
const DownloadedLessons = slot(import.meta.glob('../*/DownloadedLessons.tsx'))

export default function DashboardScreen() {
  const { data, error, isError, refetch, isFetching } = useDashboard()
  const stores = useDownloadedIds(({ any }) => any)
  return (
    <Wrap pt={{ base: '6', md: '10' }} pb={{ base: '12', md: '18' }}>
      <Head title={t('Dashboard')} />
      {data ? (
        <>
          <Courses data={data} />
          {stores && <DownloadedLessons />}
        </>
      ) : stores && (!navigator.onLine || (isError && !isApiError(error))) ? (
        <>
          <H1 mb="2">{t('You are offline')}</H1>
          <Text color="fg.muted" mb="6">
            {t('These lessons play without internet. The rest is there when you are back online.')}
          </Text>
          <DownloadedLessons />
        </>
      ) : isError ? (
        <LoadProblem level={1} title={t('Error loading dashboard')} busy={isFetching} onRetry={() => void refetch()}>
          {t('Something went wrong. Please try again later.')}
        </LoadProblem>
      ) : (
        <DashboardSkeleton />
      )}
    </Wrap>
  )
}

function Courses({ data }: { data: NonNullable<ReturnType<typeof useDashboard>['data']> }) {
  const started = courseToContinue(data.orders)
  // A new student sees where to begin, not four zeros.
  const stats = <StatCards courses={data.orders} coins={data.coins} />
  return (
    <>
      <Row justifyContent="space-between" gap="4" mb={{ base: '4.5', md: '6' }}>
        <H1 minW="0" overflowWrap="anywhere">
          {t('Welcome back, {name}!', { name: data.name || data.email })}
        </H1>
        <BrowseMore shownFrom="md" />
      </Row>
      <Parts parts={data.parts} />
      {started && <ContinueCard key={started.course_id} course={started} />}
      {data.orders.length > 0 && stats}
      <H2 fontSize={{ md: '1.75rem' }} mb="4.5">
        {t('Your Courses')}
      </H2>
      {data.orders.length === 0 ? (
        <chakra.div mb={{ base: '8', md: '11' }}>
          <EmptyState
            icon={IconBooks}
            level={3}
            title={t("You haven't enrolled in any courses yet.")}
            action={
              <Button asChild>
                <Link to={paths.courses}>{t('Explore Courses')}</Link>
              </Button>
            }
          >
            {rich(
              'Pick one today and begin with its first lesson, on your phone, at your own pace. Were you given a code? <redeem>Redeem a gift code</redeem>',
              { redeem: (words) => <TextLink to={paths.gift}>{words}</TextLink> },
            )}
          </EmptyState>
        </chakra.div>
      ) : (
        <EnrolledGrid>
          {inOrderOfLearning(data.orders).map((course) => (
            <EnrolledCourse key={course.course_id} course={course} />
          ))}
        </EnrolledGrid>
      )}
      {data.orders.length === 0 && stats}
      <chakra.div mt="6" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="2.5" justifyItems={{ md: 'start' }}>
        <BrowseMore shownFrom="base" />
        <Button asChild variant="ghost" w={{ base: 'full', md: 'auto' }} ms={{ md: '-19px' }} whiteSpace="normal">
          <Link to={paths.gift}>
            <Icon of={IconGift} />
            {t('Redeem a gift code')}
          </Link>
        </Button>
      </chakra.div>
    </>
  )
}

/** Beside the heading where there is room, at the end of the page on phones. */
function BrowseMore({ shownFrom }: { shownFrom: 'base' | 'md' }) {
  return (
    <Button
      asChild
      variant="outline"
      w={{ base: 'full', md: 'auto' }}
      display={shownFrom === 'md' ? { base: 'none', md: 'inline-flex' } : { md: 'none' }}
    >
      <Link to={paths.courses}>{t('Browse More Courses')}</Link>
    </Button>
  )
}

/**
 * Loads the student's numbers and courses. A server in trouble leads to the error page, and that one back here; the page shows any other
 * failure, besides the toast.
 */
function useDashboard() {
  const navigate = useNavigate()
  const dashboard = useQuery(api.account.dashboard.queryOptions())
  const { error, data } = dashboard
  const nothingToShow = data === undefined

  useEffect(() => {
    if (!error || !nothingToShow) return
    if (isApiError(error) && error.status >= 500) {
      // In place of the dashboard: going back would lead into the same trouble.
      navigate(paths.error(paths.dashboard), { replace: true })
      return
    }
    toast.error(t('Error loading dashboard'), { description: t('Something went wrong. Please try again later.') })
  }, [error, nothingToShow, navigate])

  return dashboard
}
