import { type ComponentType, useState, useSyncExternalStore } from 'react'
import { inPlace, later } from '../ui/later.tsx'

const never = () => () => {}

/**
 * Renders a part of a page without behaviour: the server makes its markup and the browser keeps it, without its script.
 * On client-side navigation it is loaded. It has an element of its own, `as`, with the passed `aria-label`. On the
 * server `Now` is the part itself: guard its import with `import.meta.env.SSR`.
 */
export function serverMarkup<Props extends object>(
  Now: ComponentType<Props> | undefined,
  load: () => Promise<{ default: ComponentType<Props> }>,
  As: 'div' | 'section' = 'div',
): ComponentType<Props & { 'aria-label'?: string }> {
  // In place: several on a page may fail, and their notices would overlap.
  const Part = Now ?? later(load, { failed: inPlace })
  return function ServerMarkup({ 'aria-label': label, ...props }) {
    const takingOver = useSyncExternalStore(
      never,
      () => false,
      () => !import.meta.env.SSR,
    )
    const [arrived] = useState(takingOver)
    // React leaves the content of such an element alone during hydration and later.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it sets nothing
    if (arrived) return <As aria-label={label} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
    return (
      <As aria-label={label}>
        <Part {...(props as unknown as Props)} />
      </As>
    )
  }
}
