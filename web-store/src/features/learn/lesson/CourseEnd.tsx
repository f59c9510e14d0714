import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { api } from '../../../api/client.ts'
import { plural, t } from '../../../language/text.ts'
import { paths } from '../../../paths.ts'
import { studentDrafts } from '../../../stores/drafts.ts'
import { Awning } from '../../../ui/Awning.tsx'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconStarFilled } from '../../../ui/icons.ts'
import { Card, Skeleton } from '../../../ui/layout.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { IconCertificate } from '../../../ui/secondary-icons.ts'
import { H1, H2, Text } from '../../../ui/text.tsx'
import { useFocusOn } from '../use-focus-on.ts'
import { EndPlace, type EndProps } from './end-place.ts'
import { wholeText } from './lesson-times.ts'
import { useContent } from './use-content.ts'

/** The certificate in small. */
const Paper = chakra('div', {
  base: {
    position: 'relative',
    display: 'grid',
    alignContent: 'center',
    justifyItems: 'center',
    gap: '1',
    maxW: '420px',
    minH: '11rem',
    mx: 'auto',
    p: '5',
    overflow: 'hidden',
    bg: 'white',
    color: '#15173A',
    borderWidth: '1px',
    borderColor: '#DCE0EE',
    textAlign: 'center',
    overflowWrap: 'anywhere',
    fontSize: '.875rem',
    '& > b': { fontSize: '1.5rem', fontStretch: '84%', fontWeight: '750', lineHeight: '1.15' },
  },
})

const Star = chakra(Link, {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: '11',
    h: '11',
    borderRadius: 'l1',
    color: { base: '#B87200', _dark: 'buy.solid' },
    '& path': { fill: 'none', stroke: 'currentColor', strokeWidth: '1.5' },
    _hover: { bg: 'bg.muted' },
  },
})

/** The dashboard opens this dialog of the course. */
const dialogAt = (dialog: 'certificate' | 'review', courseId: string) =>
  `${paths.dashboard}?${new URLSearchParams({ [dialog]: courseId })}`

/** Offers the certificate of the finished course, a review that was not written yet, and another course. */
export default function CourseEnd({ courseId, lessons, played, onStay }: EndProps) {
  const certificate = useQuery({
    ...api.certificates.get.queryOptions({ input: { course_id: courseId } }),
    staleTime: 0,
  })
  const review = useQuery({ ...api.reviews.mine.queryOptions({ input: { course_id: courseId } }), gcTime: 0 })
  const owned = useQuery(api.account.dashboard.queryOptions())
  const sold = useQuery(api.courses.list.queryOptions({ input: { limit: '9' } }))
  const name = useContent(courseId).data?.course_name ?? ''
  // They show at once: nothing moves when another answer arrives.
  const ready = [certificate, review, owned, sold].every(({ isLoading }) => !isLoading)
  const head = useFocusOn<HTMLElement>(ready)
  if (!ready) return <Skeleton h="60" aria-label={t('Loading...')} />

  const { data } = certificate
  const gives = data && (data.certificate ?? (data.may_take || data.missing.length > 0))
  const reviewed = !review.data?.may_review || review.data.review !== null
  const mine = owned.data?.orders ?? []
  const begun = mine.find(
    (one) => one.course_id !== courseId && one.course_status !== 'completed' && !one.access?.ended,
  )
  const other = sold.data?.find(({ course_id }) => mine.every((one) => one.course_id !== course_id))
  const title = !gives
    ? t('You finished the course')
    : data.missing.length > 0
      ? t('Your certificate is almost ready')
      : t('Your certificate is ready')
  return (
    <EndPlace ref={head} tabIndex={-1} aria-label={t('End of the course')} gap="5" outline="0 !important">
      <div>
        <H1 fontSize={{ base: '1.5rem', md: '1.75rem' }}>{title}</H1>
        {!played && (
          <Text color="fg.muted">
            {gives ? t('You finished the course: {whole}', { whole: wholeText(lessons) }) : wholeText(lessons)}
          </Text>
        )}
      </div>
      {gives && (
        <Card overflow="hidden">
          <chakra.div p="4.5" bg="bg.subtle" borderBottomWidth="1px" borderColor="border">
            <Paper>
              <chakra.div position="absolute" inset="0 0 auto">
                <Awning size="card" />
              </chakra.div>
              <span>{t('This is to certify that')}</span>
              <b>{data.certificate?.name ?? data.suggested_name}</b>
              <span>{t('has finished')}</span>
              <chakra.span fontWeight="600">{data.certificate?.course_name ?? name}</chakra.span>
            </Paper>
          </chakra.div>
          <chakra.div p="4">
            <Button asChild full>
              <Link to={dialogAt('certificate', courseId)}>
                <Icon of={IconCertificate} />
                {data.certificate ? t('Your certificate') : t('Get your certificate')}
              </Link>
            </Button>
          </chakra.div>
        </Card>
      )}
      {!reviewed && (
        <chakra.div role="group" aria-labelledby="how-was-it">
          <H2 id="how-was-it" fontSize="1.125rem">
            {t('How was the course?')}
          </H2>
          <chakra.div display="flex" flexWrap="wrap" ms="-2">
            {[1, 2, 3, 4, 5].map((stars) => (
              <Star
                key={stars}
                to={dialogAt('review', courseId)}
                state={{ returns: true }}
                aria-label={plural(stars, { one: '{count} star', other: '{count} stars' })}
                onClick={() => studentDrafts.keep(`review ${courseId}`, { stars })}
              >
                <Icon of={IconStarFilled} size={28} />
              </Star>
            ))}
          </chakra.div>
        </chakra.div>
      )}
      {begun ? (
        <NextCourse
          name={begun.course_name}
          banner={begun.course_banner}
          to={paths.learn(begun.course_id)}
          action={begun.course_status === 'in_progress' ? t('Continue') : t('Start course')}
        />
      ) : (
        other && (
          <NextCourse
            name={other.name}
            banner={other.banner}
            to={paths.course(other.course_id)}
            action={t('View course')}
          />
        )
      )}
      {!played && (
        <Button variant="outline" onClick={onStay} justifySelf="start">
          {t('Back to the lesson')}
        </Button>
      )}
    </EndPlace>
  )
}

type NextProps = { name: string; banner: string; to: string; action: string }

/** The course to go on with. */
const NextCourse = ({ name, banner, to, action }: NextProps) => (
  <section aria-labelledby="next-course">
    <H2 id="next-course" fontSize="1.125rem" mb="2.5">
      {t('Your next course')}
    </H2>
    <Card display="flex" flexWrap="wrap" alignItems="center" gap="3.5" p="3.5">
      <chakra.div w="24" flexShrink="0" borderRadius="l1" overflow="hidden">
        <Picture place="thumb" src={banner} alt="" label="" cover={name} />
      </chakra.div>
      <chakra.p flex="1" minW="8rem" fontWeight="600" overflowWrap="anywhere">
        {name}
      </chakra.p>
      <Button asChild variant="outline">
        <Link to={to}>{action}</Link>
      </Button>
    </Card>
  </section>
)
