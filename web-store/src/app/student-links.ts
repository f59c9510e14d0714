import { t } from '../language/text.ts'
import { paths } from '../paths.ts'

/** Links in the header of a student's screens, and on a phone also in the store's header. */
export const studentLinks = [
  [t('Dashboard'), paths.dashboard],
  [t('Orders'), paths.orders],
] as const
