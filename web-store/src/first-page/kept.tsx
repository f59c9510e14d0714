import { type ComponentType, useState, useSyncExternalStore } from 'react'
import { TryAgain } from '../ui/ErrorBoundary.tsx'
import { later } from '../ui/later.tsx'

const never = () => () => {}

/**
 * A part of a page that only says something: the server makes its markup and the browser keeps that as it came, without its script.
 * Met on the way from another page it is fetched. It lies in an element of its own, `as`, with the `aria-label` it is given. On the
 * server `Now` is the part itself: guard its import with `import.meta.env.SSR`.
 */
export function kept<Props extends object>(
  Now: ComponentType<Props> | undefined,
  load: () => Promise<{ default: ComponentType<Props> }>,
  As: 'div' | 'section' = 'div',
): ComponentType<Props & { 'aria-label'?: string }> {
  // In its own place: several of a page may not come, and their notices would lie over each other.
  const Part = Now ?? later(load, { failed: (again) => <TryAgain again={again} /> })
  return function Kept({ 'aria-label': label, ...props }) {
    const takingOver = useSyncExternalStore(
      never,
      () => false,
      () => !import.meta.env.SSR,
    )
    const [came] = useState(takingOver)
    // React leaves the content of such an element alone while it takes the page over, and after.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it sets nothing
    if (came) return <As aria-label={label} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
    return (
      <As aria-label={label}>
        <Part {...(props as unknown as Props)} />
      </As>
    )
  }
}
