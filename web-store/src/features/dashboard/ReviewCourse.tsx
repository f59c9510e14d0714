import { useQuery } from '@tanstack/react-query'
import { callName } from 'contract/call-name'
import { REVIEW_FROM_PERCENT } from 'contract/review-limits'
import type { OwnReview } from 'contract/reviews'
import { useState } from 'react'
import { api, client, errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { useActionForm } from '../../shared/forms/use-action-form.ts'
import { studentDrafts } from '../../stores/drafts.ts'
import { useSession } from '../../stores/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconStarFilled } from '../../ui/icons.ts'
import { Skeleton, Stack } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { useIsHere } from '../../ui/use-is-here.ts'

const NOT_SAVED = t('Your review was not saved. Please try again.')
const NAMES = [t('Poor'), t('Could be better'), t('Good'), t('Very good'), t('Excellent')]

/** Stars are hollow until chosen, and filled up to the one under the mouse. */
const StarRow = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '1',
    '& path': { fill: 'none', stroke: 'currentColor', strokeWidth: '1.5' },
    '& [data-given] path': { fill: 'currentColor' },
    '@media (hover: hover)': {
      '&:has(label:hover) label path': { fill: 'currentColor' },
      '& label:hover ~ label path': { fill: 'none !important' },
    },
  },
})

/** Radio buttons that look like stars: arrows and screen readers know them. */
const StarChoice = chakra('label', {
  base: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    w: '11',
    h: '11',
    cursor: 'pointer',
    color: { base: '#B87200', _dark: 'buy.solid' },
    '& input': { position: 'absolute', inset: '0', opacity: '0', cursor: 'pointer' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'action.focusRing', borderRadius: 'l1' },
  },
})

type Props = { course: { course_id: string; course_name: string }; onClose: () => void }

/** Writes, changes or deletes the student's review of a course. The tab stores the draft until the shop has it. */
export default function ReviewCourse({ course, onClose }: Props) {
  const { course_id } = course
  const [deleting, setDeleting] = useState(false)
  const { data, error, refetch } = useQuery({ ...api.reviews.mine.queryOptions({ input: { course_id } }), gcTime: 0 })
  if (deleting) return <DeleteReview courseId={course_id} onKeep={() => setDeleting(false)} onDone={onClose} />
  return (
    <Dialog open onClose={onClose} title={t('Review {course}', { course: course.course_name })}>
      {data && !data.may_review && !data.review ? (
        <chakra.p pb="3">
          {t(
            'You can review this course once you have watched {percent}% of its lessons. Marking a lesson does not count for it.',
            {
              percent: REVIEW_FROM_PERCENT,
            },
          )}
        </chakra.p>
      ) : data ? (
        <ReviewForm courseId={course_id} review={data.review} onClose={onClose} onDelete={() => setDeleting(true)} />
      ) : error ? (
        <Stack>
          <p>{t('Your review did not load.')}</p>
          <Button variant="outline" onClick={() => void refetch()}>
            {t('Try again')}
          </Button>
        </Stack>
      ) : (
        <Skeleton h="56" aria-label={t('Loading your review')} />
      )}
    </Dialog>
  )
}

type DeleteProps = { courseId: string; onKeep: () => void; onDone: () => void }

/** Confirms the removal of the review in place of the form. */
function DeleteReview({ courseId, onKeep, onDone }: DeleteProps) {
  const here = useIsHere()
  const remove = useSubmission({
    mutationFn: () => client.reviews.remove({ params: { course_id: courseId } }),
    onSuccess: () => {
      toast.success(t('Review deleted'))
      studentDrafts.keep(`review ${courseId}`, undefined)
      if (here.current) onDone()
    },
    onError: (failure) => {
      toast.error(errorText(failure, t('Your review was not deleted. Please try again.')))
      if (here.current) onKeep()
    },
  })
  return (
    <ConfirmDialog
      open
      title={t('Delete your review?')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={() => remove.isPending || onKeep()}
    >
      <p>{t('Your rating and review are removed from the course page.')}</p>
    </ConfirmDialog>
  )
}

type FormProps = { courseId: string; review: OwnReview | null; onClose: () => void; onDelete: () => void }

function ReviewForm({ courseId, review, onClose, onDelete }: FormProps) {
  const firstName = useSession(({ user }) => callName(user ?? {}))
  const { stars: passed = 0, text: words, show_name: shown = false } = review ?? {}
  const params = { course_id: courseId }
  const form = useActionForm({
    drafts: studentDrafts,
    name: `review ${courseId}`,
    begun: { stars: passed, text: words ?? '', named: shown },
    check: ({ stars }) => ({ stars: stars > 0 ? undefined : t('Choose 1 to 5 stars') }),
    send: ({ named: show_name, ...body }) => client.reviews.save({ params, body: { ...body, show_name } }),
    stored: (_, sent) => sent,
    failed: NOT_SAVED,
    fallback: NOT_SAVED,
    onDone: (_, { since, here }) => {
      toast.success(t('Review saved'), { description: t('Visitors see it on the course page.') })
      if (here && !since) onClose()
    },
  })
  const { stars } = form.values
  return (
    <chakra.form method="post" display="grid" gap="4" pb="3" noValidate onSubmit={form.submit}>
      {review?.hidden_reason && (
        <p role="status">
          {t('Your review is hidden: {reason} Your rating still counts.', { reason: review.hidden_reason })}
        </p>
      )}
      <chakra.fieldset>
        <chakra.legend fontWeight="550" mb="1">
          {t('Your rating')}
        </chakra.legend>
        <StarRow>
          {NAMES.map((name, at) => (
            <StarChoice key={name} title={name} data-given={at < stars ? '' : undefined}>
              <input
                type="radio"
                name="stars"
                aria-label={t('{stars} of 5: {name}', { stars: at + 1, name })}
                checked={stars === at + 1}
                aria-invalid={form.errorOf('stars') ? true : undefined}
                onChange={() => form.put({ stars: at + 1 })}
              />
              <Icon of={IconStarFilled} size={28} />
            </StarChoice>
          ))}
          <chakra.span textStyle="sm" color="fg.muted">
            {NAMES[stars - 1]}
          </chakra.span>
        </StarRow>
        {form.errorOf('stars') && (
          <chakra.p role="alert" textStyle="sm" color="danger.fg">
            {form.errorOf('stars')}
          </chakra.p>
        )}
      </chakra.fieldset>
      <Field
        as="textarea"
        label={t('Your review')}
        optional
        rows={5}
        maxLength={1000}
        help={t('What did you learn? What would you change?')}
        {...form.field('text')}
      />
      <chakra.label display="flex" gap="3" alignItems="start">
        <chakra.input type="checkbox" mt="1" {...form.box('named')} />
        <span>
          {firstName
            ? t('Show my first name ({name}). Without it you are “A student”.', { name: firstName })
            : t('Show my first name. Without it you are “A student”.')}
        </span>
      </chakra.label>
      {form.problem && (
        <chakra.p role="alert" color="danger.fg">
          {form.problem}
        </chakra.p>
      )}
      <chakra.div display="flex" flexWrap="wrap" gap="2.5" justifyContent="end">
        {review && (
          <Button variant="ghost" colorPalette="danger" held={form.isPending} onClick={onDelete}>
            {t('Delete review')}
          </Button>
        )}
        <Button type="submit" busy={form.isPending} busyText={t('Saving...')}>
          {review ? t('Save review') : t('Post review')}
        </Button>
      </chakra.div>
    </chakra.form>
  )
}
