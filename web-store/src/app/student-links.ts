import { t } from '../language/text.ts'
import { paths } from '../paths.ts'

/** The header of a student's own screens draws these links, and on a phone so does that of the store. */
export const studentLinks = [
  [t('Dashboard'), paths.dashboard],
  [t('Orders'), paths.orders],
] as const
