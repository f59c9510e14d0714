import { useQueryClient } from '@tanstack/react-query'
import type { Quiz, QuizInput } from 'contract/quizzes'
import { useEffect, useState } from 'react'
import { FormProvider, useFieldArray, useForm } from 'react-hook-form'
import { errorText } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { later } from '../../ui/later.tsx'
import { IconEye } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient } from '../admin-api.ts'
import { DraftNotice } from '../components/DraftNotice.tsx'
import { FieldProblem } from '../components/form-parts.tsx'
import { SaveBar } from '../components/SaveBar.tsx'
import { SortableList } from '../components/SortableList.tsx'
import type { Draft } from '../drafts.ts'
import { useUnsaved } from '../unsaved.ts'
import { useKeptDraft } from '../use-draft.ts'
import { useVersionedSave } from '../use-versioned-save.ts'
import { QuestionCard } from './QuestionCard.tsx'
import { QuizRules } from './QuizRules.tsx'
import { quizQuery } from './quiz.queries.ts'
import { emptyQuestion, mergedQuiz, type QuizForm, quizParts, quizResolver, toForm } from './quiz-form.ts'

const VersionsDialog = later(() => import('../components/VersionsDialog.tsx'))
const QuizPreview = later(() => import('./QuizPreview.tsx'))

export type QuizNumbers = {
  students: number
  passed: number
  tries: number
  questions: { question_id: string; answered: number; right: number }[]
}

type Props = {
  lessonId: string
  stored: Quiz | null
  etag: string | undefined
  numbers: QuizNumbers
  draft: Draft<QuizForm> | null
  draftName: string
}

/** The rules and the questions of one quiz. */
export function QuizEditor({ lessonId, stored, etag, numbers, draft, draftName }: Props) {
  const queries = useQueryClient()
  const [saved, setSaved] = useState({ quiz: stored, etag })
  // A draft belongs to the version it began with: a save over a newer one is then seen as the conflict it is.
  const [version, setVersion] = useState(draft ? draft.etag : etag)
  const [previewed, setPreviewed] = useState(false)
  const form = useForm<QuizForm, unknown, QuizInput>({ defaultValues: toForm(stored), resolver: quizResolver })
  const questions = useFieldArray({ control: form.control, name: 'questions' })
  const values = form.watch()
  const { errors, isDirty } = form.formState
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is laid over the form once, when it is opened
  useEffect(() => {
    if (draft) form.reset(draft.values, { keepDefaultValues: true })
  }, [])
  const keptAt = useKeptDraft({
    ...{ name: draftName, dirty: isDirty, etag: version },
    read: () => form.getValues(),
    version: JSON.stringify(values),
  })
  useUnsaved(draftName, isDirty)
  const { save, conflict, dropConflict } = useVersionedSave<QuizInput, Quiz | null, { message: string; quiz: Quiz }>({
    etag: version,
    send: ({ body }, headers) => adminClient.quizzes.save({ params: { lesson_id: lessonId }, headers, body }),
    stored: async () => {
      const { data, etag: present } = await queries.fetchQuery(quizQuery(lessonId))
      return { data: data.quiz, etag: present }
    },
    // Somebody has taken the quiz away: what stands here is a new one.
    agrees: (_, theirs) => theirs === null,
    onSaved: async ({ message }) => {
      const { data, etag: present } = await queries.fetchQuery(quizQuery(lessonId))
      setSaved({ quiz: data.quiz, etag: present })
      setVersion(present)
      form.reset(toForm(data.quiz))
      toast.success(message)
      await queries.invalidateQueries({ queryKey: adminApi.learning.key() })
    },
    onFailed: (error) => toast.error('The quiz could not be saved', { description: errorText(error, '') }),
  })
  const discard = () => {
    setVersion(saved.etag)
    form.reset(toForm(saved.quiz))
  }
  const bad = questionsWith(errors.questions)
  const problems = bad.length + [errors.pass_mark, errors.max_tries, errors.intro].filter(Boolean).length
  const add = () => questions.append({ ...emptyQuestion }, { focusName: `questions.${questions.fields.length}.text` })
  return (
    <FormProvider {...form}>
      {draft && isDirty && <DraftNotice keptAt={draft.kept_at} stale={draft.etag !== etag} onDiscard={discard} />}
      <chakra.form id="quiz-form" noValidate onSubmit={form.handleSubmit((body) => save.mutate({ body }))}>
        <QuizRules />
        <chakra.h3 textStyle="h3" mt="6" mb="3">
          Questions
        </chakra.h3>
        <SortableList
          ids={questions.fields.map(({ id }) => id)}
          nameOf={(index) => `question ${index + 1}`}
          onMove={questions.move}
        >
          {(index, handle) => (
            <QuestionCard
              {...{ index, handle }}
              count={questions.fields.length}
              numbers={numbers.questions.find((one) => one.question_id === values.questions[index]?.question_id)}
              onMove={(to) => questions.move(index, to)}
              onRemove={() => questions.remove(index)}
            />
          )}
        </SortableList>
        {errors.questions?.root?.message && <FieldProblem>{errors.questions.root.message}</FieldProblem>}
        <chakra.div display="flex" flexWrap="wrap" gap="3" mt="4" pb="var(--fixed-bar, 76px)">
          <Button variant="outline" onClick={add}>
            <Icon of={IconPlus} />
            Add question
          </Button>
          <Button variant="outline" onClick={() => setPreviewed(true)}>
            <Icon of={IconEye} />
            Preview
          </Button>
        </chakra.div>
      </chakra.form>
      <SaveBar
        problems={problems}
        keptAt={keptAt}
        rest={isDirty ? 'Saving draft...' : 'No changes yet.'}
        {...(bad.length > 0 && bad.length === problems
          ? {
              wording:
                bad.length === 1 ? `Question ${bad[0]} needs attention.` : `${bad.length} questions need attention.`,
            }
          : {})}
      >
        {isDirty && (
          <Button variant="ghost" display={{ base: 'none', lg: 'inline-flex' }} onClick={discard}>
            Discard changes
          </Button>
        )}
        <Button type="submit" form="quiz-form" busy={save.isPending} busyText="Saving...">
          Save quiz
        </Button>
      </SaveBar>
      {previewed && <QuizPreview form={values} onClose={() => setPreviewed(false)} />}
      {conflict?.theirs && (
        <VersionsDialog
          title="Someone else changed this quiz"
          of="part"
          parts={quizParts(conflict.body, conflict.theirs, saved.quiz)}
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
