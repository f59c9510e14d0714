import { slot } from '../../ui/slot.tsx'

export type PlanOfParts = { planId: string }

/** Shows the rest of a plan of parts. */
export const PlanRest = slot<PlanOfParts>(import.meta.glob('../../features/*/PlanRest.tsx'), { failed: () => null })
