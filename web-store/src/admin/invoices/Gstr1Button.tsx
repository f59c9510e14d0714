import { errorText, isApiError, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconDownload } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { adminClient } from '../host/admin-api.ts'
import { usePlatform } from '../host/platform.tsx'
import { hasNoRows } from '../lists/export-table.ts'

/** Saves the GSTR-1 of a month: JSON for the portal, CSV for people. One file for each GSTIN that the month has documents of. */
export function Gstr1Button({ month, format }: { month: string; format: 'json' | 'csv' }) {
  const platform = usePlatform()
  const save = useSubmission({
    mutationFn: async () => {
      const save = async (gstin?: string) => {
        const file = await adminClient.exports.gstr1({ month, format, ...(gstin ? { gstin } : {}) })
        // Each of several is one that has some.
        if (!gstin && (await hasNoRows(file))) return toast.info('No documents in this month: the return is nil')
        await platform.saveFile(file.name, file)
      }
      try {
        await save()
      } catch (error) {
        const gstins = isApiError(error) ? error.data?.gstins : undefined
        if (!Array.isArray(gstins)) throw error
        for (const gstin of gstins) await save(String(gstin))
      }
    },
    onError: (error) => {
      if (isAuthError(error)) return
      toast.error('GSTR-1 could not be exported', { description: errorText(error, 'Please try again.') })
    },
  })
  return (
    <Button variant="outline" busy={save.isPending} busyText="Exporting..." onClick={() => save.mutate()}>
      <Icon of={IconDownload} />
      GSTR-1 {format.toUpperCase()}
    </Button>
  )
}
