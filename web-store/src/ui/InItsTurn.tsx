import { type ReactNode, Suspense } from 'react'

/**
 * A part of a long page that comes to life on its own: React takes over what lies within such a boundary in a task of its own, so that a slow
 * phone answers its visitor in between. Whoever touches the part makes it come first.
 */
export function InItsTurn({ children }: { children: ReactNode }) {
  return <Suspense>{children}</Suspense>
}
