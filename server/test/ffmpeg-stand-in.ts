import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A program in place of ffmpeg: it writes files of the right form at once, records each call, and fails or hangs at the
 * outputs in its plan. For machines without ffmpeg, and for rare behaviour of a real one.
 */
export type FfmpegStandIn = {
  program: string
  /** Returns the names of the requested outputs, in order. */
  calls(): Promise<string[]>
  plan(plan: { fail?: string[]; hang?: string[] }): Promise<void>
  /** Returns the hanging process, and the number of its progress reports. */
  hanging(): Promise<number | undefined>
  told(): Promise<number>
  remove(): Promise<void>
}

// A shebang allows no path with a space, so a shell starts Node; to Node that line is a string and a comment.
const SCRIPT = (node: string) => `#!/bin/sh
':' //; exec '${node.replaceAll("'", "'\\''")}' "$0" "$@"
const fs = require('node:fs'), path = require('node:path')
const here = (name) => path.join(path.dirname(process.argv[1]), name)
const args = process.argv.slice(2)
const target = args.at(-1)
const name = path.basename(target).split('.')[0]
fs.appendFileSync(here('calls'), name + '\\n')
const plan = JSON.parse(fs.readFileSync(here('plan.json'), 'utf8'))
if (plan.hang?.includes(name)) {
  fs.writeFileSync(here('hanging'), String(process.pid))
  // The real one goes on when nobody reads what it says, and as well when the pipe is full.
  process.stdout.on('error', () => {})
  setInterval(() => {
    console.log('out_time_us=2000000\\nprogress=continue')
    fs.appendFileSync(here('told'), '.')
  }, 50)
} else if (plan.fail?.includes(name)) {
  fs.writeFileSync(target, 'half')
  console.error('Conversion failed!')
  process.exit(1)
} else if (target.endsWith('.mp4')) {
  const alone = args.includes('-vn')
  const [, width, height] = /scale=(\\d+):(\\d+)/.exec(args[args.indexOf('-vf') + 1]) ?? []
  const seconds = Number(args[args.indexOf('-t') + 1])
  const segments = Array.from({ length: Math.ceil(seconds / 2) }, (_, at) => Math.min(2, seconds - 2 * at))
  import('${new URL('./rung-file.ts', import.meta.url)}').then(({ rungFileOf }) => {
    const sides = alone ? null : { width: Number(width), height: Number(height) }
    fs.writeFileSync(target, rungFileOf({ sides, segments }))
    console.log('out_time_us=2000000\\nprogress=continue')
    if (alone) console.error('  Integrated loudness:\\n    I:         -21.5 LUFS\\n')
  })
} else fs.writeFileSync(target, 'picture of ' + name)
`

/** `node` is the executable that runs it. */
export async function buildFfmpeg(node = process.execPath): Promise<FfmpegStandIn> {
  const folder = await mkdtemp(join(tmpdir(), 'skillhaat-ffmpeg-'))
  const at = (name: string) => join(folder, name)
  const read = (name: string) => readFile(at(name), 'utf8').catch(() => '')
  // A file without an extension is read as CommonJS.
  await writeFile(at('ffmpeg'), SCRIPT(node))
  await chmod(at('ffmpeg'), 0o755)
  await writeFile(at('plan.json'), '{}')
  return {
    program: at('ffmpeg'),
    calls: async () => (await read('calls')).split('\n').filter(Boolean),
    plan: async (plan) => {
      await rm(at('hanging'), { force: true })
      await writeFile(at('plan.json'), JSON.stringify(plan))
    },
    hanging: async () => Number(await read('hanging')) || undefined,
    told: async () => (await read('told')).length,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
