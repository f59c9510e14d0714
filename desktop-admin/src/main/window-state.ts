import { z } from 'zod'
import { jsonFile } from './settings-file.ts'

export const WindowState = z.object({
  x: z.number().int().optional(),
  y: z.number().int().optional(),
  width: z.number().int().min(480).max(10_000),
  height: z.number().int().min(400).max(10_000),
  maximized: z.boolean(),
})
export type WindowState = z.output<typeof WindowState>

type Area = { x: number; y: number; width: number; height: number }
const FIRST: WindowState = { width: 1320, height: 860, maximized: false }
/** Minimum width of the title bar on a screen, so that the window can be dragged back. */
const LEAST_SEEN = 100

/** Stores and restores the window's position, unless its screen is gone. */
export function windowState(path: string) {
  const file = jsonFile(path, WindowState)
  return {
    read(screens: readonly Area[]): WindowState {
      const { x, y, ...size } = file.read() ?? FIRST
      if (x === undefined || y === undefined) return size
      const seen = screens.some(
        (area) =>
          x + size.width >= area.x + LEAST_SEEN &&
          x <= area.x + area.width - LEAST_SEEN &&
          y >= area.y &&
          y <= area.y + area.height - LEAST_SEEN,
      )
      return seen ? { x, y, ...size } : size
    },
    keep: (state: WindowState) => file.keep(state),
  }
}
