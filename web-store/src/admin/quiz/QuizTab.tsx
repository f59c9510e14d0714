import type { Quiz } from 'contract/quizzes'
import type { QuizInput } from 'contract/quizzes/input'
import { useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { countText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { later } from '../../ui/later.tsx'
import { Card } from '../../ui/layout.tsx'
import { IconEye } from '../../ui/secondary-icons.ts'
import { GateWarning } from '../content/GateWarning.tsx'
import { LessonTask } from '../content/LessonTask.tsx'
import { TaskForm, useTaskEditor } from '../content/TaskForm.tsx'
import { quizQuery } from '../content/task.queries.ts'
import { Choice, FieldProblem, Two } from '../forms/form-parts.tsx'
import { wrongEntries } from '../forms/resolver-of.ts'
import { SortableList } from '../forms/SortableList.tsx'
import type { TaskProps } from '../forms/use-editor.ts'
import { adminClient } from '../host/admin-api.ts'
import { QuestionCard, type QuestionNumbers } from './QuestionCard.tsx'
import { emptyQuestion, mergedQuiz, type QuizForm, quizParts, quizResolver, toForm } from './quiz-form.ts'

/** Edits the quiz of the lesson that the address names. */
export default function QuizTab() {
  return (
    <LessonTask kind="quiz" query={quizQuery} state={stateOf}>
      {({ data: { quiz, numbers }, etag }, place) => (
        <QuizEditor stored={quiz} etag={etag} numbers={numbers} {...place} />
      )}
    </LessonTask>
  )
}

/** Says how students fared. */
function stateOf({ quiz, numbers: { students, passed, tries } }: { quiz: Quiz | null; numbers: QuizNumbers }) {
  if (tries > 0)
    return `${countText(students, 'student')} tried, ${passed} passed, ${countText(tries, 'attempt')} in all.`
  return quiz ? 'Nobody has tried it yet.' : 'No quiz in this lesson yet.'
}

const QuizPreview = later(() => import('./QuizPreview.tsx'))

type QuizNumbers = {
  students: number
  passed: number
  tries: number
  questions: QuestionNumbers[]
}

/** The rules and the questions of one quiz. */
function QuizEditor({ numbers, ...given }: TaskProps<QuizForm, Quiz> & { numbers: QuizNumbers }) {
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
  const bad = wrongEntries(errors.questions)
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

type QuestionListProps = { numbers: QuestionNumbers[]; onPreview: () => void }

/** The questions in their order, each with how students answered it. */
function QuestionList({ numbers, onPreview }: QuestionListProps) {
  const { control, watch, formState } = useFormContext<QuizForm>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'questions' })
  const values = watch('questions')
  const problem = formState.errors.questions?.root?.message
  const add = () => append({ ...emptyQuestion }, { focusName: `questions.${fields.length}.text` })
  return (
    <>
      <chakra.h3 textStyle="h3" mt="6" mb="3">
        Questions
      </chakra.h3>
      <SortableList ids={fields.map(({ id }) => id)} nameOf={(index) => `question ${index + 1}`} onMove={move}>
        {(index, handle) => (
          <QuestionCard
            index={index}
            handle={handle}
            count={fields.length}
            numbers={numbers.find((one) => one.question_id === values[index]?.question_id)}
            onMove={(to) => move(index, to)}
            onRemove={() => remove(index)}
          />
        )}
      </SortableList>
      {problem && <FieldProblem>{problem}</FieldProblem>}
      <chakra.div display="flex" flexWrap="wrap" gap="3" mt="4" pb="var(--fixed-bar, 76px)">
        <Button variant="outline" onClick={add}>
          <Icon of={IconPlus} />
          Add question
        </Button>
        <Button variant="outline" onClick={onPreview}>
          <Icon of={IconEye} />
          Preview
        </Button>
      </chakra.div>
    </>
  )
}

/** Edits the pass mark of a quiz, its attempts and its gate. */
function QuizRules() {
  const { register, formState, watch } = useFormContext<QuizForm>()
  const { errors } = formState
  return (
    <Card padded display="grid" gap="4.5">
      <Field
        as="textarea"
        label="Introduction"
        optional
        rows={2}
        minH="11"
        maxLength={2000}
        error={errors.intro?.message}
        {...register('intro')}
      />
      <Two>
        <Field
          label="Pass mark (%)"
          required
          inputMode="numeric"
          maxLength={3}
          help="So many of the questions must be right."
          error={errors.pass_mark?.message}
          {...register('pass_mark')}
        />
        <Field
          label="Attempts allowed"
          optional
          inputMode="numeric"
          maxLength={3}
          help="Leave empty for no limit."
          error={errors.max_tries?.message}
          {...register('max_tries')}
        />
        <Field as="select" label="Show right answers and explanations" {...register('reveals')}>
          <option value="always">After every attempt</option>
          <option value="passed">After a pass or the last attempt</option>
          <option value="never">Never</option>
        </Field>
        <chakra.div alignSelf="end">
          <Choice>
            <input type="checkbox" {...register('gate')} />
            Later lessons open only after a pass
          </Choice>
          {watch('gate') && <GateWarning until="they pass" />}
        </chakra.div>
      </Two>
    </Card>
  )
}
