import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Settings } from 'server/contract/settings'
import { errorText, isApiError, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient, withETag } from '../admin-api.ts'

/** Their settings and version beside what was to be saved here. */
export type SettingsConflict = { body: Settings; theirs: Settings; etag: string | undefined }

/** Stops a save that is to be decided first. */
class ToDecide extends Error {}

type SaveSettings = { etag: string | undefined; onSaved: () => void }

/** Saves the settings. A stale edit becomes a `conflict` to be decided. */
export function useSaveSettings({ etag, onSaved }: SaveSettings) {
  const queries = useQueryClient()
  const [conflict, setConflict] = useState<SettingsConflict>()
  const save = useSubmission({
    mutationFn: async ({ body, over }: { body: Settings; over?: string | undefined }) => {
      const version = over ?? etag
      try {
        return await adminClient.settings.update({ headers: version ? { 'if-match': version } : {}, body })
      } catch (error) {
        if (!isApiError(error) || error.code !== 'edit_conflict') throw error
        const now = await withETag((options) => adminClient.settings.get(undefined, options))
        setConflict({ body, theirs: Settings.parse(now.data), etag: now.etag })
        throw new ToDecide()
      }
    },
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
