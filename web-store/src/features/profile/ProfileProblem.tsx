import { t } from '../../language/text.ts'
import { Button } from '../../ui/Button.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconUserOff } from '../../ui/secondary-icons.ts'

export function ProfileProblem({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <PageMessage
      icon={IconUserOff}
      tone="danger"
      title={t('Failed to load profile data')}
      action={
        <Button busy={busy} onClick={onRetry}>
          {t('Try again')}
        </Button>
      }
    />
  )
}
