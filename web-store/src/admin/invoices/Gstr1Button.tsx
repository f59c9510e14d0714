import { errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconDownload } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { adminClient } from '../admin-api.ts'
import { usePlatform } from '../platform.tsx'

/** Saves the GSTR-1 of a month: JSON for the portal, CSV for people. */
export function Gstr1Button({ month, format }: { month: string; format: 'json' | 'csv' }) {
  const platform = usePlatform()
  const save = useSubmission({
    mutationFn: async () => {
      const file = await adminClient.exports.gstr1({ month, format })
      await platform.saveFile(file.name, file)
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
