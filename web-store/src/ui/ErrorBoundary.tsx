import { Component, type ErrorInfo, type ReactNode } from 'react'
import { t } from '../language/text.ts'
import { Button } from './Button.tsx'
import { IconCloudOff } from './icons.ts'
import { Choices, PageMessage } from './PageMessage.tsx'

type Props = {
  /** Renders the fallback; `again` retries, and `lost` is true for a file that failed to load. */
  fallback: (again: () => void, lost: boolean) => ReactNode
  onCaught?: () => void
  children: ReactNode
}

/** Browser messages for a file that failed to load; every other error is one of the script. */
const LOST = /imported module|module script|preload CSS|Failed to fetch|Load failed/

/**
 * Shows `fallback` for content that failed to load or crashed. Pass the address as `key`, so that the next page starts
 * fresh.
 */
export class ErrorBoundary extends Component<Props, { failed: boolean; lost: boolean }> {
  override state = { failed: false, lost: false }

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, lost: LOST.test(String(error)) }
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    console.error(error, componentStack)
    this.props.onCaught?.()
  }

  again = () => this.setState({ failed: false, lost: false })

  override render() {
    return this.state.failed ? this.props.fallback(this.again, this.state.lost) : this.props.children
  }
}

/** Retries a file. After an update, only a reloaded page knows the new one. */
export function TryAgain({ again, size = 'md' }: { again: () => void; size?: 'sm' | 'md' }) {
  return (
    <>
      <Button size={size} onClick={again}>
        {t('Try again')}
      </Button>
      <Button size={size} variant="outline" onClick={() => window.location.reload()}>
        {t('Reload')}
      </Button>
    </>
  )
}

/** Replaces a page that failed to load or crashed, with the next steps. */
export function NotOpened({ again, lost }: { again: () => void; lost: boolean }) {
  const offline = lost && !navigator.onLine
  return (
    <PageMessage
      icon={IconCloudOff}
      tone="danger"
      level={1}
      title={offline ? t('You are offline') : lost ? t('This page could not be opened') : t('Something went wrong')}
      action={
        <Choices data-not-opened>
          <TryAgain again={again} />
        </Choices>
      }
    >
      {offline
        ? t('This page opens again when you are back online.')
        : lost
          ? t('Please check your connection and try again.')
          : null}
    </PageMessage>
  )
}
