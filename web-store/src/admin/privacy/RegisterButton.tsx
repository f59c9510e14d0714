import { VisuallyHidden } from '../../ui/text.tsx'
import { adminClient } from '../host/admin-api.ts'
import { DownloadButton } from '../lists/DownloadButton.tsx'

/** Gives the owner a register as a file. */
export const RegisterButton = ({ name }: { name: string }) => (
  <DownloadButton
    variant="ghost"
    size="sm"
    read={() => adminClient.registers.file({ file: `${name}.csv` })}
    name={`${name}.csv`}
    failed="The register could not be downloaded"
  >
    Register as CSV
    <VisuallyHidden>: {name}</VisuallyHidden>
  </DownloadButton>
)
