import { useState } from 'react'
import { type ActionForm, useActionForm as useForm } from '../../shared/forms/use-action-form.ts'
import { draftsOf } from '../../stores/drafts.ts'
import { useAdminSession } from '../host/admin-session.ts'
import { nameHere } from '../host/shop-here.ts'
import { useUnsaved } from '../host/unsaved.ts'

/** Holds what an admin has typed; each shop's by itself, for the desktop app goes from one to another and back by reloads. */
export const consoleDrafts = draftsOf(
  () => nameHere('console_drafts'),
  () => useAdminSession.getState().session?.email,
)

const nowhere = () =>
  draftsOf(
    () => '',
    () => undefined,
  )

/**
 * A form of the console: over it an ended session asks for the password, and a window that closes asks, too. No storage holds what is typed
 * in a `secret` one, and its end erases it.
 */
export function useActionForm<Values extends object, Answer, Body = Values>({
  secret,
  ...options
}: Omit<ActionForm<Values, Answer, Body>, 'drafts' | 'noReply'> & { secret?: boolean }) {
  const [own] = useState(nowhere)
  const noReply = 'No reply from the server. Open it again to see whether it was done.'
  const form = useForm({ ...options, noReply, drafts: secret ? own : consoleDrafts })
  useUnsaved(options.name, form.isTyped)
  return form
}

export type FieldProps = ReturnType<ReturnType<typeof useActionForm<Record<string, unknown>, unknown>>['field']>
