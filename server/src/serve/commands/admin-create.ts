import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { Email, Password } from 'contract/fields'
import { commandLine, readConfig, readEnvironment } from '../../config.ts'
import { connectDatabase, terminalLog } from '../../platform/db/connect.ts'
import { migrate } from '../../platform/db/migrations.ts'
import { createOrResetAdmin } from '../../shop/auth/admins.ts'
import { isCommonPassword } from '../../shop/auth/common-passwords.ts'
import { errorMessage } from './messages.ts'

/** `npm run admin:create -- EMAIL`: makes an admin, or sets the password of an existing one and ends its sessions. */
async function main(): Promise<void> {
  const email = Email.safeParse(process.argv[2])
  if (!email.success) throw new Error(`Usage: ${commandLine('admin:create', 'EMAIL')}`)
  const environment = readEnvironment()
  const config = readConfig(environment)
  const typed = process.stdin.isTTY ? await promptPassword() : environment.ADMIN_PASSWORD
  if (!typed) throw new Error('Set ADMIN_PASSWORD, or run this on a terminal to be asked for the password.')
  const password = Password.safeParse(typed)
  if (!password.success) throw new Error(password.error.issues[0]?.message ?? 'The password cannot be used.')
  if (isCommonPassword(password.data)) throw new Error('Please choose a less common password')

  const { db, close } = await connectDatabase(config, { log: terminalLog, poolMax: 2, applicationName: 'admin:create' })
  try {
    await migrate(db)
    const outcome = await createOrResetAdmin({ db, now: () => new Date() }, email.data, password.data)
    console.log(outcome === 'created' ? `Admin ${email.data} created.` : `Password of ${email.data} set anew.`)
  } finally {
    await close()
  }
}

/** Asks twice, without showing what is typed. */
async function promptPassword(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  const request = async (question: string) => {
    process.stdout.write(question)
    const answer = await terminal.question('')
    process.stdout.write('\n')
    return answer
  }
  try {
    const password = await request('Password: ')
    if ((await request('Once more: ')) !== password) throw new Error('The two passwords differ.')
    return password
  } finally {
    terminal.close()
  }
}

try {
  await main()
} catch (error) {
  console.error(errorMessage(error))
  process.exitCode = 1
}
