import { kept } from '../../offline/kept-db.ts'
import { readKept } from './keeper-state.ts'
import { sendLate } from './late.ts'
import { ownerKnown } from './owner.ts'
import { askTerms } from './terms.ts'

/**
 * On a student's own screens: what another student kept here goes, what was done without a network is sent, and the shop is asked until
 * when lessons may stay and what they are today, at once for the course that is open.
 */
export async function beginOffline(openCourse?: string): Promise<void> {
  if (!(await ownerKnown())) return void (await kept.wipe())
  await readKept()
  // What the shop cannot be told now stays.
  await sendLate().catch(() => undefined)
  await askTerms(openCourse)
}
