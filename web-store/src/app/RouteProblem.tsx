import type { ReactNode } from 'react'
import { t } from '../language/text.ts'
import { ErrorBoundary, NotOpened } from '../ui/ErrorBoundary.tsx'
import { Head } from '../ui/Head.tsx'
import { Wrap } from '../ui/layout.tsx'

/** Replaces a screen that failed to load or crashed; the rest of the store stays. Pass the path as `key`. */
export function RouteProblem({ children }: { children: ReactNode }) {
  return <ErrorBoundary fallback={(again, lost) => <Problem again={again} lost={lost} />}>{children}</ErrorBoundary>
}

/** Shows the error in place of a screen. */
export function Problem({ again, lost }: { again: () => void; lost: boolean }) {
  return (
    <Wrap size="form" py={{ base: '14', md: '24' }}>
      <Head title={t('Something went wrong')} />
      <NotOpened again={again} lost={lost} />
    </Wrap>
  )
}
