import type { ComponentType } from 'react'

/** A paper of the data protection law, which a feature declares in a `…DeskPart.tsx` beside its screen. */
export type Desk = {
  /** `?tab=privacy&part=ID`. */
  id: string
  title: string
  /** A sentence of its use. */
  about: string
  /** Its place among the others, the first lowest: notice 30, processors 45, registers 60. */
  at: number
  /** Shown behind the title: a version. */
  Beside?: ComponentType
}

export type DeskPart = { desk: Desk; default: ComponentType }
