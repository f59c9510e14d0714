import { createSHA256, type IHasher } from 'hash-wasm'

/** The commands: begin a file, take bytes, return the hash. Each is answered before the next one is sent. */
export type HashOrder = { is: 'begin' } | { is: 'bytes'; bytes: Uint8Array<ArrayBuffer> } | { is: 'digest' }
export type HashAnswer = { hex?: string; failed?: true }

let hasher: IHasher | undefined

async function obey(order: HashOrder): Promise<HashAnswer> {
  if (order.is === 'begin') {
    hasher = await createSHA256()
    hasher.init()
    return {}
  }
  if (order.is === 'bytes') {
    hasher?.update(order.bytes)
    return {}
  }
  return hasher ? { hex: hasher.digest('hex') } : { failed: true }
}

self.onmessage = async ({ data }: MessageEvent<HashOrder>) => {
  self.postMessage(await obey(data).catch((): HashAnswer => ({ failed: true })))
}
