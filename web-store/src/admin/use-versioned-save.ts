import { useState } from 'react'
import { isApiError, isAuthError } from '../api/client.ts'
import { useSubmission } from '../api/use-submission.ts'

/** Somebody else's version beside what was to be saved here. */
export type Conflict<Body, Stored> = { body: Body; theirs: Stored; etag: string | undefined }

/** Stops a save that is to be decided first, or whose reason was request already. */
export class Stopped extends Error {}

/** `over`: the version that is written over, once that is decided. */
type Sent<Body> = { body: Body; over?: string | undefined }

type VersionedSave<Body, Stored, Answer, Request extends Sent<Body>> = {
  /** The version with which the edit began; undefined for something new. */
  etag: string | undefined
  /** What is to be done to the body once, whatever becomes of the save: its file is uploaded. */
  prepare?: (body: Body) => Promise<Body>
  send: (request: Request, headers: { 'if-match'?: string }) => Promise<Answer>
  /** What stands there by now, asked when the edit was stale. */
  stored: () => Promise<{ data: Stored; etag: string | undefined }>
  /** True for a body that contradicts nothing of theirs: it is saved over it. */
  agrees?: (body: Body, theirs: Stored) => boolean
  onSaved: (answer: Answer) => unknown
  onFailed: (error: Error) => void
}

/** Saves a form and names the version its edit began with. A stale edit becomes a `conflict` to be decided, instead of an error. */
export function useVersionedSave<Body, Stored, Answer, Request extends Sent<Body> = Sent<Body>>({
  etag,
  prepare = async (body) => body,
  send,
  stored,
  agrees,
  onSaved,
  onFailed,
}: VersionedSave<Body, Stored, Answer, Request>) {
  const [conflict, setConflict] = useState<Conflict<Body, Stored>>()
  const save = useSubmission({
    mutationFn: async (request: Request) => {
      const body = await prepare(request.body)
      const over = (version: string | undefined) =>
        send({ ...request, body }, version === undefined ? {} : { 'if-match': version })
      try {
        return await over(request.over ?? etag)
      } catch (error) {
        if (!isApiError(error) || error.code !== 'edit_conflict') throw error
        const { data: theirs, etag: present } = await stored()
        if (agrees?.(body, theirs)) return over(present)
        setConflict({ body, theirs, etag: present })
        throw new Stopped()
      }
    },
    onSuccess: (answer) => {
      setConflict(undefined)
      return onSaved(answer)
    },
    onError: (error) => {
      if (!(error instanceof Stopped) && !isAuthError(error)) onFailed(error)
    },
  })
  return { save, conflict, dropConflict: () => setConflict(undefined) }
}
