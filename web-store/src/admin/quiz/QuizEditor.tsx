import { useQueryClient } from '@tanstack/react-query'
import type { Quiz, QuizInput } from 'contract/quizzes'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { chakra } from '../../ui/chakra.ts'
import { later } from '../../ui/later.tsx'
import { quizQuery } from '../content/task.queries.ts'
import { DraftNotice } from '../forms/DraftNotice.tsx'
import { stepOnEnter } from '../forms/step-on-enter.ts'
import { type TaskProps, useVersionedEditor } from '../forms/use-editor.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { TaskBar } from '../shell/TaskBar.tsx'
import type { QuestionNumbers } from './QuestionCard.tsx'
import { QuestionList } from './QuestionList.tsx'
import { QuizRules } from './QuizRules.tsx'
import { mergedQuiz, type QuizForm, quizParts, quizResolver, toForm } from './quiz-form.ts'

const VersionsDialog = later(() => import('../forms/VersionsDialog.tsx'))
const QuizPreview = later(() => import('./QuizPreview.tsx'))

export type QuizNumbers = {
  students: number
  passed: number
  tries: number
  questions: QuestionNumbers[]
}

/** The rules and the questions of one quiz. */
export function QuizEditor({ lessonId, numbers, ...given }: TaskProps<QuizForm, Quiz> & { numbers: QuizNumbers }) {
  const queries = useQueryClient()
  const [previewed, setPreviewed] = useState(false)
  const { form, values, isDirty, saved, storedAt, notice, save, conflict, dropConflict, discard } = useVersionedEditor<
    QuizForm,
    QuizInput,
    Quiz | null
  >({
    ...given,
    toForm,
    resolver: quizResolver,
    failure: 'The quiz could not be saved',
    changes: adminApi.learning.key(),
    present: async () => {
      const { data, etag } = await queries.fetchQuery(quizQuery(lessonId))
      return { data: data.quiz, etag }
    },
    send: (body, headers) => adminClient.quizzes.save({ params: { lesson_id: lessonId }, headers, body }),
  })
  const { errors } = form.formState
  const bad = questionsWith(errors.questions)
  const problems = bad.length + [errors.pass_mark, errors.max_tries, errors.intro].filter(Boolean).length
  const wording = bad.length === 1 ? `Question ${bad[0]} needs attention.` : `${bad.length} questions need attention.`
  return (
    <FormProvider {...form}>
      <DraftNotice {...notice} onDiscard={discard} />
      <chakra.form
        method="post"
        id="quiz-form"
        noValidate
        onKeyDown={stepOnEnter}
        onSubmit={form.handleSubmit((body) => save.mutate({ body }))}
      >
        <QuizRules />
        <QuestionList numbers={numbers.questions} onPreview={() => setPreviewed(true)} />
      </chakra.form>
      <TaskBar
        formId="quiz-form"
        problems={problems}
        wording={bad.length > 0 && bad.length === problems ? wording : undefined}
        storedAt={storedAt}
        dirty={isDirty}
        busy={save.isPending}
        onDiscard={discard}
      >
        Save quiz
      </TaskBar>
      {previewed && <QuizPreview form={values} onClose={() => setPreviewed(false)} />}
      {conflict?.theirs && (
        <VersionsDialog
          changed="this quiz"
          own={conflict.own}
          of="part"
          parts={quizParts(conflict.body, conflict.theirs, saved.data)}
          busy={save.isPending}
          onSave={(taken) =>
            conflict.theirs &&
            save.mutate({ body: mergedQuiz(conflict.body, conflict.theirs, taken), over: conflict.etag })
          }
          onClose={dropConflict}
        />
      )}
    </FormProvider>
  )
}

/** Numbers of the questions that have a problem, from 1. */
function questionsWith(errors: unknown): number[] {
  if (!Array.isArray(errors)) return []
  return errors.flatMap((problem, index) => (problem ? [index + 1] : []))
}
