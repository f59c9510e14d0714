import { cleanFolder } from 'contract/spelling'
import { DetailedError, Upload } from 'tus-js-client'
import { FileChangedError, pieceOf } from './source-bytes.ts'
import type { FileSource } from './upload-types.ts'

/** The most that a broken connection loses. */
export const CHUNK_BYTES = 8 * 1024 * 1024

export type SendOptions = {
  source: FileSource
  endpoint: string
  /** An upload to go on with. */
  url: string | undefined
  sha256: string | undefined
  /** The video of whose set it becomes a part. */
  setOf?: string | undefined
  authorization: () => string | undefined
  signal: AbortSignal
  onUrl: (url: string) => void
  onProgress: (sent: number) => void
  /** The server begins to take bytes at `offset`. */
  onOffset: (offset: number) => void
}

/** A failure with the answer's status and sentence; without a status nobody has answered. */
export class SendError extends Error {
  readonly status: number | undefined
  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/** Sends one file in pieces. Resolves with what the last answer says of it; rejects with a `SendError` or `FileChangedError`. */
export function sendFile(options: SendOptions): Promise<{ media_id: string | undefined; url: string | undefined }> {
  const { source, endpoint, url, sha256, setOf, signal } = options
  const metadata = {
    filename: source.name,
    filetype: source.type,
    ...(sha256 && { sha256 }),
    ...(setOf && { set_of: setOf }),
    ...(source.folder && { folder: cleanFolder(source.folder) }),
  }
  return new Promise((resolve, reject) => {
    // The constructor's type knows the inputs of the default reader only.
    const input: unknown = source
    const upload = new Upload(input as Blob, {
      endpoint,
      ...(url && { uploadUrl: new URL(url, endpoint).href }),
      metadata,
      uploadSize: source.size,
      chunkSize: CHUNK_BYTES,
      // The queue decides when to try again.
      retryDelays: null,
      storeFingerprintForResuming: false,
      removeFingerprintOnSuccess: false,
      fileReader: { openFile: async () => chunksOf(source) },
      onBeforeRequest: (request) => {
        // A piece that was being read when the upload was stopped would still go, and without its headers.
        signal.throwIfAborted()
        const authorization = options.authorization()
        if (authorization) request.setHeader('Authorization', authorization)
        const offset = request.getHeader('Upload-Offset')
        if (offset !== undefined) options.onOffset(Number(offset))
      },
      onUploadUrlAvailable: () => {
        if (upload.url) options.onUrl(new URL(upload.url, endpoint).pathname)
      },
      onProgress: (sent) => options.onProgress(sent),
      onSuccess: ({ lastResponse }) =>
        resolve({ media_id: lastResponse.getHeader('Media-Id'), url: lastResponse.getHeader('Media-Url') }),
      onError: (error) => reject(toSendError(error)),
    })
    const stop = () => {
      void upload.abort()
      reject(signal.reason)
    }
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    upload.start()
  })
}

/** Takes an upload off the server's list. It is swept there anyhow, so a failure is none. */
export async function giveUp(url: string, endpoint: string, authorization: string | undefined): Promise<void> {
  await Upload.terminate(new URL(url, endpoint).href, {
    headers: authorization ? { Authorization: authorization } : {},
    retryDelays: null,
  }).catch(() => {})
}

function chunksOf(source: FileSource) {
  return {
    size: source.size,
    async slice(start: number, end: number) {
      const piece = await pieceOf(source, start, Math.min(end, source.size))
      // `size` is what the library goes by.
      const value = piece instanceof Blob ? piece : Object.assign(piece, { size: piece.length })
      return { value, done: end >= source.size }
    },
    close() {},
  }
}

function toSendError(error: Error): Error {
  if (!(error instanceof DetailedError)) return error
  if (error.causingError instanceof FileChangedError) return error.causingError
  const { originalResponse } = error
  if (!originalResponse || originalResponse.getStatus() === 0) return new SendError(error.message)
  return new SendError(detailOf(originalResponse.getBody()), originalResponse.getStatus())
}

function detailOf(body: string): string {
  try {
    const { detail } = JSON.parse(body)
    return typeof detail === 'string' ? detail : ''
  } catch {
    return ''
  }
}
