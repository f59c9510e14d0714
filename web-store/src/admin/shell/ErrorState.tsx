import { Button } from '../../ui/Button.tsx'
import { IconCloudOff } from '../../ui/icons.ts'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconAlertTriangle } from '../../ui/secondary-icons.ts'
import { useOnline } from '../../ui/use-online.ts'
import { causeOf, causeText } from './causes.ts'

type TroubleProps = { title: string; error: unknown; retryText?: string; onRetry: () => void }

/** What a tab says in place of what it could not fetch: why, and the way to ask again. */
export function ErrorState({ title, error, retryText = 'Try again', onRetry }: TroubleProps) {
  const cause = causeOf(error, useOnline())
  return (
    <PageMessage
      icon={cause === 'offline' || cause === 'network' ? IconCloudOff : IconAlertTriangle}
      tone="danger"
      title={title}
      action={
        <Button variant="outline" onClick={onRetry}>
          {retryText}
        </Button>
      }
    >
      {causeText(cause, error)}
    </PageMessage>
  )
}
