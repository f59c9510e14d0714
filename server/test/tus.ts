import { UPLOADS_PATH, WORK_UPLOADS_PATH } from 'contract/limits'

type Reachable = { url: string }
type Metadata = Partial<Record<'filename' | 'filetype' | 'sha256' | 'set_of' | 'lesson_id' | 'folder', string>>

/**
 * A tus client with single requests, for tests that stop, repeat and mix them. `url` may change between two requests.
 */
export function tusClient(server: Reachable, token: string | undefined, endpoint = UPLOADS_PATH) {
  const request = (path: string, method: string, headers: Record<string, string>, body?: Uint8Array) =>
    fetch(new URL(path, server.url), {
      method,
      headers: {
        'tus-resumable': '1.0.0',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body ? { body: new Uint8Array(body) } : {}),
    })
  const create = (bytes: number, metadata: Metadata, headers: Record<string, string> = {}) =>
    request(endpoint, 'POST', { 'upload-length': String(bytes), 'upload-metadata': encode(metadata), ...headers })
  const patch = (path: string, offset: number, piece: Uint8Array) =>
    request(
      path,
      'PATCH',
      { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      piece,
    )
  return {
    request,
    create,
    patch,
    head: (path: string) => request(path, 'HEAD', {}),
    terminate: (path: string) => request(path, 'DELETE', {}),
    /** Creates an upload that must be accepted, and returns its path. */
    async begin(bytes: number, metadata: Metadata): Promise<string> {
      const answer = await create(bytes, metadata)
      const path = answer.headers.get('location')
      if (answer.status !== 201 || !path) throw new Error(`not begun: ${answer.status} ${await answer.text()}`)
      return path
    },
    /** Sends a whole file; returns the first refusal, or the last response. */
    async send(bytes: Uint8Array, metadata: Metadata): Promise<Response> {
      const created = await create(bytes.length, metadata)
      const path = created.headers.get('location')
      if (created.status !== 201 || !path || bytes.length === 0) return created
      return patch(path, 0, bytes)
    },
  }
}

function encode(metadata: Metadata): string {
  return Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join()
}

/** Creates the same client for a student's assignment files. */
export const workTusClient = (server: Reachable, token: string) => tusClient(server, token, WORK_UPLOADS_PATH)
