import type { Quiz, QuizInput } from 'contract/quizzes'
import { useState } from 'react'
import { later } from '../../ui/later.tsx'
import { TaskForm, useTaskEditor } from '../content/TaskForm.tsx'
import { quizQuery } from '../content/task.queries.ts'
import type { TaskProps } from '../forms/use-editor.ts'
import { adminClient } from '../host/admin-api.ts'
import type { QuestionNumbers } from './QuestionCard.tsx'
import { QuestionList } from './QuestionList.tsx'
import { QuizRules } from './QuizRules.tsx'
import { mergedQuiz, type QuizForm, quizParts, quizResolver, toForm } from './quiz-form.ts'

const QuizPreview = later(() => import('./QuizPreview.tsx'))

export type QuizNumbers = {
  students: number
  passed: number
  tries: number
  questions: QuestionNumbers[]
}

/** The rules and the questions of one quiz. */
export function QuizEditor({ numbers, ...given }: TaskProps<QuizForm, Quiz> & { numbers: QuizNumbers }) {
  const [previewed, setPreviewed] = useState(false)
  const editor = useTaskEditor<QuizForm, QuizInput, Quiz>(
    {
      kind: 'quiz',
      toForm,
      resolver: quizResolver,
      parts: quizParts,
      merged: mergedQuiz,
      read: async (queries, lessonId) => {
        const { data, etag } = await queries.fetchQuery(quizQuery(lessonId))
        return { data: data.quiz, etag }
      },
      save: adminClient.quizzes.save,
    },
    given,
  )
  const { errors } = editor.form.formState
  const bad = questionsWith(errors.questions)
  const problems = bad.length + [errors.pass_mark, errors.max_tries, errors.intro].filter(Boolean).length
  const wording = bad.length === 1 ? `Question ${bad[0]} needs attention.` : `${bad.length} questions need attention.`
  return (
    <TaskForm
      kind="quiz"
      of={editor}
      problems={problems}
      wording={bad.length > 0 && bad.length === problems ? wording : undefined}
    >
      <QuizRules />
      <QuestionList numbers={numbers.questions} onPreview={() => setPreviewed(true)} />
      {previewed && <QuizPreview form={editor.values} onClose={() => setPreviewed(false)} />}
    </TaskForm>
  )
}

/** Numbers of the questions that have a problem, from 1. */
function questionsWith(errors: unknown): number[] {
  if (!Array.isArray(errors)) return []
  return errors.flatMap((problem, index) => (problem ? [index + 1] : []))
}
