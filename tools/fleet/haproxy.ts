import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../server/src/config.ts'
import { type Daemon, daemonOf } from './daemon.ts'

/** Starts HAProxy with the operators' sample file, on `port`, in front of shops on `shopPorts`. */
export async function haproxy(folder: string, port: number, shopPorts: readonly [number, number]): Promise<Daemon> {
  const copied = await readFile(join(ROOT, 'docs/haproxy.cfg'), 'utf8')
  const [one, two] = shopPorts
  const own = copied
    .replace('bind 127.0.0.1:8080', `bind 127.0.0.1:${port}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${one}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${two}`)
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, own)
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/api/ready`).then(
      async (answer) => (await answer.text()) !== '' && answer.status === 200,
      () => false,
    )
  return daemonOf(['haproxy', '-db', '-f', file], { isUp })
}
