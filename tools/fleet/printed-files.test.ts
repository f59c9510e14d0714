import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { missingPrograms } from './daemon.ts'
import { nginxOf, readSample } from './proxies.ts'

/** Each configuration that an operator copies, read by the program that it is for. */
const run = promisify(execFile)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-printed-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const certificate = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=shop.example.in']

const printed: {
  sample: string
  program: string
  check: (text: string, file: string) => Promise<[string, string[]]>
}[] = [
  {
    sample: 'docs/operating.md#nginx',
    program: 'nginx',
    async check(text, file) {
      const [key, chain] = [`${file}.key`, `${file}.pem`]
      await run('openssl', [...certificate, '-keyout', key, '-out', chain])
      const own = text.replace(/\S+privkey\.pem/, key).replace(/\S+fullchain\.pem/, chain)
      await writeFile(file, nginxOf(own))
      await mkdir(`${file}.run`)
      return ['nginx', ['-t', '-p', `${file}.run`, '-c', file, '-e', 'stderr']]
    },
  },
  { sample: 'docs/operating.md#caddyfile', program: 'caddy', check: caddy },
  { sample: 'deploy/Caddyfile', program: 'caddy', check: caddy },
  {
    sample: 'deploy/haproxy.cfg',
    program: 'haproxy',
    check: async (_text, file) => ['haproxy', ['-c', '-f', file]],
  },
  {
    sample: 'deploy/varnish.vcl',
    program: 'varnishd',
    check: async (_text, file) => ['varnishd', ['-C', '-j', 'none', '-n', `${file}.run`, '-f', file]],
  },
]

async function caddy(text: string, file: string): Promise<[string, string[]]> {
  await writeFile(file, text.replace('{$SHOP_HOST}', 'shop.example.in'))
  return ['caddy', ['validate', '--config', file, '--adapter', 'caddyfile']]
}

test.each(printed)('$program accepts $sample as printed', async ({ sample, program, check }) => {
  if (missingPrograms([program]).length > 0) return console.log(`install ${program} to read ${sample} for real`)
  const file = join(folder, sample.replaceAll(/\W/g, '-'))
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, await readSample(sample))
  await chmod(folder, 0o755)
  const [command, args] = await check(await readSample(sample), file)
  const env = { ...process.env, PATH: '/usr/local/sbin:/usr/sbin:/usr/local/bin:/usr/bin:/bin' }
  const read = await run(command, args, { env, maxBuffer: 2 ** 24 }).then(
    () => 'accepted',
    (error: Error & { stderr: string }) => error.stderr,
  )
  expect(read).toBe('accepted')
})
