import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Settings } from 'server/contract/settings'
import { errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient, withETag } from '../admin-api.ts'
import { ifMatch, saveOver, ToDecide } from '../edit-conflict.ts'

/** Their settings and version beside what was to be saved here. */
export type SettingsConflict = { body: Settings; theirs: Settings; etag: string | undefined }

type SaveSettings = { etag: string | undefined; onSaved: () => void }

/** Saves the settings. A stale edit becomes a `conflict` to be decided. */
export function useSaveSettings({ etag, onSaved }: SaveSettings) {
  const queries = useQueryClient()
  const [conflict, setConflict] = useState<SettingsConflict>()
  const save = useSubmission({
    mutationFn: ({ body, over }: { body: Settings; over?: string | undefined }) =>
      saveOver(
        () => adminClient.settings.update({ headers: ifMatch(over ?? etag), body }),
        async () => {
          const now = await withETag((options) => adminClient.settings.get(undefined, options))
          setConflict({ body, theirs: Settings.parse(now.data), etag: now.etag })
          throw new ToDecide()
        },
      ),
    onSuccess: ({ message }) => {
      setConflict(undefined)
      toast.success(message)
      onSaved()
      return queries.invalidateQueries({ queryKey: adminApi.settings.key() })
    },
    onError: (error) => {
      if (error instanceof ToDecide || isAuthError(error)) return
      toast.error('Failed to save settings', { description: errorText(error, 'Please try again.') })
    },
  })
  return { save, conflict, dropConflict: () => setConflict(undefined) }
}
