import type { ComponentType } from 'react'
import { later } from '../../ui/later.tsx'

type Found = { default: ComponentType<{ planId: string }> }

/** Shows the rest of a plan of parts; undefined without that feature. */
export const [PlanRest] = Object.values(import.meta.glob<Found>('../../features/*/PlanRest.tsx')).map((load) =>
  later(load, { failed: () => null }),
)
