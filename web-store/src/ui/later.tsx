import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { anew } from '../anew.ts'
import { t } from '../language/text.ts'
import { ErrorBoundary, NotOpened, TryAgain } from './ErrorBoundary.tsx'
import { FixedNotice } from './FixedNotice.tsx'
import { Loading } from './Loading.tsx'

type Options = {
  /** Stands in until the file is there. */
  waiting?: ReactNode
  /** Stands in when it does not come or falls over; without it, a notice at the foot of the screen. */
  failed?: (again: () => void, lost: boolean) => ReactNode
}

/**
 * A component in a file of its own, fetched when it is first shown. A file that does not come, because there is no network or because
 * an update took it away, leaves the page around it as it is: what was typed stays, and the visitor may try again. The only way to
 * `lazy`: the linter refuses others. `lazy-files.spec.ts` has a step that shows each part, unless `failed` shows nothing.
 */
export function later<Props extends object>(
  given: () => Promise<{ default: ComponentType<Props> }>,
  { waiting = null, failed }: Options = {},
): ComponentType<Props> {
  const load = anew(given, 'default')
  // React remembers a file that did not come, too, so every failure is followed by a fresh start.
  let Part = lazy(load)
  const startOver = () => {
    Part = lazy(load)
  }
  const Now = (props: Props) => <Part {...(props as Parameters<typeof Part>[0])} />
  return function Later(props: Props) {
    const { onClose } = props as { onClose?: () => void }
    const notice = (again: () => void, lost: boolean) => (
      <FixedNotice onClose={onClose} actions={<TryAgain again={again} size="sm" />}>
        {lost ? t('A part of this page did not load. Please check your connection.') : t('Something went wrong')}
      </FixedNotice>
    )
    return (
      <ErrorBoundary onCaught={startOver} fallback={failed ?? notice}>
        <Suspense fallback={waiting}>
          <Now {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
}

/** The same of what fills a page. */
export const laterPage: typeof later = (load) =>
  later(load, { waiting: <Loading />, failed: (again, lost) => <NotOpened again={again} lost={lost} /> })
