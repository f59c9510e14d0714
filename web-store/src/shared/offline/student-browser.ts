import { installBrowserDisk } from '../../offline/browser-disk.ts'
import { installBrowserStorage } from '../../stores/browser-storage.ts'
import { session } from '../../stores/session.ts'

/** For tests: a student's browser with a disk, and a shop that is reached over `fetch`. */

type Answer = { status?: number; body: unknown } | Error
type Answers = Record<string, (body: never, address: URL) => Answer | Promise<Answer>>

/** Installs such a browser in this process. `answers` are the shop's, by the end of the path; any other call fails. */
export function installStudentBrowser(answers: Answers) {
  installBrowserStorage()
  const disk = installBrowserDisk()
  const notified: { path: string; body: unknown }[] = []
  const window = new EventTarget()
  const fetch = async (requested: Request | string, init?: RequestInit) => {
    const request =
      requested instanceof Request ? requested : new Request(new URL(requested, 'https://shop.test'), init)
    const address = new URL(request.url)
    const path = Object.keys(answers).find((end) => address.pathname.endsWith(end))
    const text = request.method === 'GET' ? '' : await request.text()
    const body: unknown = text ? JSON.parse(text) : undefined
    const answer = path ? await answers[path]?.(body as never, address) : undefined
    if (!answer || answer instanceof Error) throw answer ?? new TypeError(`Nobody answers ${address.pathname}`)
    notified.push({ path: path ?? '', body })
    if (answer.body instanceof Uint8Array) return mediaAnswer(answer.body as Uint8Array<ArrayBuffer>, request)
    return Response.json(answer.body, { status: answer.status ?? 200 })
  }
  Object.assign(globalThis, { window, fetch, document: { baseURI: 'https://shop.test/' } })
  const signIn = (user_id: string) =>
    session.signIn({
      user: { user_id, name: user_id, email: `${user_id}@example.com`, phone: '' },
      token: `token of ${user_id}`,
    })
  return {
    disk,
    window,
    signIn,
    answers,
    /** Request bodies that the shop received, by the end of their path. */
    told: (path: string) => notified.filter((one) => one.path === path).map(({ body }) => body),
    begin: () => {
      disk.clear()
      notified.length = 0
      signIn('usr_asha')
    },
  }
}

function mediaAnswer(bytes: Uint8Array<ArrayBuffer>, request: Request): Response {
  const [, from] = /^bytes=(\d+)-$/.exec(request.headers.get('range') ?? '') ?? []
  const part = bytes.slice(Number(from ?? 0))
  const range = { 'Content-Range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }
  return new Response(part, {
    status: from ? 206 : 200,
    headers: { 'Content-Length': `${part.length}`, ...(from && range) },
  })
}
