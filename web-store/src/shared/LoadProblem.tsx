import type { ReactNode } from 'react'
import { t } from '../language/text.ts'
import { Button } from '../ui/Button.tsx'
import { IconCloudOff } from '../ui/icons.ts'
import { PageMessage, type PageMessageProps } from '../ui/PageMessage.tsx'

type LoadProblemProps = Pick<PageMessageProps, 'title' | 'level'> & {
  children?: ReactNode
  busy: boolean
  onRetry: () => void
}

/** Replaces content that failed to load; names a missing network first. */
export function LoadProblem({ title, level, children, busy, onRetry }: LoadProblemProps) {
  const offline = !navigator.onLine
  return (
    <PageMessage
      icon={IconCloudOff}
      tone="danger"
      {...(level && { level })}
      title={offline ? t('You are offline') : title}
      action={
        <Button busy={busy} onClick={onRetry}>
          {t('Try again')}
        </Button>
      }
    >
      {offline ? t('This page opens again when you are back online.') : children}
    </PageMessage>
  )
}
