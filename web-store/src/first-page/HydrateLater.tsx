import { Children, type ReactNode, Suspense } from 'react'

/**
 * Splits the hydration of a long page: React hydrates each boundary in its own task, so that a slow phone stays
 * responsive in between. A touched part hydrates first.
 */
export function HydrateLater({ children }: { children: ReactNode }) {
  return Children.map(children, (part) => part && <Suspense>{part}</Suspense>)
}
