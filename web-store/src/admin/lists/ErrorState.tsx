import { errorText, isApiError } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { IconCloudOff } from '../../ui/icons.ts'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconAlertTriangle } from '../../ui/secondary-icons.ts'
import { useOnline } from '../../ui/use-online.ts'

/** The reason why a request failed. */
type Cause = 'offline' | 'network' | 'gone' | 'forbidden' | 'busy' | 'away' | 'fault' | 'refused'

/** The cause of a failure; `online` is what the browser says of its network. */
export function causeOf(error: unknown, online: boolean): Cause {
  // No request was sent: the address names nothing.
  if (!error) return 'gone'
  if (!isApiError(error)) return online ? 'network' : 'offline'
  if (error.status === 404) return 'gone'
  if (error.status === 403) return 'forbidden'
  if (error.status === 429) return 'busy'
  if (error.status === 502 || error.status === 503 || error.status === 504) return 'away'
  return error.status >= 500 ? 'fault' : 'refused'
}

const texts: Record<Cause, string> = {
  offline: 'You are offline. This loads again when your internet is back.',
  network: 'We could not reach the server. Please check your connection and try again.',
  gone: 'We could not find it. It may have been deleted.',
  forbidden: 'Your role does not allow this. Please ask the owner.',
  busy: 'Too many requests. Please wait a minute and try again.',
  away: 'The shop’s server is not ready. Please try again in a minute.',
  fault: 'Something went wrong on the shop’s server. Your internet is fine. Please try again.',
  refused: 'The server did not accept this. Please reload the page and try again.',
}

/** Describes the cause. The server's own reason for a refusal goes first. */
export function causeText(cause: Cause, error: unknown): string {
  const own = cause === 'refused' || cause === 'forbidden' || cause === 'busy' || cause === 'away'
  return own ? errorText(error, texts[cause]) : texts[cause]
}

type TroubleProps = { title: string; error: unknown; retryText?: string; onRetry: () => void }

/** Replaces the content of a tab that did not load: the reason, and a button to try again. */
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
