import { useQueryClient } from '@tanstack/react-query'
import type { AdminReview } from 'contract/reviews'
import { type FormEvent, useState } from 'react'
import { errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { dateText } from '../../ui/format.ts'
import { Tag } from '../../ui/layout.tsx'
import { Stars } from '../../ui/Stars.tsx'
import { TextLink } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { useTyped } from '../forms/typed.ts'
import { useUnsaved } from '../forms/unsaved.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'

const Entry = chakra('li', {
  base: {
    display: 'grid',
    gap: '3',
    py: '4',
    borderTopWidth: '1px',
    borderColor: 'border',
    overflowWrap: 'anywhere',
    '&:first-of-type': { borderTopWidth: '0' },
  },
})

const Words = chakra('p', { base: { whiteSpace: 'pre-line', maxW: '80ch' } })

type Asking = 'reply' | 'hide' | undefined

/** One review with the shop's reply, and the forms to reply and to hide. */
export function ReviewCard({ review }: { review: AdminReview }) {
  const { stars, text, name, user_id, shown_name, course_name, updated_at, reply, hidden_reason } = review
  const form = `review:${review.review_id}`
  const [typed, setTyped] = useTyped<{ what: 'reply' | 'hide'; words: string }>(form)
  const [asks, setAsking] = useState<Asking>()
  // Words that are not saved yet are shown again.
  const asking = asks ?? typed?.what
  const close = () => {
    setAsking(undefined)
    setTyped(undefined)
  }
  const change = useChange(review, (sent) => {
    setAsking(undefined)
    // What was typed since the press is not saved yet.
    setTyped((now) => (now?.words.trim() === sent ? undefined : now))
  })
  return (
    <Entry>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2px 12px">
        <Stars rating={stars} />
        <b>{course_name}</b>
        {hidden_reason && <Tag>Hidden</Tag>}
      </chakra.div>
      <chakra.p textStyle="sm" color="fg.muted">
        <TextLink to={adminPaths.student(user_id)}>{name}</TextLink>, {dateText(new Date(updated_at))}. Visitors see{' '}
        {shown_name ?? '“A student”'}.
      </chakra.p>
      {text ? <Words>{text}</Words> : <chakra.p color="fg.muted">Only stars, no text.</chakra.p>}
      {reply && (
        <Words bg="action.subtle" borderRadius="l2" px="4" py="3">
          <b>Your reply: </b>
          {reply}
        </Words>
      )}
      {hidden_reason && <p>The student reads: {hidden_reason}</p>}
      {asking ? (
        <WordsForm
          key={asking}
          form={form}
          typed={typed?.what === asking ? typed.words : undefined}
          onType={(words) => setTyped({ what: asking, words })}
          {...(asking === 'reply' ? replyForm(reply) : hideForm)}
          problem={change.error}
          busy={change.isPending}
          onSend={(words) => change.mutate({ what: asking, words })}
          onClose={close}
        />
      ) : (
        <chakra.div display="flex" flexWrap="wrap" gap="2.5">
          <Button size="sm" variant="outline" onClick={() => setAsking('reply')}>
            {reply ? 'Change reply' : 'Reply'}
          </Button>
          {hidden_reason ? (
            <Button
              size="sm"
              variant="ghost"
              busy={change.isPending}
              onClick={() => change.mutate({ what: 'hide', words: '' })}
            >
              Show again
            </Button>
          ) : (
            text && (
              <Button size="sm" variant="ghost" onClick={() => setAsking('hide')}>
                Hide review text
              </Button>
            )
          )}
        </chakra.div>
      )}
    </Entry>
  )
}

function useChange({ review_id }: AdminReview, done: (sent: string) => void) {
  const queries = useQueryClient()
  const params = { review_id: String(review_id) }
  return useSubmission({
    mutationFn: ({ what, words }: { what: 'reply' | 'hide'; words: string }) =>
      what === 'reply'
        ? adminClient.reviews.reply({ params, body: { text: words } })
        : adminClient.reviews.hide({ params, body: { reason: words } }),
    onSuccess: (_, { what, words }) => {
      toast.success(
        what === 'reply' ? (words ? 'Reply saved' : 'Reply removed') : words ? 'Review text hidden' : 'Shown again',
      )
      done(words)
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

type FormProps = typeof hideForm & {
  form: string
  typed: string | undefined
  onType: (words: string) => void
  problem: unknown
  busy: boolean
  onSend: (words: string) => void
  onClose: () => void
}

function WordsForm(props: FormProps) {
  const { form, typed, onType, label, help, max, given, send, needed, problem, busy, onSend, onClose } = props
  const words = typed ?? given
  const [asked, setAsked] = useState(false)
  const missing = needed !== '' && words.trim() === ''
  useUnsaved(form, words.trim() !== given)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!missing) onSend(words.trim())
  }
  const failed = problem != null && !isAuthError(problem)
  return (
    <chakra.form display="grid" gap="3" noValidate aria-label={label} onSubmit={submit}>
      <Field
        as="textarea"
        label={label}
        rows={3}
        maxLength={max}
        help={help}
        value={words}
        error={
          asked && missing ? needed : failed ? errorText(problem, 'It was not saved. Please try again.') : undefined
        }
        onChange={(event) => onType(event.target.value)}
      />
      <chakra.div display="flex" flexWrap="wrap" gap="2.5" justifyContent="end">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy} busyText="Saving...">
          {send}
        </Button>
      </chakra.div>
    </chakra.form>
  )
}
