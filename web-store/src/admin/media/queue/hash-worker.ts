import { createSHA256, type IHasher } from 'hash-wasm'

/** Begins a file, takes bytes, asks for the hash. Each is answered before the next one is sent. */
export type HashOrder = 'begin' | Uint8Array<ArrayBuffer> | 'digest'
/** The hash in hex at the end, else empty; undefined after a failure. */
export type HashAnswer = string | undefined

let hasher: IHasher | undefined

async function obey(order: HashOrder): Promise<HashAnswer> {
  if (order === 'begin') {
    hasher = await createSHA256()
    hasher.init()
  } else if (order !== 'digest') hasher?.update(order)
  return order === 'digest' ? hasher?.digest('hex') : ''
}

self.onmessage = async ({ data }: MessageEvent<HashOrder>) => {
  self.postMessage(await obey(data).catch(() => undefined))
}
