import type { ComponentType, ReactNode } from 'react'
import { matchRoutes, type RouteObject } from 'react-router-dom'
import { chakra } from '../ui/chakra.ts'

import { Loading } from '../ui/Loading.tsx'
import { later } from '../ui/later.tsx'
import { Problem } from './RouteProblem.tsx'

const HeaderPlace = chakra('div', {
  base: { h: { base: 'calc(3.75rem + 1px)', md: 'calc(4.25rem + 1px)' }, bg: 'bg.panel' },
})

type Load = () => Promise<{ default: ComponentType }>

/** What a route with a screen says of itself: the source module, by which the server names the files to load ahead. */
export type ScreenHandle = { module: string; fetch: () => Promise<void> }

/**
 * A screen in a file of its own, fetched when it is first visited. `module` is that file, from the root of the package. A screen that was
 * fetched ahead renders at once, which is what rendering on the server and taking over in the browser need.
 */
export function screen(module: string, load: Load): { element: ReactNode; handle: ScreenHandle } {
  return part(
    module,
    load,
    later(load, { waiting: <Loading />, failed: (again, lost) => <Problem again={again} lost={lost} /> }),
  )
}

/** The same of a header that comes with its screens: without it they still stand. */
export function header(module: string, load: Load): { element: ReactNode; handle: ScreenHandle } {
  return part(module, load, later(load, { waiting: <HeaderPlace /> }))
}

function part(module: string, load: Load, Later: ComponentType) {
  let Now: ComponentType | undefined
  function Screen() {
    return Now ? <Now /> : <Later />
  }
  const fetch = async () => {
    Now ??= (await load()).default
  }
  return { element: <Screen />, handle: { module, fetch } }
}

const handlesAt = (routes: RouteObject[], pathname: string): ScreenHandle[] =>
  (matchRoutes(routes, pathname) ?? []).flatMap(({ route }) => (route.handle as ScreenHandle | undefined) ?? [])

/** The source modules of the screens of an address. */
export const screenModules = (routes: RouteObject[], pathname: string): string[] =>
  handlesAt(routes, pathname).map(({ module }) => module)

/** Fetches the screens of an address, so that they render without waiting. Answers their modules. */
export async function fetchScreens(routes: RouteObject[], pathname: string): Promise<string[]> {
  const handles = handlesAt(routes, pathname)
  await Promise.all(handles.map((handle) => handle.fetch()))
  return handles.map((handle) => handle.module)
}
