import { MAX_QUESTION } from 'contract/question-length'
import type { Question } from 'contract/questions'
import { useState } from 'react'
import { client, errorText, isApiError } from '../../../api/client.ts'
import { useSubmission } from '../../../api/use-submission.ts'
import { t } from '../../../language/text.ts'
import { questionDrafts } from '../../../stores/note-drafts.ts'
import { useSession } from '../../../stores/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Field } from '../../../ui/Field.tsx'
import { useInHand } from '../lesson/use-in-hand.ts'

const Consent = chakra('label', {
  base: {
    display: 'flex',
    gap: '3',
    alignItems: 'start',
    minH: '6',
    textStyle: 'sm',
    '& input': { mt: '1px' },
  },
})

const problemOf = (error: unknown): string =>
  isApiError(error) && error.status < 500
    ? errorText(error, t('Your question could not be sent.'))
    : t('Not sent yet. What you wrote is saved in this tab. Please try again.')

type Props = { courseId: string; lessonId: string; onAsked: (question: Question) => void }

/** Where a question is written. It is kept in the tab until the shop has it. */
export function AskForm({ courseId, lessonId, onAsked }: Props) {
  const { draft, write, arrived } = useInHand(questionDrafts, lessonId, { second: null })
  const [named, setNamed] = useState(false)
  const firstName = useSession(({ user }) => user?.name ?? '').split(' ')[0]
  const asking = useSubmission({
    mutationFn: ({ text, key }: typeof draft) =>
      client.questions.ask({ course_id: courseId, lesson_id: lessonId, text, key, show_name: named }),
    onSuccess: (asked, sent) => {
      onAsked(asked)
      arrived(sent)
    },
  })
  const ready = draft.text.trim() !== ''
  return (
    <chakra.form
      noValidate
      display="grid"
      gap="3"
      justifyItems="start"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) asking.mutate(draft)
      }}
    >
      <chakra.div w="full">
        <Field
          as="textarea"
          label={t('Your question')}
          help={t('We answer here and by email. We may show it, with our answer, to all students of the course.')}
          maxLength={MAX_QUESTION}
          rows={3}
          value={draft.text}
          error={asking.error ? problemOf(asking.error) : undefined}
          onChange={({ target }) => write(target.value)}
        />
      </chakra.div>
      <Consent>
        <input type="checkbox" checked={named} onChange={({ target }) => setNamed(target.checked)} />
        <span>
          {firstName
            ? t('Other students may see my first name ({name}). Without it you are “A student”.', { name: firstName })
            : t('Other students may see my first name. Without it you are “A student”.')}
        </span>
      </Consent>
      <Button type="submit" busy={asking.isPending} busyText={t('Sending…')} disabled={!ready}>
        {t('Ask')}
      </Button>
    </chakra.form>
  )
}
