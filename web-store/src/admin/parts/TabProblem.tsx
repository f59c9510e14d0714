import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { IconCloudOff } from '../../ui/icons.ts'
import { PageMessage } from '../../ui/PageMessage.tsx'

/** A tab that could not be fetched or fell over: the bar still stands. Give it the address as `key`. */
export class TabProblem extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    console.error(error, componentStack)
  }

  override render() {
    if (!this.state.failed) return this.props.children
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
}
