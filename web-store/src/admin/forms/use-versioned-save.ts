import { useRef, useState } from 'react'
import type { FieldValues, Resolver, UseFormReturn } from 'react-hook-form'
import { isApiError, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Stopped } from '../../shared/forms/use-action-form.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { useIsHere } from '../../ui/use-is-here.ts'
import { useAdminSession } from '../host/admin-session.ts'
import { drafts } from './editor-drafts.ts'

/** Another version beside the body that this save wanted to store; `own`: another tab of this admin saved it. */
export type Conflict<Body, Stored> = { body: Body; theirs: Stored; etag: string | undefined; own: boolean }

/** `over`: the version that is written over, once that is decided. */
export type Sent<Body> = { body: Body; over?: string | undefined }

/** The form that is saved, and the name of its draft. `resolver`: that of the form, absent where nothing can be typed during a save. */
export type Saving<Values extends FieldValues, Body> = {
  of: UseFormReturn<Values, unknown, Body>
  resolver?: Resolver<Values, unknown, Body>
  draftName: string
}

/** `here`: the form is still shown. `typedSince` answers what it holds now, when that is not what was sent; undefined when it is. */
type After<Values> = { here: boolean; typedSince: () => Promise<Values | undefined> }

type Versions<Body, Stored, Answer, Request extends Sent<Body>> = {
  draftName: string
  /** The version with which the edit began; undefined for something new. */
  etag: string | undefined
  send: (request: Request, headers: { 'if-match'?: string }) => Promise<Answer>
  /** Fetches the stored version after a stale edit. */
  stored: () => Promise<{ data: Stored; etag: string | undefined }>
  /** True for a body that contradicts nothing of theirs: it is saved over it. */
  agrees?: (body: Body, theirs: Stored) => boolean
}

/** Sends an edit with the version that it began with. A stale edit becomes a `conflict` to be decided, instead of an error. */
export function useVersions<Body, Stored, Answer, Request extends Sent<Body> = Sent<Body>>({
  draftName,
  etag,
  send,
  stored,
  agrees,
}: Versions<Body, Stored, Answer, Request>) {
  const [conflict, setConflict] = useState<Conflict<Body, Stored>>()
  const sendOver = async (request: Request) => {
    const over = (version: string | undefined) => send(request, version === undefined ? {} : { 'if-match': version })
    try {
      return await over(request.over ?? etag)
    } catch (error) {
      if (!isApiError(error) || error.code !== 'edit_conflict') throw error
      const { data: theirs, etag: present } = await stored()
      if (agrees?.(request.body, theirs)) return over(present)
      setConflict({ body: request.body, theirs, etag: present, own: await isOwnSave(draftName, present) })
      throw new Stopped()
    }
  }
  return {
    conflict,
    dropConflict: () => setConflict(undefined),
    async send(request: Request): Promise<Answer> {
      const answer = await sendOver(request)
      if (etag !== undefined) void noteOwnSave(draftName, stored)
      return answer
    },
  }
}

type VersionedSave<Values extends FieldValues, Body, Stored, Answer, Request extends Sent<Body>> = Omit<
  Versions<Body, Stored, Answer, Request>,
  'draftName'
> & {
  form: Saving<Values, Body>
  /** Prepares the body once, whatever the save's outcome: uploads its file. */
  prepare?: (body: Body) => Promise<Body>
  onSaved: (answer: Answer, after: After<Values>) => unknown
  onFailed: (error: Error) => void
}

/**
 * Saves a form of react-hook-form over its version. When the form is not shown any more at the answer, its draft goes; what was typed since
 * the press stays in it, over the new version.
 */
export function useVersionedSave<
  Values extends FieldValues,
  Body,
  Stored,
  Answer,
  Request extends Sent<Body> = Sent<Body>,
>({
  form,
  prepare = async (body) => body,
  onSaved,
  onFailed,
  ...given
}: VersionedSave<Values, Body, Stored, Answer, Request>) {
  const { send, conflict, dropConflict } = useVersions({ ...given, draftName: form.draftName })
  const sent = useRef<{ values: string; body?: Body }>({ values: '' })
  const here = useIsHere()
  const save = useSubmission({
    onMutate: () => {
      sent.current = { values: JSON.stringify(form.of.getValues()) }
    },
    mutationFn: async (request: Request) => {
      const body = await prepare(request.body)
      sent.current.body = body
      return send({ ...request, body })
    },
    onSuccess: async (answer, { over }) => {
      if (!here.current) await settleDraft(form.draftName, sent.current.values, given.stored)
      try {
        await onSaved(answer, {
          here: here.current,
          typedSince: async () => {
            // Nobody can type over a decided version: the dialog is open until here.
            if (!here.current || over !== undefined || !form.resolver) return undefined
            const values = form.of.getValues()
            const now = await form.resolver(values, undefined, { fields: {}, shouldUseNativeValidation: false })
            return JSON.stringify(now.values) === JSON.stringify(sent.current.body) ? undefined : values
          },
        })
      } finally {
        dropConflict()
      }
    },
    onError: (error) => {
      if (!(error instanceof Stopped) && !isAuthError(error)) onFailed(error)
    },
  })
  return { save, conflict, dropConflict }
}

/** Names the entry with the version that this admin saved last in this browser. */
export const ownSaveName = (draftName: string) => `saved:${useAdminSession.getState().session?.email}:${draftName}`

/** Stores the version that this browser saved last, for the admin's other tabs. Without it they show the save as someone else's. */
async function noteOwnSave(draftName: string, stored: () => Promise<{ etag: string | undefined }>) {
  const now = await stored().catch(() => undefined)
  if (now) await drafts.write(ownSaveName(draftName), { values: null, etag: now.etag, kept_at: shopNow().getTime() })
}

/** Returns true for a version that this admin saved in this browser. */
const isOwnSave = async (draftName: string, etag: string | undefined): Promise<boolean> =>
  etag !== undefined && (await drafts.read(ownSaveName(draftName)))?.etag === etag

/** Deletes a saved draft; one with later edits stays, based on the stored version. */
async function settleDraft(
  name: string,
  sent: string,
  stored: () => Promise<{ etag: string | undefined }>,
): Promise<void> {
  const draft = await drafts.read(name)
  if (!draft) return
  if (JSON.stringify(draft.values) === sent) return drafts.remove(name)
  const now = await stored().catch(() => undefined)
  if (now) await drafts.write(name, { ...draft, etag: now.etag })
}
