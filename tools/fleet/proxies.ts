import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../server/src/config.ts'
import { type Daemon, daemonOf } from './daemon.ts'

/** Returns the operators' sample file for a proxy on `port` in front of shops on these ports, and its command. */
type Proxy = {
  sample: string
  adapt(text: string, port: number, shopPorts: readonly number[]): string
  command(file: string, port: number): readonly [string, ...string[]]
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
  await writeFile(file, adapt(await readFile(join(ROOT, sample), 'utf8'), port, shopPorts))
  const isUp = () =>
    fetch(`http://localhost:${port}/api/ready`).then(
      async (answer) => (await answer.text()) !== '' && answer.status === 200,
      () => false,
    )
  return daemonOf(command(file, port), { isUp })
}
