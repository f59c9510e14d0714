import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { ROOT } from '../../server/src/config.ts'
import { freePort } from '../../server/test/free-port.ts'
import { startTestServer } from '../../server/test/server.ts'
import { buildShopper, pay } from '../../server/test/shopper.ts'
import { daemonOf } from '../fleet/daemon.ts'
import { sendForged } from './forged-event.ts'
import { fromNpm, row } from './row.ts'

const packages = fromNpm('receive', { express: '5.3.0', standardwebhooks: '1.1.1' })

row(
  {
    part: 'Doors',
    program: packages.programs.express,
    did: 'The program `receive.mjs` of docs/webhooks.md, as printed, receives a sale and a forged event',
    guess: 'The forged event gets a refusal.',
  },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'skillhaat-receive-'))
    const shop = await startTestServer()
    const guide = await readFile(join(ROOT, 'docs/webhooks.md'), 'utf8')
    const [, program = ''] = /^```js\n(\/\/ npm install standardwebhooks express\n[\s\S]*?)^```$/m.exec(guide) ?? []
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/in`
    await symlink(join(packages.folder, 'node_modules'), join(folder, 'node_modules'))
    const owner = shop.api(await shop.adminToken())
    const { secret, webhook_id } = await owner.webhooks.add({ body: { url, events: ['order.paid'], format: 'full' } })
    const file = join(folder, 'receive.mjs')
    const own = `process.env.WEBHOOK_SECRET = '${secret}'\n`
    await writeFile(file, own + program.replace('8080', String(port)))
    const forge = () => sendForged(url, { type: 'order.paid' })
    const isUp = () =>
      forge().then(
        () => true,
        () => false,
      )
    const receiver = daemonOf([process.execPath, file], { isUp })
    await receiver.start()
    try {
      const { link } = await (await buildShopper(shop)).buyOne()
      await pay(shop, link)
      const answers = async () =>
        (await owner.webhooks.deliveries({ params: { webhook_id }, query: {} })).map(({ tries }) => tries[0]?.status)
      await expect.poll(answers, { timeout: 20_000 }).toEqual([204])
      const forged = await forge()
      expect([forged.status, await forged.text()]).toEqual([401, ''])
      return 'The sale gets 204. The forged event got 500 and a page with the paths of the program: the guide catches it now and answers 401, in Node and in Python.'
    } finally {
      await receiver.kill()
      await shop.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
)
