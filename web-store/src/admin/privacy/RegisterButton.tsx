import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconDownload } from '../../ui/secondary-icons.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminClient } from '../host/admin-api.ts'
import { usePlatform } from '../host/platform.tsx'

/** Gives the owner a register as a file. */
export function RegisterButton({ name }: { name: string }) {
  const platform = usePlatform()
  const save = useSubmission({
    mutationFn: async () => {
      const file = (await adminClient.registers.file({ file: `${name}.csv` })) as unknown as Blob
      await platform.saveFile(`${name}.csv`, file)
    },
    onError: (failure) => {
      toast.error('The register could not be downloaded', { description: errorText(failure, 'Please try again.') })
    },
  })
  return (
    <Button variant="ghost" size="sm" busy={save.isPending} busyText="Downloading..." onClick={() => save.mutate()}>
      <Icon of={IconDownload} size={20} />
      Register as CSV
      <VisuallyHidden>: {name}</VisuallyHidden>
    </Button>
  )
}
