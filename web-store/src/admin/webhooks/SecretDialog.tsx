import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Split } from '../forms/form-parts.tsx'
import { CopyText } from '../lists/CopyText.tsx'

/** Shows a secret once: no later answer of the shop holds it. */
export default function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save this secret now"
      footer={
        <Button variant="outline" onClick={onClose}>
          I saved it
        </Button>
      }
    >
      <Stack gap="4">
        <p>You cannot see it again. Use it to check that a call comes from your shop; many tools need none.</p>
        <Split bg="bg.muted" borderRadius="l2" p="3">
          <chakra.code fontFamily="mono" fontSize=".875rem" overflowWrap="anywhere" flex="1 1 220px" minW="0">
            {secret}
          </chakra.code>
          <CopyText text={secret} of="secret" />
        </Split>
      </Stack>
    </Dialog>
  )
}
