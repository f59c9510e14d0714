import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form'
import { shopNow } from '../../stores/shop-clock.ts'
import { toast } from '../../ui/toaster.ts'
import { reportUnsaved } from '../host/failures.ts'
import { useUnsaved } from '../host/unsaved.ts'
import { type Draft, useStoredDraft } from './editor-drafts.ts'
import { useVersionedSave } from './use-versioned-save.ts'
import type { VersionPart } from './version-parts.ts'

type Versioned<Stored> = { data: Stored; etag: string | undefined }

type Editing<Form extends FieldValues, Body, Stored> = {
  draftName: string
  draft: Draft<Form> | null
  stored: Stored
  etag: string | undefined
  toForm: (stored: Stored) => Form
  resolver: Resolver<Form, unknown, Body>
  /** Converts a draft to the form's values: one of an earlier release may lack fields. */
  restored?: (draft: Draft<Form>) => Form
  /** A file that the form holds beside its values. */
  file?: File | undefined
  onFile?: (file: File | undefined) => void
  shouldFocusError?: boolean
}

const DISCARDED = 'discarded'
const SAVED = 'saved'
/** Span in milliseconds in which the message of a save offers its undo. */
export const UNDO_MS = 60_000

/**
 * Runs the form of an editor on react-hook-form: lists and nested fields, a draft in the browser's database that is laid over what is stored
 * when it is opened, and an undo for discarded changes. All other forms use `useActionForm`.
 */
