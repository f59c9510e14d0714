import { isPageLink } from 'contract/pages/blocks'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

/** Links an address of the store or of another site; the bare words where the address is none. For `asChild` of a button. */
export function PageLink({ to, children, ...rest }: { to: string; children: ReactNode }) {
  if (!isPageLink(to)) return <span {...rest}>{children}</span>
  // A buy link or a link with a code is read when its page loads.
  if (to.startsWith('/') && !to.includes('?'))
    return (
      <Link to={to} {...rest}>
        {children}
      </Link>
    )
  const leaves = to.startsWith('https:')
  return (
    <a href={to} {...rest} {...(leaves && { rel: 'noopener nofollow', target: '_blank' })}>
      {children}
    </a>
  )
}
