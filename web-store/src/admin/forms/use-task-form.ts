import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form'
import { errorText } from '../../api/client.ts'
import { toast } from '../../ui/toaster.ts'
import { adminApi } from '../host/admin-api.ts'
import { useUnsaved } from '../host/unsaved.ts'
import { type Draft, useStoredDraft } from './editor-drafts.ts'
import { useDiscardedNotice } from './use-discarded-notice.ts'
import { useVersionedSave } from './use-versioned-save.ts'

type Versioned<Stored> = { data: Stored | null; etag: string | undefined }

/** The quiz or assignment that an editor opens with; null for a lesson without one. */
export type TaskProps<Form, Stored> = {
  lessonId: string
  stored: Stored | null
  etag: string | undefined
  draft: Draft<Form> | null
  draftName: string
}

type TaskForm<Form extends FieldValues, Input, Stored> = Omit<TaskProps<Form, Stored>, 'lessonId'> & {
  toForm: (stored: Stored | null) => Form
  resolver: Resolver<Form, unknown, Input>
  /** Fetches the stored version. */
  present: () => Promise<Versioned<Stored>>
  send: (body: Input, headers: { 'if-match'?: string }) => Promise<{ message: string }>
  /** Title of the toast about a failed save. */
  failure: string
}

/**
 * The form of a lesson's quiz or assignment: its draft, which is laid over what is stored when it is opened, and its save over the version
 * that it began with.
 */
export function useTaskForm<Form extends FieldValues, Input, Stored>({
  stored,
  etag,
  draft,
  draftName,
  toForm,
  resolver,
  present,
  send,
  failure,
}: TaskForm<Form, Input, Stored>) {
  const queries = useQueryClient()
  const showDiscarded = useDiscardedNotice()
  const [saved, setSaved] = useState<Versioned<Stored>>({ data: stored, etag })
  // A draft belongs to the version it began with: a save over a newer one is then seen as the conflict it is.
  const [version, setVersion] = useState(draft ? draft.etag : etag)
  const form = useForm<Form, unknown, Input>({ defaultValues: toForm(stored) as DefaultValues<Form>, resolver })
  const values = form.watch()
  const { isDirty } = form.formState
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is laid over the form once, when it is opened
  useEffect(() => {
    if (draft) form.reset(draft.values, { keepDefaultValues: true })
  }, [])
  const storedAt = useStoredDraft({
    ...{ name: draftName, dirty: isDirty, etag: version },
    read: () => form.getValues(),
    version: JSON.stringify(values),
  })
  useUnsaved(draftName, isDirty)
  const restart = (from: Versioned<Stored>) => {
    setVersion(from.etag)
    form.reset(toForm(from.data))
  }
  const { save, conflict, dropConflict } = useVersionedSave<Form, Input, Stored | null, { message: string }>({
    form: { of: form, resolver, draftName },
    etag: version,
    send: ({ body }, headers) => send(body, headers),
    stored: present,
    // Another admin has deleted it, so this save makes a new one.
    agrees: (_, theirs) => theirs === null,
    onSaved: async ({ message }, { typedSince }) => {
      const now = await present()
      const typed = await typedSince()
      setSaved(now)
      restart(now)
      if (typed) form.reset(typed, { keepDefaultValues: true })
      toast.success(message)
      await queries.invalidateQueries({ queryKey: adminApi.learning.key() })
    },
    onFailed: (error) => toast.error(failure, { description: errorText(error, '') }),
  })
  return {
    form,
    values,
    saved: saved.data,
    version,
    keptAt: storedAt,
    save,
    conflict,
    dropConflict,
    discard() {
      const typed = form.getValues()
      restart(saved)
      showDiscarded(() => {
        setVersion(version)
        form.reset(typed, { keepDefaultValues: true })
      })
    },
  }
}
