import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Head } from '../ui/Head.tsx'
import { IconCloudOff } from '../ui/icons.ts'
import { Wrap } from '../ui/layout.tsx'
import { PageMessage } from '../ui/PageMessage.tsx'

type Props = { children: ReactNode }

/**
 * A screen that could not be fetched or that fell over: the rest of the store still stands. Give it the path as `key`, so that the
 * next page gets its own chance.
 */
export class RouteProblem extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    console.error(error, componentStack)
  }

  override render() {
    return this.state.failed ? <Problem /> : this.props.children
  }
}

function Problem() {
  return (
    <Wrap size="form" py={{ base: '14', md: '24' }}>
      <Head title="Something went wrong" />
      <PageMessage
        icon={IconCloudOff}
        tone="geru"
        level={1}
        title="This page could not be opened"
        action={<Button onClick={() => window.location.reload()}>Try again</Button>}
      >
        Please check your connection and try again.
      </PageMessage>
    </Wrap>
  )
}
