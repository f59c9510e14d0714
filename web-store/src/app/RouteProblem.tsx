import { IconCloudOff } from '@tabler/icons-react'
import { Button } from '../ui/Button.tsx'
import { Head } from '../ui/Head.tsx'
import { Wrap } from '../ui/layout.tsx'
import { PageMessage } from '../ui/PageMessage.tsx'

/** A screen that could not be fetched or that fell over: the rest of the store still stands. */
export function RouteProblem() {
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
