import { slot } from '../ui/slot.tsx'

/** Leads to requests about own data, where the shop has the privacy desk. */
export const PrivacyLinks = slot(import.meta.glob('../features/*/PrivacyLink.tsx', { eager: true }))
