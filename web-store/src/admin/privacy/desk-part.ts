import type { ComponentType } from 'react'

/** A sub-tab of the desk, which a feature declares in a `…DeskPart.tsx` beside its screen. */
export type Desk = {
  /** `?tab=privacy&part=ID`. */
  id: string
  title: string
  /** Its place among the others, the first lowest: requests 10, notice 30, processors 40, registers 60. */
  at: number
  /** Shown behind the title: a count, a version. */
  Beside?: ComponentType
}

export type DeskPart = { desk: Desk; default: ComponentType }
