import type { AdminReview } from 'contract/reviews'
import { useState } from 'react'
import { z } from 'zod'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { Tag } from '../../ui/layout.tsx'
import { Stars } from '../../ui/Stars.tsx'
import { TextLink } from '../../ui/text.tsx'
import { Muted, Tools } from '../forms/form-parts.tsx'
import { consoleDrafts } from '../forms/use-action-form.ts'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { area, type Kind } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { useAct } from '../kit/use-act.tsx'

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

const FAILED = 'Change of a review not confirmed'

const Words = chakra('p', { base: { whiteSpace: 'pre-line', maxW: '80ch' } })

/** One review with the shop's reply, and the forms to reply and to hide. */
export function ReviewCard({ review }: { review: AdminReview }) {
  const { stars, text, name, user_id, shown_name, course_name, updated_at, reply, hidden_reason } = review
  const [pressed, setPressed] = useState<'reply' | 'hide'>()
  const [replying] = consoleDrafts.useDraft(nameOf('reply', review))
  const [hiding] = consoleDrafts.useDraft(nameOf('hide', review))
  // Words that are not saved yet are shown again.
  const form = pressed ?? (replying ? 'reply' : hiding ? 'hide' : undefined)
  const show = useAct(adminApi.reviews.hide, { done: 'Shown again', failed: FAILED })
  return (
    <Entry>
      <Tools gap="2px 12px">
        <Stars rating={stars} />
        <b>{course_name}</b>
        {hidden_reason && <Tag>Hidden</Tag>}
      </Tools>
      <Muted>
        <TextLink to={adminPaths.student(user_id ?? '')}>{name}</TextLink>, {dateText(new Date(updated_at))}. Visitors
        see {shown_name ?? '“A student”'}.
      </Muted>
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
            <Button
              size="sm"
              variant="ghost"
              busy={show.busy}
              onClick={() => show.run({ ...of(review), body: { reason: '' } })}
            >
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

type What = 'reply' | 'hide'
const nameOf = (what: What, { review_id }: AdminReview) => `review-${what}:${review_id}`
const of = ({ review_id }: AdminReview) => ({ params: { review_id: String(review_id) } })

const forms = {
  reply: {
    call: adminApi.reviews.reply,
    label: 'Your reply',
    field: 'text',
    help: 'Everybody reads it on the course page. Leave it empty to remove it.',
    maxLength: 1000,
    save: 'Save reply',
    done: (words: string) => (words ? 'Reply saved' : 'Reply removed'),
    schema: z.string().trim(),
  },
  hide: {
    call: adminApi.reviews.hide,
    label: 'Why is the review text hidden?',
    field: 'reason',
    help: 'The student reads this. Hide abuse and private data only: the stars count all the same.',
    maxLength: 200,
    save: 'Hide review text',
    done: () => 'Review text hidden',
    schema: z.string().trim().min(1, { error: 'Please enter the reason' }),
  },
}

type FormProps = { review: AdminReview; what: What; onClose: () => void }

/** Saves a reply, or hides the words of a review. */
function WordsForm({ review, what, onClose }: FormProps) {
  const { call, label, field, help, maxLength, save, done, schema } = forms[what]
  const fields: { [name: string]: Kind<string> } = {
    [field]: area(label, { rows: 3, maxLength, help, unmarked: true }),
  }
  const form = useForm(call, fields, {
    draft: nameOf(what, review),
    begun: { text: review.reply },
    of: of(review),
    schema: z.object({ [field]: schema }),
    done: (_, sent) => done(sent[field]?.trim() ?? ''),
    failed: FAILED,
    fallback: 'It was not saved. Please try again.',
    onDone: onClose,
  })
  return (
    <Form form={form} title={label}>
      <Tools justifyContent="end">
        <Button variant="outline" onClick={() => form.cancel(onClose)}>
          Cancel
        </Button>
        <SaveButton of={form} always>
          {save}
        </SaveButton>
      </Tools>
    </Form>
  )
}
