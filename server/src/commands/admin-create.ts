import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { Email, Password } from '../../contract/fields.ts'
import { createOrResetAdmin } from '../auth/admins.ts'
import { isCommonPassword } from '../auth/common-passwords.ts'
import { ConfigError, readConfig, readEnvironment } from '../config.ts'
import { startEmbedded } from '../db/embedded.ts'
import { createDb } from '../db/knex.ts'
import { migrate } from '../db/migrations.ts'

/** `npm run admin:create -- EMAIL`: makes an admin, or sets the password of an existing one and ends its sessions. */
async function main(): Promise<void> {
  const email = Email.safeParse(process.argv[2])
  if (!email.success) throw new Complaint('Usage: npm run admin:create -- EMAIL')
  const environment = readEnvironment()
  const config = readConfig(environment)
  const typed = process.stdin.isTTY ? await askPassword() : environment.ADMIN_PASSWORD
  if (!typed) throw new Complaint('Set ADMIN_PASSWORD, or run this on a terminal to be asked for the password.')
  const password = Password.safeParse(typed)
  if (!password.success) throw new Complaint(password.error.issues[0]?.message ?? 'The password cannot be used.')
  if (isCommonPassword(password.data)) throw new Complaint('Please choose a less common password')

  const log = { info() {}, warn: (data: object, message: string) => console.warn(message, data) }
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir, log })
  const db = createDb(config.databaseUrl ?? embedded?.url ?? '', { poolMax: 2 })
  try {
    await migrate(db)
    const outcome = await createOrResetAdmin({ db, now: () => new Date() }, email.data, password.data)
    console.log(outcome === 'created' ? `Admin ${email.data} created.` : `Password of ${email.data} set anew.`)
  } finally {
    await db.destroy()
    await embedded?.stop()
  }
}

class Complaint extends Error {}

/** Asks twice, without showing what is typed. */
async function askPassword(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  const ask = async (question: string) => {
    process.stdout.write(question)
    const answer = await terminal.question('')
    process.stdout.write('\n')
    return answer
  }
  try {
    const password = await ask('Password: ')
    if ((await ask('Once more: ')) !== password) throw new Complaint('The two passwords differ.')
    return password
  } finally {
    terminal.close()
  }
}

try {
  await main()
} catch (error) {
  if (!(error instanceof Complaint || error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