export function useEditor<Form extends FieldValues, Body, Stored>({
  draftName,
  draft,
  stored,
  etag,
  toForm,
  resolver,
  restored = ({ values }) => values,
  file,
  onFile,
  shouldFocusError = true,
}: Editing<Form, Body, Stored>) {
  const [saved, setSaved] = useState<Versioned<Stored>>({ data: stored, etag })
  // A draft belongs to the version it began with: a save over a newer one is then seen as the conflict it is.
  const [version, setVersion] = useState(draft ? draft.etag : etag)
  const [base, setBase] = useState(draft && draft.etag !== etag ? (draft.base as Stored | undefined) : stored)
  const form = useForm<Form, unknown, Body>({
    defaultValues: toForm(stored) as DefaultValues<Form>,
    resolver,
    shouldFocusError,
  })
  const values = form.watch()
  const isDirty = form.formState.isDirty || file !== undefined
  const typeOver = (typed: Form) => form.reset(typed, { keepDefaultValues: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is laid over the form once, when it is opened
  useEffect(() => {
    if (draft) typeOver(restored(draft))
  }, [])
  const storedAt = useStoredDraft({
    name: draftName,
    dirty: isDirty,
    etag: version,
    base,
    file,
    read: () => form.getValues(),
    version: JSON.stringify(values),
  })
  useUnsaved(draftName, isDirty)
  useEffect(() => () => toast.end(DISCARDED), [])
  const restart = (from: Versioned<Stored>, typed?: Form) => {
    setSaved(from)
    setVersion(from.etag)
    setBase(from.data)
    form.reset(toForm(from.data))
    if (typed) typeOver(typed)
  }
  return {
    form,
    values,
    isDirty,
    storedAt,
    version,
    /** The stored thing that the edit began with; undefined for a draft of an earlier release. */
    base,
    /** The stored version, from the opening or the last save. */
    saved,
    /** Begins with a stored version; `typed` goes over it. */
    restart,
    /** Returns to the stored version, and offers an undo for ten seconds or until the form is left. */
    discard() {
      // One Undo at a time.
      toast.end(SAVED)
      const typed = form.getValues()
      restart(saved)
      onFile?.(undefined)
      const onClick = () => {
        onFile?.(file)
        setVersion(version)
        setBase(base)
        typeOver(typed)
      }
      toast.info('Changes discarded', { id: DISCARDED, duration: 10_000, action: { label: 'Undo', onClick } })
    },
    /** The props of a `DraftNotice`. */
    notice: { name: draftName, draft, dirty: isDirty, version, etag },
    saving: { of: form, resolver, draftName },
  }
}

/** The quiz or assignment that an editor opens with; null for a lesson without one. */
export type TaskProps<Form, Stored> = {
  lessonId: string
  stored: Stored | null
  etag: string | undefined
  draft: Draft<Form> | null
  draftName: string
}

export type VersionedEditing<Form extends FieldValues, Body, Stored> = Editing<Form, Body, Stored> & {
  /** Fetches the stored version. */
  present: () => Promise<Versioned<Stored>>
  prepare?: (body: Body) => Promise<Body>
  send: (body: Body, headers: { 'if-match'?: string }) => Promise<{ message: string }>
  /** True for a body that contradicts nothing of theirs. `base`: what the edit began with, where it is known. */
  agrees?: (body: Body, theirs: Stored, base: Stored | undefined) => boolean
  /** Compares this admin's version with the stored one. `saved`: the stored one before that; `base`: what the edit began with, where it is known. */
  parts: (mine: Body, theirs: NonNullable<Stored>, saved: Stored, base: Stored | undefined) => VersionPart[]
  /** This admin's version with theirs of the named parts. */
  merged: (mine: Body, theirs: NonNullable<Stored>, taken: ReadonlySet<string>) => Body
  /**
   * Returns to the version before a save, which `was` stored; its message offers it for a minute. `made` is that of the save, the same where
   * it changed nothing. `restart` begins the form again.
   */
  undo?: (
    versions: { before: string | undefined; made: string | undefined; was: Stored },
    restart: () => Promise<void>,
  ) => Promise<void>
  /** Query key of what a save changes. */
  changes: readonly unknown[]
  /** Title of the toast about a failed save. */
  failure: string
  fallback?: string
}

/** Adds to an editor its save over the version that it began with. */
export function useVersionedEditor<Form extends FieldValues, Body, Stored>({
  present,
  prepare,
  send,
  // Another admin has deleted it, so this save makes a new one.
  agrees = (_, theirs) => theirs === null,
  parts,
  merged,
  undo,
  changes,
  failure,
  fallback = '',
  ...editing
}: VersionedEditing<Form, Body, Stored>) {
  const queries = useQueryClient()
  const editor = useEditor(editing)
  const [savedAt, setSavedAt] = useState<number>()
  const { save, conflict, dropConflict } = useVersionedSave<Form, Body, Stored, { message: string }>({
    form: editor.saving,
    etag: editor.version,
    stored: present,
    ...(prepare && { prepare }),
    send: ({ body }, headers) => send(body, headers),
    agrees: (body, theirs) => agrees(body, theirs, editor.base),
    onSaved: async ({ message }, { typedSince }) => {
      const stored = present().catch(() => undefined)
      const versions = { before: editor.version, was: editor.saved.data }
      const restart = async () => {
        const [now] = await Promise.all([present(), queries.invalidateQueries({ queryKey: changes })])
        editor.restart(now)
      }
      const onClick = () => void stored.then((now) => now && undo?.({ ...versions, made: now.etag }, restart))
      // The next section opens with the version of this save, so the message waits for it: whoever reads it may leave.
      const [now] = await Promise.all([stored, queries.invalidateQueries({ queryKey: changes })])
      const typed = await typedSince()
      if (now) editor.restart(now, typed)
      toast.success(message, undo && { id: SAVED, duration: UNDO_MS, action: { label: 'Undo', onClick } })
      setSavedAt(shopNow().getTime())
    },
    onFailed: (error) => reportUnsaved(failure, error, fallback),
  })
  const { body, theirs, own, etag: over } = conflict ?? {}
  return {
    ...editor,
    save,
    savedAt,
    /** The props of a `VersionsDialog`, after a save of somebody else. */
    versions: body !== undefined &&
      theirs && {
        own: own === true,
        parts: parts(body, theirs, editor.saved.data, editor.base),
        busy: save.isPending,
        onSave: (taken: ReadonlySet<string>) => save.mutate({ body: merged(body, theirs, taken), over }),
        onClose: dropConflict,
      },
  }
}
