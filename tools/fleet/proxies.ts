import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../server/src/config.ts'
import { type Daemon, daemonOf } from './daemon.ts'

/** Returns the operators' sample file for a proxy on `port` in front of shops on these ports, and its command. */
type Proxy = {
  sample: string
  adapt(text: string, port: number, shopPorts: readonly number[]): string
  command(file: string, port: number): readonly [string, ...string[]]
}

/** Wraps blocks of a site as Debian's nginx includes them, with every file of its own below its folder. */
export function nginxOf(site: string): string {
  const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${one};`)
  return `pid nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${temps.join('\n')}\n${site}\n}\n`
}

/** Reads a sample: a file, or the block of a language in a guide (`docs/operating.md#nginx`). */
export async function readSample(sample: string): Promise<string> {
  const [file = '', language] = sample.split('#')
  const text = await readFile(join(ROOT, file), 'utf8')
  if (!language) return text
  const [, block] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(text) ?? []
  if (!block) throw new Error(`${file} has no block in ${language}`)
  return block
}

const NAMES = ['one', 'two', 'three', 'four']

/** Repeats each line of the sample's second instance for further ones, and sets the ports. */
function perInstance(text: string, shopPorts: readonly number[]): string {
  const ofInstance = (line: string, at: number) =>
    line.replace(/\btwo\b|(?<=_)two\b/g, NAMES[at] ?? '').replace('3002', String(shopPorts[at]))
  return text
    .replace(/\b3001\b/g, String(shopPorts[0]))
    .split('\n')
    .flatMap((line) =>
      /\b(any_)?two\b/.test(line) ? shopPorts.slice(1).map((_, index) => ofInstance(line, index + 1)) : [line],
    )
    .join('\n')
}

export const proxies = {
  haproxy: {
    sample: 'deploy/haproxy.cfg',
    adapt: (text, port, shopPorts) => perInstance(text, shopPorts).replace('127.0.0.1:8080', `127.0.0.1:${port}`),
    command: (file) => ['haproxy', '-db', '-f', file],
  },
  caddy: {
    sample: 'deploy/Caddyfile',
    adapt: (text, port, shopPorts) =>
      `{\n\tadmin off\n\tauto_https off\n}\n${text}`
        .replace('{$SHOP_HOST} {', `http://localhost:${port} {\n\tbind 127.0.0.1`)
        .replaceAll('shop-1:3000 shop-2:3000', shopPorts.map((one) => `127.0.0.1:${one}`).join(' ')),
    command: (file) => ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
  },
  nginx: {
    // The proxy's block of the guide, without TLS.
    sample: 'docs/operating.md#nginx',
    adapt: (text, port, shopPorts) =>
      nginxOf(text)
        .replace(/^ *(server 127\.0\.0\.1:300[01];|ssl_certificate).*\n/gm, '')
        .replace('upstream skillhaat {', (line) =>
          [line, ...shopPorts.map((one) => `server 127.0.0.1:${one};`)].join('\n'),
        )
        .replace(/server \{\s+listen 80;[^}]*\}/, '')
        .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`),
    command: (file) => ['nginx', '-p', `${file}.run`, '-c', file, '-g', 'daemon off;', '-e', 'stderr'],
  },
  varnish: {
    sample: 'deploy/varnish.vcl',
    adapt: (text, _port, shopPorts) => perInstance(text, shopPorts),
    command: (file, port) => [
      ...(['varnishd', '-F', '-j', 'none', '-n', `${file}.run`, '-f', file] as const),
      '-a',
      `127.0.0.1:${port}`,
      '-T',
      'none',
      '-s',
      'default,64m',
    ],
  },
} satisfies Record<string, Proxy>

export type ProxyName = keyof typeof proxies

/** Starts a proxy with the operators' sample file. */
export async function startProxy(
  name: ProxyName,
  { folder, port, shopPorts }: { folder: string; port: number; shopPorts: readonly number[] },
): Promise<Daemon> {
  const { sample, adapt, command } = proxies[name]
  const file = join(folder, `of-${name}`)
  await writeFile(file, adapt(await readSample(sample), port, shopPorts))
  await mkdir(`${file}.run`, { recursive: true })
  const isUp = () =>
    fetch(`http://localhost:${port}/api/ready`).then(
      async (answer) => (await answer.text()) !== '' && answer.status === 200,
      () => false,
    )
  return daemonOf(command(file, port), { isUp })
}
