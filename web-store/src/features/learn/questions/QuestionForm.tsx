import { callName } from 'contract/call-name'
import { MAX_QUESTION } from 'contract/limits'
import type { Question } from 'contract/questions'
import { client, errorText, isApiError } from '../../../api/client.ts'
import { t } from '../../../language/text.ts'
import { useActionForm } from '../../../shared/forms/use-action-form.ts'
import { studentDrafts } from '../../../stores/drafts.ts'
import { useSession } from '../../../stores/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Field } from '../../../ui/Field.tsx'

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

/** Writes a question. The tab stores it until the shop has it. */
export function QuestionForm({ courseId, lessonId, onAsked }: Props) {
  const firstName = useSession(({ user }) => callName(user ?? {}))
  const form = useActionForm({
    drafts: studentDrafts,
    name: `question ${lessonId}`,
    begun: { text: '', named: false },
    once: true,
    check: ({ text }) => ({ text: text.trim() ? undefined : 'Please write your question' }),
    send: ({ text, named }, { key }) =>
      client.questions.ask({ course_id: courseId, lesson_id: lessonId, text, key, show_name: named }),
    fallback: '',
    say: problemOf,
    onDone: onAsked,
  })
  return (
    <chakra.form method="post" noValidate display="grid" gap="3" justifyItems="start" onSubmit={form.submit}>
      <chakra.div w="full">
        <Field
          as="textarea"
          label={t('Your question')}
          help={t('We answer here and by email. We may show it, with our answer, to all students of the course.')}
          maxLength={MAX_QUESTION}
          rows={3}
          {...form.field('text')}
          error={form.error ? problemOf(form.error) : form.errorOf('text')}
        />
      </chakra.div>
      <Consent>
        <input type="checkbox" {...form.box('named')} />
        <span>
          {firstName
            ? t('Other students may see my first name ({name}). Without it you are “A student”.', { name: firstName })
            : t('Other students may see my first name. Without it you are “A student”.')}
        </span>
      </Consent>
      <Button type="submit" busy={form.isPending} busyText={t('Sending…')}>
        {t('Ask')}
      </Button>
    </chakra.form>
  )
}
