import type { PageShop } from 'contract/shop/defaults'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { t } from '../language/text.ts'
import { refetchStale } from '../refetch-stale.ts'
import { ErrorBoundary, NotOpened, TryAgain } from './ErrorBoundary.tsx'
import { FixedNotice } from './FixedNotice.tsx'
import { Loading } from './Loading.tsx'

type Shop = PageShop | undefined

/** A file with a part of its own. `fetchParts` loads what the server writes of it for this shop, and returns the source modules. */
export type PartFile<Props = object> = {
  default: ComponentType<Props>
  fetchParts?: (shop: Shop) => Promise<string[]>
}

/** `fetch` loads the part ahead, with its own parts, and returns their source modules: it then renders at once, without which React drops the server's markup. */
type LaterPart<Props> = ComponentType<Props> & { fetch: (shop: Shop) => Promise<string[]> }

export type LaterOptions<Props> = {
  /** The part's source module, by which the server names the file to preload; for what `fetch` loads. */
  module?: string
  /** The part itself on the server, which writes it; the browser then takes its markup over once the file has loaded. */
  now?: ComponentType<Props> | undefined
  /** Shown until the file has loaded. */
  waiting?: ReactNode
  /** Shown if it fails to load or crashes; by default, a notice at the bottom of the screen. */
  failed?: (again: () => void, lost: boolean) => ReactNode
}

const reasonOf = (lost: boolean) =>
  lost ? t('A part of this page did not load. Please check your connection.') : t('Something went wrong')

/** Shows in place of a part why it is missing, and loads it again: for `failed`. */
export const inPlace = (again: () => void, lost: boolean): ReactNode => (
  <div role="alert">
    <p>{reasonOf(lost)}</p>
    <TryAgain again={again} />
  </div>
)

/**
 * Creates a component in its own file, loaded when it is first shown. A file that fails to load, without a network or
 * after an update, leaves the page around it intact: input stays, and the visitor may retry. The only way to `lazy`:
 * the linter refuses others. `lazy-files.release.spec.ts` walks the parts of every page.
 */
export function later<Props extends object>(
  input: () => Promise<PartFile<Props>>,
  { module, waiting = null, failed, now }: LaterOptions<Props> = {},
): LaterPart<Props> {
  const load = refetchStale(input, 'default')
  // React also caches a failed file, so every failure starts fresh.
  let Part = lazy(load)
  const startOver = () => {
    Part = lazy(load)
  }
  let fetched: ComponentType<Props> | undefined
  const Now =
    now ??
    function Now(props: Props) {
      const [Shown] = useState(() => fetched ?? (Part as ComponentType<Props>))
      return <Shown {...props} />
    }
  function Later(props: Props) {
    const { onClose } = props as { onClose?: () => void }
    const notice = (again: () => void, lost: boolean) => (
      <FixedNotice onClose={onClose} actions={<TryAgain again={again} size="sm" />}>
        {reasonOf(lost)}
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
  const fetch = async (shop: Shop) => {
    const file = await load()
    fetched ??= file.default
    return [module ?? [], (await file.fetchParts?.(shop)) ?? []].flat()
  }
  return Object.assign(Later, { fetch })
}

/** Options of a part that fills a page. */
export const ofPage = {
  waiting: <Loading />,
  failed: (again: () => void, lost: boolean) => <NotOpened again={again} lost={lost} />,
}

/** Creates the same for a part that fills a page. */
export const laterPage = <Props extends object>(load: () => Promise<PartFile<Props>>): ComponentType<Props> =>
  later(load, ofPage)
