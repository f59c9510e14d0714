import { endWithShop } from '../../platform/files/end-with-shop.ts'
import { otherFormat } from './content/caption-formats.ts'
import { readCaptions } from './content/captions.ts'
import { Refusal } from './content/file-parts.ts'
import { proveContent, type Sent, type SentKind } from './content/prove-content.ts'
import type { RecordsQuestion } from './content/records.ts'
import { holdsFormulas, readPlainText, readText } from './content/text.ts'
import { detectImage } from './file-types.ts'
import type { TableQuestion } from './tables/read-table.ts'

/** Examines foreign files. Only a result or error returns to the shop. */
const looks = {
  content: ({ kind, ...sent }: Sent & { kind: SentKind }) => proveContent(kind, sent),
  formulas: ({ path }: { path: string }) => holdsFormulas(path),
  async captions({ path }: { path: string }) {
    const text = await readText(path)
    const other = text === undefined ? undefined : otherFormat(text.split('\n', 20))
    if (other) return { problems: [other] }
    return (await readPlainText(path)) === undefined ? undefined : readCaptions(text ?? '')
  },
  /** Re-encodes an image at `to`; undefined for another file. */
  async picture({ path, to }: { path: string; to: string }) {
    const format = await detectImage(path)
    return format && { format, ...(await (await import('./pictures.ts')).remakePicture(path, format, to)) }
  },
  records: async (question: RecordsQuestion) => (await import('./content/records.ts')).readRecords(question),
  table: async (question: TableQuestion) => (await import('./tables/read-table.ts')).readTable(question),
  video: async ({ path }: { path: string }) => (await import('./video-facts.ts')).readVideo(path),
  remux: async (files: { path: string; to: string }) => (await import('./remux.ts')).remux(files),
}
export type Looks = typeof looks

type Question = { look: keyof Looks; input: never; cpuMs: number }
type Outcome =
  // An undefined value is absent.
  | { value?: unknown }
  | { refused: string; data?: Refusal['data'] }
  | { failed: { message: string; code?: string | undefined; syscall?: string | undefined } }
export type LookAnswer = Outcome & { cpuMs: number; megabytes: number }

const cpuNow = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** CPU time of this process at which the running look must end. */
const deadline = new Float64Array(new SharedArrayBuffer(8)).fill(Number.POSITIVE_INFINITY)
// A killed look has no answer.
endWithShop({ deadline, bytes: Number(process.argv[2]) * 1024 * 1024 })

// The shop handles signals to the whole group: it ends this process when it is done.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
process.on('message', async ({ look, input, cpuMs }: Question) => {
  const begun = cpuNow()
  deadline[0] = begun + cpuMs
  const outcome = await looks[look](input).then((value) => ({ value }), failureOf)
  deadline[0] = Number.POSITIVE_INFINITY
  const spent = { cpuMs: cpuNow() - begun, megabytes: process.memoryUsage.rss() / 1024 ** 2 }
  process.send?.({ ...outcome, ...spent })
})

function failureOf(error: unknown): Outcome {
  if (error instanceof Refusal) return { refused: error.message, data: error.data }
  const { message, code, syscall } = error as NodeJS.ErrnoException
  return { failed: { message, code, syscall } }
}
