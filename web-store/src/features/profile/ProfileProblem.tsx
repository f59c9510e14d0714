import { Button } from '../../ui/Button.tsx'
import { IconUserOff } from '../../ui/later-icons.ts'
import { PageMessage } from '../../ui/PageMessage.tsx'

export function ProfileProblem({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <PageMessage
      icon={IconUserOff}
      tone="geru"
      title="Failed to load profile data"
      action={
        <Button busy={busy} onClick={onRetry}>
          Try again
        </Button>
      }
    />
  )
}
