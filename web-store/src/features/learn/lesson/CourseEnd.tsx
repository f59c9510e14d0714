import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { api } from '../../../api/client.ts'
import { inLanguage } from '../../../language/language.ts'
import { plural, t } from '../../../language/text.ts'
import { paths } from '../../../paths.ts'
import { bySection } from '../../../shared/courses/lesson-sections.ts'
import { studentDrafts } from '../../../stores/drafts.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconStarFilled } from '../../../ui/icons.ts'
import { Card, Skeleton } from '../../../ui/layout.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { H1, H2, Text } from '../../../ui/text.tsx'
import { useFocusOn } from '../use-focus-on.ts'
import { EndPlace, type EndProps } from './end-place.ts'
import { wholeText } from './lesson-times.ts'
import { useContent } from './use-content.ts'

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

/** The dashboard opens the review of the course. */
const reviewAt = (courseId: string) => `${paths.dashboard}?${new URLSearchParams({ review: courseId })}`

type EndOfCourse = { isLoading: boolean; title?: string; card?: ReactNode }

/** The certificate of a finished course, while the shop issues them. */
export type CertificateFile = { useCertificate: (courseId: string, name: string) => EndOfCourse }
const [found] = Object.values(import.meta.glob<CertificateFile>('../../*/course-end.tsx', { eager: true }))
const useCertificate: CertificateFile['useCertificate'] = found?.useCertificate ?? (() => ({ isLoading: false }))

/** Offers the certificate of the finished course, a review that was not written yet, a link for friends, and another course. */
export default function CourseEnd({ courseId, lessons, played, onStay }: EndProps) {
  const name = useContent(courseId).data?.course_name ?? ''
  const certificate = useCertificate(courseId, name)
  const review = useQuery({ ...api.reviews.mine.queryOptions({ input: { course_id: courseId } }), gcTime: 0 })
  const owned = useQuery(api.account.dashboard.queryOptions())
  const sold = useQuery(api.courses.list.queryOptions({ input: { limit: '9' } }))
  // All parts show at once: nothing moves when another answer arrives.
  const ready = [certificate, review, owned, sold].every(({ isLoading }) => !isLoading)
  // A film that ended by itself stays on the screen.
  const head = useFocusOn<HTMLHeadingElement>(ready, played)
  if (!ready) return <Skeleton h="60" aria-label={t('Loading...')} />

  const reviewed = !review.data?.may_review || review.data.review !== null
  const mine = owned.data?.orders ?? []
  const begun = mine.find(
    (one) => one.course_id !== courseId && one.course_status !== 'completed' && !one.access?.ended,
  )
  const learnt = bySection(lessons).flatMap(({ section }) => section ?? [])
  // A plain link: the dialog of other pages weighs 13 kB.
  const words = `${name} ${window.location.origin}${inLanguage(paths.course(courseId))}`
  const other = sold.data?.find(({ course_id }) => mine.every((one) => one.course_id !== course_id))
  return (
    <EndPlace aria-label={t('End of the course')} gap="5">
      <div>
        <H1 ref={head} tabIndex={-1} outline="0 !important" fontSize={{ base: '1.5rem', md: '1.75rem' }}>
          {certificate.title ?? t('You finished the course')}
        </H1>
        {!played && (
          <Text color="fg.muted">
            {certificate.title
              ? t('You finished the course: {whole}', { whole: wholeText(lessons) })
              : wholeText(lessons)}
          </Text>
        )}
      </div>
      {certificate.card}
      {learnt.length > 1 && (
        <div>
          <H2 fontSize="1.125rem" mb="2.5">
            {t('What you learnt')}
          </H2>
          <chakra.ul columns={{ md: 2 }} columnGap="6" ps="6" listStyleType="'✓ '" overflowWrap="anywhere">
            {learnt.map((section) => (
              <li key={section}>{section}</li>
            ))}
          </chakra.ul>
        </div>
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
                to={reviewAt(courseId)}
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
      <Button asChild variant="ghost" justifySelf="start" px="0">
        <a href={`https://wa.me/?text=${encodeURIComponent(words)}`}>{t('Tell a friend')}</a>
      </Button>
      {begun ? (
        <NextCourse
          main={!certificate.card}
          name={begun.course_name}
          banner={begun.course_banner}
          to={paths.learn(begun.course_id)}
          action={begun.course_status === 'in_progress' ? t('Continue') : t('Start course')}
        />
      ) : (
        other && (
          <NextCourse
            main={!certificate.card}
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

type NextProps = { name: string; banner: string; to: string; action: string; main: boolean }

/** The course to go on with. */
const NextCourse = ({ name, banner, to, action, main }: NextProps) => (
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
      <Button asChild variant={main ? 'solid' : 'outline'}>
        <Link to={to}>{action}</Link>
      </Button>
    </Card>
  </section>
)
