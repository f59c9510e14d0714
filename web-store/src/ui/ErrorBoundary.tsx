import { Component, type ErrorInfo, type ReactNode } from 'react'
import { t } from '../language/text.ts'
import { Button } from './Button.tsx'
import { IconCloudOff } from './icons.ts'
import { Choices, PageMessage } from './PageMessage.tsx'

type Props = {
  /** Shown instead; `again` tries anew. */
  fallback: (again: () => void) => ReactNode
  onCaught?: () => void
  children: ReactNode
}

/** Shows `fallback` for what could not be fetched or fell over. Give it the address as `key`, so that the next page gets its own chance. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    console.error(error, componentStack)
    this.props.onCaught?.()
  }

  again = () => this.setState({ failed: false })

  override render() {
    return this.state.failed ? this.props.fallback(this.again) : this.props.children
  }
}

/** The file may come at the next try. When an update took it away, only the page of today knows the new one. */
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

/** What is said of a page in place of it, and the ways on. */
export function NotOpened({ again }: { again: () => void }) {
  return (
    <PageMessage
      icon={IconCloudOff}
      tone="danger"
      level={1}
      title={t('This page could not be opened')}
      action={
        <Choices>
          <TryAgain again={again} />
        </Choices>
      }
    >
      {t('Please check your connection and try again.')}
    </PageMessage>
  )
}
