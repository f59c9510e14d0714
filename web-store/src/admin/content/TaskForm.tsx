import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { chakra } from '../../ui/chakra.ts'
import { DraftNotice } from '../forms/DraftNotice.tsx'
import { stepOnEnter } from '../forms/step-on-enter.ts'
import { type TaskProps, useVersionedEditor, type VersionedEditing } from '../forms/use-editor.ts'
import { adminApi } from '../host/admin-api.ts'
import { TaskBar } from '../shell/TaskBar.tsx'

type Editing<Form extends FieldValues, Body, Stored> = VersionedEditing<Form, Body, Stored | null>

type Task<Form extends FieldValues, Body, Stored> = Pick<
  Editing<Form, Body, Stored>,
  'toForm' | 'resolver' | 'parts' | 'merged'
> & {
  kind: 'quiz' | 'assignment'
  read: (queries: QueryClient, lessonId: string) => ReturnType<Editing<Form, Body, Stored>['present']>
  save: (input: {
    params: { lesson_id: string }
    headers: { 'if-match'?: string }
    body: Body
  }) => Promise<{ message: string }>
}

/** Edits the quiz or the assignment of a lesson. */
export function useTaskEditor<Form extends FieldValues, Body, Stored>(
  { kind, read, save, ...task }: Task<Form, Body, Stored>,
  { lessonId, ...given }: TaskProps<Form, Stored>,
) {
  const queries = useQueryClient()
  return useVersionedEditor<Form, Body, Stored | null>({
    ...given,
    ...task,
    failure: `The ${kind} could not be saved`,
    changes: adminApi.learning.key(),
    present: () => read(queries, lessonId),
    send: (body, headers) => save({ params: { lesson_id: lessonId }, headers, body }),
  })
}

type TaskFormProps<Form extends FieldValues, Body, Stored> = Pick<
  ComponentProps<typeof TaskBar>,
  'problems' | 'wording'
> & {
  kind: Task<Form, Body, Stored>['kind']
  of: ReturnType<typeof useVersionedEditor<Form, Body, Stored | null>>
  children: ReactNode
}

/** Draws its form and the bar below it. */
export function TaskForm<Form extends FieldValues, Body, Stored>({
  kind,
  of,
  children,
  ...bar
}: TaskFormProps<Form, Body, Stored>) {
  const id = `${kind}-form`
  return (
    <FormProvider {...of.form}>
      <DraftNotice {...of.notice} onDiscard={of.discard} />
      <chakra.form
        method="post"
        id={id}
        noValidate
        onKeyDown={stepOnEnter}
        onSubmit={of.form.handleSubmit((body) => of.save.mutate({ body }))}
      >
        {children}
      </chakra.form>
      <TaskBar of={of} formId={id} changed={`this ${kind}`} {...bar}>
        {`Save ${kind}`}
      </TaskBar>
    </FormProvider>
  )
}
