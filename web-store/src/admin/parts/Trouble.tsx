import { Button } from '../../ui/Button.tsx'
import { IconCloudOff } from '../../ui/icons.ts'
import { PageMessage } from '../../ui/PageMessage.tsx'

/** What a tab says in place of what it could not fetch, with the way to ask again. */
export function Trouble({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <PageMessage
      icon={IconCloudOff}
      tone="geru"
      title={title}
      action={
        <Button variant="outline" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Please check your connection and try again.
    </PageMessage>
  )
}
