import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/layout.tsx'
import { ErrorState } from '../lists/ErrorState.tsx'

type LoadedProps<Data> = {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown }
  /** Titles the failure. */
  failed: string
  /** Height of what waits. */
  height?: string
  children: (data: Data) => ReactNode
}

/** Shows what a query has answered; before it a placeholder, or why it did not load with a button to try again. */
export function Loaded<Data>({
  query: { data, error, refetch },
  failed,
  height = '120px',
  children,
}: LoadedProps<Data>) {
  if (data !== undefined) return children(data)
  if (error) return <ErrorState title={failed} error={error} onRetry={() => void refetch()} />
  return <Skeleton borderRadius="l3" style={{ height }} />
}
