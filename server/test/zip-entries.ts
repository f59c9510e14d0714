import { buffer } from 'node:stream/consumers'
import { fromBufferPromise, openPromise } from 'yauzl'

/** Reads a small ZIP whole: the bytes of each entry by its name. */
export async function zipEntries(zip: Buffer | string): Promise<Map<string, Buffer>> {
  const opened = typeof zip === 'string' ? await openPromise(zip, { autoClose: false }) : await fromBufferPromise(zip)
  const entries = new Map<string, Buffer>()
  for await (const entry of opened.eachEntry()) {
    entries.set(entry.fileName, await buffer(await opened.openReadStreamPromise(entry)))
  }
  opened.close()
  return entries
}
