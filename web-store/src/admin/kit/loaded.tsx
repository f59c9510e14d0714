import { type ReactNode, useEffect, useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { Card, Skeleton } from '../../ui/layout.tsx'
import { Split } from '../forms/form-parts.tsx'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { ErrorState } from '../lists/ErrorState.tsx'

type LoadedProps<Data> = {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown }
  /** Titles the failure. */
  failed: string
  /** Height of what waits. */
  height?: string
  /** A failure is a notice, too: of what is refreshed while it is looked at. */
  toasts?: boolean
  children: (data: Data) => ReactNode
}

/** Shows what a query has answered; before it a placeholder, or why it did not load with a button to try again. */
export function Loaded<Data>({
  query: { data, error, refetch },
  failed,
  height = '120px',
  toasts,
  children,
}: LoadedProps<Data>) {
  useFailureToast(toasts && error, failed)
  if (data !== undefined) return children(data)
  if (error) return <ErrorState title={failed} error={error} onRetry={() => void refetch()} />
  return <Skeleton borderRadius="l3" style={{ height }} />
}

type PaneProps = { title: ReactNode; beside?: ReactNode; busy?: boolean; children: ReactNode }

/** The name of a card in an address: `refund-limit` of "Refund limit". */
const partOf = (title: ReactNode) => typeof title === 'string' && title.toLowerCase().replaceAll(' ', '-')

/** A card with a heading, and something at the other end of its line. An address whose `part` names it leads to its heading. */
export function Pane({ title, beside, busy, children }: PaneProps) {
  const id = useId()
  const isCalled = useSearchParams()[0].get('part') === partOf(title)
  useEffect(() => {
    if (!isCalled) return
    const card = document.getElementById(id)
    card?.scrollIntoView({ block: 'start', behavior: 'instant' })
    card?.focus({ preventScroll: true })
  }, [isCalled, id])
  const heading = (
    <chakra.h2 id={id} textStyle="h3" fontSize="1.375rem" tabIndex={-1} outline="0" scrollMarginTop="24">
      {title}
    </chakra.h2>
  )
  return (
    <Card as="section" padded display="grid" gap="4" aria-labelledby={id} aria-busy={busy || undefined}>
      {beside ? (
        <Split>
          {heading}
          {beside}
        </Split>
      ) : (
        heading
      )}
      {children}
    </Card>
  )
}

type LoadedPaneProps<Data> = LoadedProps<Data> & { title: string; beside?: (data: Data) => ReactNode }

/** The same for what a query answers: its heading is there at once. */
export function LoadedPane<Data>({ title, beside, ...loaded }: LoadedPaneProps<Data>) {
  const { data, error } = loaded.query
  if (error && data === undefined) return <Loaded {...loaded} />
  return (
    <Pane title={title} beside={data !== undefined && beside?.(data)} busy={data === undefined}>
      <Loaded {...loaded} />
    </Pane>
  )
}
