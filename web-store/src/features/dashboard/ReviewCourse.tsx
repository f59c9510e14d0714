import { useQuery } from '@tanstack/react-query'
import { REVIEW_FROM_PERCENT } from 'contract/review-limits'
import type { OwnReview } from 'contract/reviews'
import { type FormEvent, useState } from 'react'
import { api, client, errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { endSession } from '../../shared/login/session-ended.ts'
import { reviewDrafts } from '../../stores/review-drafts.ts'
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

/** Stars are hollow until they are given, and filled up to the one that a mouse is on. */
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

/** The own review of a course: written, changed or deleted. What is written is kept in the tab until the shop has it. */
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

/** Asks in place of the form before the review goes. */
function DeleteReview({ courseId, onKeep, onDone }: DeleteProps) {
  const here = useIsHere()
  const remove = useSubmission({
    mutationFn: () => client.reviews.remove({ params: { course_id: courseId } }),
    onSuccess: () => {
      toast.success(t('Review deleted'))
      reviewDrafts.forget(courseId)
      if (here.current) onDone()
    },
    onError: (failure) => {
      if (isAuthError(failure)) return endSession(failure, paths.dashboard)
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
  const firstName = useSession(({ user }) => user?.name ?? '').split(' ')[0]
  const { stars: given = 0, text: words, show_name: shown = false } = review ?? {}
  const [mine, setMine] = useState(
    () => reviewDrafts.read(courseId) ?? { stars: given, text: words ?? '', named: shown },
  )
  const { stars, text, named } = mine
  const write = (change: Partial<typeof mine>) => {
    setMine({ ...mine, ...change })
    reviewDrafts.keep(courseId, { ...mine, ...change })
  }
  const here = useIsHere()
  const [asked, setAsked] = useState(false)
  const params = { course_id: courseId }
  const save = useSubmission({
    mutationFn: ({ named: show_name, ...body }: typeof mine) =>
      client.reviews.save({ params, body: { ...body, show_name } }),
    onSuccess: (_, sent) => {
      toast.success(t('Review saved'), { description: t('Visitors see it on the course page.') })
      // What was typed since the press is not saved yet.
      if (JSON.stringify(reviewDrafts.read(courseId) ?? mine) !== JSON.stringify(sent)) return
      reviewDrafts.forget(courseId)
      if (here.current) onClose()
    },
    onError: (failure) => {
      if (isAuthError(failure)) endSession(failure, paths.dashboard)
      else if (!here.current) toast.error(errorText(failure, NOT_SAVED))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (stars > 0) save.mutate(mine)
    else event.currentTarget.querySelector('input')?.focus()
  }
  const problem = save.error
  return (
    <chakra.form display="grid" gap="4" pb="3" noValidate onSubmit={submit}>
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
                onChange={() => write({ stars: at + 1 })}
              />
              <Icon of={IconStarFilled} size={28} />
            </StarChoice>
          ))}
          <chakra.span textStyle="sm" color="fg.muted">
            {NAMES[stars - 1]}
          </chakra.span>
        </StarRow>
        {asked && stars === 0 && (
          <chakra.p role="alert" textStyle="sm" color="danger.fg">
            {t('Choose 1 to 5 stars')}
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
        value={text}
        onChange={(event) => write({ text: event.target.value })}
      />
      <chakra.label display="flex" gap="3" alignItems="start">
        <chakra.input
          type="checkbox"
          mt="1"
          checked={named}
          onChange={(event: { target: HTMLInputElement }) => write({ named: event.target.checked })}
        />
        <span>
          {firstName
            ? t('Show my first name ({name}). Without it you are “A student”.', { name: firstName })
            : t('Show my first name. Without it you are “A student”.')}
        </span>
      </chakra.label>
      {problem != null && !isAuthError(problem) ? (
        <chakra.p role="alert" color="danger.fg">
          {errorText(problem, NOT_SAVED)}
        </chakra.p>
      ) : null}
      <chakra.div display="flex" flexWrap="wrap" gap="2.5" justifyContent="end">
        {review && (
          <Button variant="ghost" colorPalette="danger" disabled={save.isPending} onClick={onDelete}>
            {t('Delete review')}
          </Button>
        )}
        <Button type="submit" busy={save.isPending} busyText={t('Saving...')}>
          {review ? t('Save review') : t('Post review')}
        </Button>
      </chakra.div>
    </chakra.form>
  )
}
