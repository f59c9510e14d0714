import { PageMessage, type PageMessageProps } from './PageMessage.tsx'

/** Shows an empty state: the disc, the exact text, one action. */
export function EmptyState(props: PageMessageProps) {
  return <PageMessage tone="action" {...props} />
}
