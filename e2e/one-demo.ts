import openTempFolder from '../server/test/temp-folder.ts'
import { openDemo } from './shop.ts'

/** Writes the demo before a run, and discards it with all temporary files after the run. */
export default async function setup(): Promise<() => Promise<void>> {
  const deleteFiles = openTempFolder()
  const discardDemo = process.env.E2E_FLEET === '1' ? undefined : await openDemo()
  return async () => {
    await discardDemo?.()
    deleteFiles()
  }
}
