import type { EnrolledCourse as Schema } from 'contract/account'
import { REVIEW_FROM_PERCENT } from 'contract/review-limits'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { z } from 'zod'
import { rich } from '../../language/rich.tsx'
import { plural, t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { nextPayment } from '../../shared/courses/Renewal.tsx'
import { PlanRest } from '../../shared/orders/plan-rest.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { hoursText, longDateText } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { Card, Tag } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { slot } from '../../ui/slot.tsx'
import { H3, VisuallyHidden } from '../../ui/text.tsx'
import { shownStatus } from './course-status.ts'

const ReviewCourse = later(() => import('./ReviewCourse.tsx'))

export type OpenCourse = { courseId: string; courseName: string; onClose: () => void }

/** The certificate of a course, while the shop issues them. */
const CertificateDialog = slot<OpenCourse>(import.meta.glob('../*/CertificateDialog.tsx'))

export type Enrolled = z.output<typeof Schema>

const Figures = chakra('p', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '2',
    mt: '1.5',
    textStyle: 'sm',
    color: 'fg.muted',
    fontVariantNumeric: 'lining-nums tabular-nums',
  },
})

/** On a phone a row: the picture beside the name, all else below both. */
const Body = chakra('div', {
  base: {
    display: { base: 'contents', md: 'grid' },
    flex: '1',
    p: '4',
    gap: '3.5',
    gridTemplateRows: '1fr',
    '& > :not(:first-child)': { gridColumn: { base: '1 / -1', md: 'auto' } },
  },
})

/** The renewal of a course at a price of its own, while the shop has them. */
const RenewDialog = slot<OpenCourse>(import.meta.glob('../*/RenewDialog.tsx'))

/** One course of the student. Its link covers the whole card and leads to the player; who has learnt enough reviews it. */
export function EnrolledCourse({ course }: { course: Enrolled }) {
  const { label, percent, palette, action } = shownStatus(course.course_status)
  const { access } = course
  const payment = nextPayment(course.course_id, access)
  const day = access && <time dateTime={access.ends_at}>{longDateText(new Date(access.ends_at))}</time>
  // The badge shows the course's state, the bar the real progress.
  // The player leads here by an address, and going back closes the dialog.
  const [search, setSearch] = useSearchParams()
  const opened = (dialog: 'certificate' | 'review' | 'renew') => search.get(dialog) === course.course_id
  const { state } = useLocation()
  const navigate = useNavigate()
  // A review that began in the player ends there.
  const close = () => (state?.returns ? navigate(-1) : setSearch({}, { replace: true }))
  const hours = hoursText(course.hours_spent)
  const isPartly = course.lessons > 0 && course.course_status !== 'completed'
  const shown = isPartly ? Math.floor((100 * course.lessons_done) / course.lessons) : percent
  // A button appears once it leads on; its text counts the lessons that a certificate lacks.
  const mayReview = course.measured > 0 && 100 * course.measured >= REVIEW_FROM_PERCENT * course.lessons
  const unwatched = course.certificate === 'ready' ? course.lessons - course.measured : 0
  return (
    <Card
      as="article"
      position="relative"
      display={{ base: 'grid', md: 'flex' }}
      gridTemplateColumns="96px minmax(0, 1fr)"
      alignItems={{ base: 'start', md: 'stretch' }}
      gap={{ base: '3.5', md: '0' }}
      p={{ base: '3.5', md: '0' }}
      flexDirection="column"
      overflow="hidden"
      transition="box-shadow 200ms, transform 200ms"
      _hover={{ boxShadow: 'md', '@media (prefers-reduced-motion: no-preference)': { transform: 'translateY(-2px)' } }}
      _focusWithin={{ boxShadow: 'md' }}
    >
      <chakra.div borderRadius={{ base: 'l1', md: '0' }} overflow="hidden">
        <Picture place="card" src={course.course_banner} alt="" label={course.course_name} />
      </chakra.div>
      <Body>
        <div>
          <Tag coloured={palette !== undefined} colorPalette={palette}>
            {label}
          </Tag>
          <H3 mt="2" overflowWrap="anywhere">
            {course.course_name}
          </H3>
          {access?.plan_id && PlanRest.filled ? (
            <PlanRest planId={access.plan_id} />
          ) : (
            access &&
            !access.membership && (
              <chakra.p mt="1" textStyle="sm" color="fg.muted">
                {access.ended ? rich('Access ended on {day}', { day }) : rich('Access until {day}', { day })}
              </chakra.p>
            )
          )}
        </div>
        <div>
          <ProgressBar percent={shown} label={t('Progress in {course}', { course: course.course_name })} />
          <Figures>
            <span>
              {course.lessons > 0
                ? plural(
                    course.lessons,
                    { one: '{done} of {count} lesson done', other: '{done} of {count} lessons done' },
                    { done: course.lessons_done },
                  )
                : `${percent}%`}
            </span>
            {hours !== '0.0' ? (
              <span>{t('{hours} hours spent', { hours })}</span>
            ) : (
              course.moved_in && <span>{t('Moved in')}</span>
            )}
          </Figures>
        </div>
        <Button
          asChild
          full
          variant={percent === 100 || access?.ended ? 'outline' : 'solid'}
          _after={{ content: '""', position: 'absolute', inset: '0' }}
        >
          <Link to={access?.ended ? payment.to : paths.learn(course.course_id)}>
            <span>{access?.ended ? payment.label : action}</span>
            <VisuallyHidden>: {course.course_name}</VisuallyHidden>
          </Link>
        </Button>
        {access && !access.ended && (access.renewable || access.plan_id) && (
          <Button asChild variant="outline" full position="relative" zIndex="1" mt="-1.5">
            <Link to={payment.to}>
              <span>{payment.label}</span>
              <VisuallyHidden>: {course.course_name}</VisuallyHidden>
            </Link>
          </Button>
        )}
        {course.certificate && (
          <Button
            variant={course.certificate === 'ready' && unwatched === 0 ? 'solid' : 'outline'}
            full
            position="relative"
            zIndex="1"
            mt="-1.5"
            onClick={() => setSearch({ certificate: course.course_id })}
          >
            <span>
              {unwatched > 0
                ? plural(unwatched, {
                    one: 'Certificate: {count} lesson to watch',
                    other: 'Certificate: {count} lessons to watch',
                  })
                : course.certificate === 'ready'
                  ? t('Get your certificate')
                  : t('Your certificate')}
              <VisuallyHidden>: {course.course_name}</VisuallyHidden>
            </span>
          </Button>
        )}
        {mayReview && !access?.ended && (
          <Button
            variant="ghost"
            size="sm"
            position="relative"
            zIndex="1"
            mt="-1.5"
            mb="-2"
            onClick={() => setSearch({ review: course.course_id })}
          >
            <span>
              {t('Review this course')}
              <VisuallyHidden>: {course.course_name}</VisuallyHidden>
            </span>
          </Button>
        )}
      </Body>
      {course.certificate && opened('certificate') && (
        <CertificateDialog courseId={course.course_id} courseName={course.course_name} onClose={close} />
      )}
      {access?.renews && opened('renew') && (
        <RenewDialog courseId={course.course_id} courseName={course.course_name} onClose={close} />
      )}
      {opened('review') && <ReviewCourse course={course} onClose={close} />}
    </Card>
  )
}
