import { Children, type ReactNode, Suspense } from 'react'

/**
 * Parts of a long page that come to life one by one: React takes over what lies within such a boundary in a task of its own, so that a slow
 * phone answers its visitor in between. Whoever touches a part makes it come first.
 */
export function HydrateLater({ children }: { children: ReactNode }) {
  return Children.map(children, (part) => part && <Suspense>{part}</Suspense>)
}
