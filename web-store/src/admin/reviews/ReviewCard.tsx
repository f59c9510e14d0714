import { useQueryClient } from '@tanstack/react-query'
import type { AdminReview } from 'contract/reviews'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { dateText } from '../../ui/format.ts'
import { Tag } from '../../ui/layout.tsx'
import { Stars } from '../../ui/Stars.tsx'
import { TextLink } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { consoleDrafts, useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'

const Entry = chakra('li', {
  base: {
    display: 'grid',
    gap: '3',
    mx: { base: '18px', md: '6' },
    py: '4',
    borderTopWidth: '1px',
    borderColor: 'border',
    overflowWrap: 'anywhere',
    '&:first-of-type': { borderTopWidth: '0' },
  },
})

const Words = chakra('p', { base: { whiteSpace: 'pre-line', maxW: '80ch' } })

/** One review with the shop's reply, and the forms to reply and to hide. */
export function ReviewCard({ review }: { review: AdminReview }) {
  const { stars, text, name, user_id, shown_name, course_name, updated_at, reply, hidden_reason } = review
  const [pressed, setPressed] = useState<'reply' | 'hide'>()
  const [replying] = consoleDrafts.useDraft(nameOf('reply', review))
  const [hiding] = consoleDrafts.useDraft(nameOf('hide', review))
  // Words that are not saved yet are shown again.
  const form = pressed ?? (replying ? 'reply' : hiding ? 'hide' : undefined)
  const show = useWords(review, 'shown', '')
  return (
    <Entry>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2px 12px">
        <Stars rating={stars} />
        <b>{course_name}</b>
        {hidden_reason && <Tag>Hidden</Tag>}
      </chakra.div>
      <chakra.p textStyle="sm" color="fg.muted">
        <TextLink to={adminPaths.student(user_id ?? '')}>{name}</TextLink>, {dateText(new Date(updated_at))}. Visitors
        see {shown_name ?? '“A student”'}.
      </chakra.p>
      {text ? <Words>{text}</Words> : <chakra.p color="fg.muted">Only stars, no text.</chakra.p>}
      {reply && (
        <Words bg="action.subtle" borderRadius="l2" px="4" py="3">
          <b>Your reply: </b>
          {reply}
        </Words>
      )}
      {hidden_reason && <p>The student reads: {hidden_reason}</p>}
      {form ? (
        <WordsForm key={form} review={review} what={form} onClose={() => setPressed(undefined)} />
      ) : (
        <chakra.div display="flex" flexWrap="wrap" gap="2.5">
          <Button size="sm" variant="outline" onClick={() => setPressed('reply')}>
            {reply ? 'Change reply' : 'Reply'}
          </Button>
          {hidden_reason ? (
            <Button size="sm" variant="ghost" busy={show.isPending} onClick={() => show.submit()}>
              Show again
            </Button>
          ) : (
            text && (
              <Button size="sm" variant="ghost" onClick={() => setPressed('hide')}>
                Hide review text
              </Button>
            )
          )}
        </chakra.div>
      )}
    </Entry>
  )
}

type What = 'reply' | 'hide' | 'shown'
const nameOf = (what: What, { review_id }: AdminReview) => `review-${what}:${review_id}`

/** Saves a reply, hides the words of a review, or shows them again. */
function useWords(review: AdminReview, what: What, input: string, needed = '', onSaved?: () => void) {
  const queries = useQueryClient()
  const params = { review_id: String(review.review_id) }
  return useActionForm({
    name: nameOf(what, review),
    begun: { words: input },
    check: ({ words }) => ({ words: needed && !words.trim() ? needed : undefined }),
    send: async ({ words }) => {
      if (what === 'reply') await adminClient.reviews.reply({ params, body: { text: words.trim() } })
      else await adminClient.reviews.hide({ params, body: { reason: words.trim() } })
    },
    failed: 'Change of a review not confirmed',
    fallback: 'It was not saved. Please try again.',
    onDone: (_, { sent }) => {
      const replied = sent.words.trim() ? 'Reply saved' : 'Reply removed'
      toast.success(what === 'reply' ? replied : what === 'hide' ? 'Review text hidden' : 'Shown again')
      onSaved?.()
      return queries.invalidateQueries({ queryKey: adminApi.reviews.key() })
    },
  })
}

const replyForm = (reply: string | null) => ({
  label: 'Your reply',
  help: 'Everybody reads it on the course page. Leave it empty to remove it.',
  max: 1000,
  given: reply ?? '',
  send: 'Save reply',
  needed: '',
})

const hideForm = {
  label: 'Why is the review text hidden?',
  help: 'The student reads this. Hide abuse and private data only: the stars count all the same.',
  max: 200,
  given: '',
  send: 'Hide review text',
  needed: 'Please enter the reason',
}

type FormProps = { review: AdminReview; what: 'reply' | 'hide'; onClose: () => void }

function WordsForm({ review, what, onClose }: FormProps) {
  const { label, help, max, given, send, needed } = what === 'reply' ? replyForm(review.reply) : hideForm
  const form = useWords(review, what, given, needed, onClose)
  return (
    <chakra.form method="post" display="grid" gap="3" noValidate aria-label={label} onSubmit={form.submit}>
      <Field
        as="textarea"
        label={label}
        rows={3}
        maxLength={max}
        help={help}
        {...form.field('words')}
        error={form.errorOf('words') ?? form.problem}
      />
      <chakra.div display="flex" flexWrap="wrap" gap="2.5" justifyContent="end">
        <Button variant="outline" onClick={() => form.cancel(onClose)}>
          Cancel
        </Button>
        <Button type="submit" busy={form.isPending} busyText="Saving...">
          {send}
        </Button>
      </chakra.div>
    </chakra.form>
  )
}
