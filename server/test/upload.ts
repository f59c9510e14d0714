import type { TestServer } from './server.ts'

export type UploadArguments = [kind: 'image' | 'video', bytes: Buffer, names?: { file?: string; name?: string }]

/** Uploads like an admin; `file` is the name in the form, `name` (encoded) the one beside it. */
export async function uploadMedia(server: TestServer, token: string, ...sent: UploadArguments) {
  const [kind, bytes, { file = 'a.png', name = '' } = {}] = sent
  const body = new FormData()
  body.set(`${kind}_file`, new File([new Uint8Array(bytes)], file))
  const response = await server.request(`/api/admin/courses/upload_${kind}/${name && `?name=${name}`}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  const answer = (await response.json()) as { image_url: string; video_url: string; detail: string; code: string }
  return { status: response.status, ...answer, url: answer.image_url ?? answer.video_url }
}
