import type { PageShop } from 'contract/shop/defaults'
import { type ComponentType, type ReactNode, useContext } from 'react'
import { matchRoutes, type RouteObject, useLocation } from 'react-router-dom'
import { ShopChangesContext } from '../content/brand.ts'
import { chakra } from '../ui/chakra.ts'

import { Loading } from '../ui/Loading.tsx'
import { later, type PartFile } from '../ui/later.tsx'
import { Problem } from './RouteProblem.tsx'

const HeaderPlace = chakra('div', {
  base: { h: { base: 'calc(3.75rem + 1px)', md: 'calc(4.25rem + 1px)' }, bg: 'bg.panel' },
})

type Shop = PageShop | undefined

type Load = () => Promise<PartFile>

/** Handle of a route with a screen: its source module, by which the server names the files to preload. `fetch` returns all modules. */
export type ScreenHandle = { module: string; fetch: (shop: Shop) => Promise<string[]>; instead?: ScreenHandle }

type Part = { element: ReactNode; handle: ScreenHandle }

/** Returns a screen that shows another one instead at the paths that the shop's settings name as replaced. */
export function replaceable(usual: Part, instead: Part | undefined): Part {
  if (!instead) return usual
  function Shown() {
    const replaced = useContext(ShopChangesContext)?.replaced
    const { pathname } = useLocation()
    return replaced?.includes(pathname) ? instead?.element : usual.element
  }
  return { element: <Shown />, handle: { ...usual.handle, instead: instead.handle } }
}

/**
 * Creates the route of a screen in its own file, loaded on the first visit. `module` is that file, relative to the
 * package. Until then it shows `waiting`. A preloaded screen renders at once, which server rendering and hydration need.
 */
export function screen(module: string, load: Load, waiting: ReactNode = <Loading />): Part {
  return part(
    module,
    load,
    later(load, {
      waiting,
      failed: (again, lost) => <Problem again={again} lost={lost} />,
    }),
  )
}

/** Creates the same for a header that loads with its screens; they also render without it. */
export function header(module: string, load: Load): Part {
  return part(module, load, later(load, { waiting: <HeaderPlace /> }))
}

function part(module: string, load: Load, Later: ComponentType) {
  let Now: ComponentType | undefined
  function Screen() {
    return Now ? <Now /> : <Later />
  }
  const fetch = async (shop: Shop) => {
    const file = await load()
    // A part that fails to load says so in its place.
    const parts = await file.fetchParts?.(shop).catch(() => [])
    Now ??= file.default
    return [module, ...(parts ?? [])]
  }
  return { element: <Screen />, handle: { module, fetch } }
}

const handlesAt = (routes: RouteObject[], pathname: string, shop?: PageShop): ScreenHandle[] =>
  (matchRoutes(routes, pathname) ?? []).flatMap(({ route }) => {
    const handle = route.handle as ScreenHandle | undefined
    return (shop?.replaced?.includes(pathname) && handle?.instead) || handle || []
  })

/** Lists the source modules of the screens at an address. */
export const screenModules = (routes: RouteObject[], pathname: string): string[] =>
  handlesAt(routes, pathname).map(({ module }) => module)

/** Loads the screens at an address, so that they render without waiting. Returns their modules. */
export async function fetchScreens(routes: RouteObject[], pathname: string, shop?: PageShop): Promise<string[]> {
  const modules = await Promise.all(handlesAt(routes, pathname, shop).map((handle) => handle.fetch(shop)))
  return modules.flat()
}
