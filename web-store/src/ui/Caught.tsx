import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { IconCloudOff } from './icons.ts'
import { PageMessage } from './PageMessage.tsx'

type Props = { fallback: ReactNode; children: ReactNode }

/** Shows `fallback` for what could not be fetched or fell over. Give it the address as `key`, so that the next page gets its own chance. */
export class Caught extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    console.error(error, componentStack)
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}

/** What is said of a page in place of it, and the one way on. */
export function NotOpened() {
  return (
    <PageMessage
      icon={IconCloudOff}
      tone="geru"
      level={1}
      title="This page could not be opened"
      action={<Button onClick={() => window.location.reload()}>Try again</Button>}
    >
      Please check your connection and try again.
    </PageMessage>
  )
}
