import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

const GeneratedSecrets = z.object({
  session_secret: z.string(),
  encryption_key: z.string(),
  admin_password: z.string(),
  student_password: z.string(),
  sandbox_key_secret: z.string(),
  sandbox_webhook_secret: z.string(),
})

/**
 * Loads the data folder's secrets outside production; the first start creates them, readable by their owner only.
 * Undefined when the file is damaged.
 */
export function loadGeneratedSecrets(file: string): z.output<typeof GeneratedSecrets> | undefined {
  const make = () => randomBytes(32).toString('base64url')
  const short = (prefix: string) => `${prefix}-${randomBytes(9).toString('base64url')}`
  const fresh = {
    session_secret: make(),
    encryption_key: make(),
    admin_password: short('Haat'),
    student_password: short('Hunar'),
    sandbox_key_secret: make(),
    sandbox_webhook_secret: make(),
  }
  if (!existsSync(file)) {
    // Two processes may start at once: linking a finished file is atomic, the first one wins, both read the same.
    const draft = `${file}.${process.pid}`
    try {
      writeFileSync(draft, JSON.stringify(fresh, null, 2), { mode: 0o600 })
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft, { force: true })
    }
  }
  chmodSync(file, 0o600)
  const stored = GeneratedSecrets.partial().safeParse(parseJson(readFileSync(file, 'utf8')))
  if (!stored.success) return undefined
  const complete = { ...fresh, ...stored.data }
  if (Object.keys(stored.data).length < Object.keys(fresh).length) {
    const draft = `${file}.${process.pid}`
    try {
      writeFileSync(draft, JSON.stringify(complete, null, 2), { mode: 0o600 })
      renameSync(draft, file)
    } finally {
      rmSync(draft, { force: true })
    }
  }
  return complete
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
