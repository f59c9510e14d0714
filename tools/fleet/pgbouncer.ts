import { chmod, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { ROOT } from '../../server/src/config.ts'
import type { RunAs } from '../../server/src/platform/db/run-program.ts'
import type { Standing } from '../../server/test/replicated.ts'
import { type Daemon, daemonOf } from './daemon.ts'

/** Lines of the sample file that an operator writes anew. */
export type PoolerLines = { pool_mode?: 'session'; default_pool_size?: number }

/**
 * Starts PgBouncer with the operators' sample file, on `port`, in front of the database of `server`, with the user list
 * that the file describes.
 */
export async function pgbouncer(
  folder: string,
  port: number,
  server: Standing,
  runAs: RunAs,
  lines: PoolerLines = {},
): Promise<Daemon> {
  const to = new URL(server.url)
  const name = to.pathname.slice(1)
  const copied = await readFile(join(ROOT, 'deploy/pgbouncer.ini'), 'utf8')
  const users = join(folder, 'users.txt')
  const written = Object.entries(lines).reduce(
    (text, [name, value]) => text.replace(new RegExp(`^${name} = .*$`, 'm'), `${name} = ${value}`),
    copied,
  )
  const own = written
    .replace(/^skillhaat = .*$/m, `${name} = host=${to.hostname} port=${to.port} dbname=${name}`)
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('admin_users = skillhaat', `admin_users = ${to.username}`)
    .replace(/^auth_file = .*$/m, `auth_file = ${users}\nunix_socket_dir =`)
  const [, select = ''] = /psql -Atc "(.*)" >/.exec(copied) ?? []
  const [line = {}] = await server.run(select.replaceAll('\\"', '"').replace("'skillhaat'", `'${to.username}'`))
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(users, `${Object.values(line)[0]}\n`)
  await writeFile(file, own)
  // PgBouncer runs as another user than root, who has to read them.
  await Promise.all([chmod(folder, 0o755), chmod(users, 0o644), chmod(file, 0o644)])
  // A check with a login would open a session before the shop has set up the role.
  const isUp = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('error', () => resolve(false))
      socket.once('connect', () => {
        socket.destroy()
        resolve(true)
      })
    })
  return daemonOf(['pgbouncer', file], { runAs, isUp })
}

/** Returns the address of the same database behind the pooler. */
export function pooledUrl(direct: string, port: number): string {
  const url = new URL(direct)
  url.port = String(port)
  return url.href
}
