import { adminClient } from '../host/admin-api.ts'
import type { MediaItem } from '../media/media.queries.ts'

/** A video of the library, read in parts under the address that this session sees it by. */
export function libraryFile({ media_id, name, bytes, preview_url }: MediaItem) {
  let address = preview_url
  const part = (start: number, end: number) =>
    fetch(new URL(address, document.baseURI), { headers: { range: `bytes=${start}-${end - 1}` } })
  return {
    size: bytes,
    async read(start: number, end: number): Promise<Blob> {
      let answer = await part(start, end)
      if (answer.status === 404) {
        // It was good for some minutes.
        const { media } = await adminClient.media.list({ q: name, kind: 'video', limit: '100' })
        address = media.find((item) => item.media_id === media_id)?.preview_url ?? address
        answer = await part(start, end)
      }
      if (answer.status !== 206) throw new Error(`The video answered ${answer.status}`)
      return answer.blob()
    },
  }
}
