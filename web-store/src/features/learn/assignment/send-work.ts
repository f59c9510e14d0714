import { WORK_UPLOADS_PATH } from 'contract/limits'
import { DetailedError, Upload } from 'tus-js-client'
import { session } from '../../../stores/session.ts'

/** A break costs at most so many bytes. */
const CHUNK_BYTES = 8 * 1024 * 1024
/** Pauses between tries without a response; after them the student decides. */
const RETRY_MS = [500, 1_000, 2_000, 4_000, 8_000]

type Sending = {
  lessonId: string
  file: File
  /** An upload of the same file to continue. */
  url: string | undefined
  onUrl: (url: string) => void
  /** Whole percent. */
  onProgress: (percent: number) => void
}

/** Sends a file in pieces and resolves with the id of its upload. Rejects as a call of the API does. */
export function sendWork({ lessonId, file, url, onUrl, onProgress }: Sending): Promise<string> {
  const endpoint = new URL(WORK_UPLOADS_PATH, document.baseURI).href
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint,
      ...(url && { uploadUrl: new URL(url, endpoint).href }),
      metadata: { filename: file.name, filetype: '', lesson_id: lessonId },
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_MS,
      storeFingerprintForResuming: false,
      removeFingerprintOnSuccess: false,
      onBeforeRequest: (request) => {
        const authorization = session.authorization()
        if (authorization) request.setHeader('Authorization', authorization)
      },
      onUploadUrlAvailable: () => {
        if (upload.url) onUrl(new URL(upload.url, endpoint).pathname)
      },
      onProgress: (sent) => onProgress(Math.floor((100 * sent) / Math.max(1, file.size))),
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
      onError: (error) => reject(asApiError(error)),
    })
    upload.start()
  })
}

/** Adds the fields of an API error when the server responded. */
function asApiError(error: Error): Error {
  const response = error instanceof DetailedError ? error.originalResponse : null
  const status = response?.getStatus()
  if (!response || !status) return error
  let answer: Record<string, unknown> = {}
  try {
    answer = JSON.parse(response.getBody())
  } catch {
    // A proxy has answered.
  }
  const { detail, code, ...data } = answer
  const message = typeof detail === 'string' ? detail : ''
  return Object.assign(new Error(message), { defined: false, status, code, data })
}
