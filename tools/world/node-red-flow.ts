import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../server/src/config.ts'

/** The function of the guide, as it is printed. */
const [, verify = ''] =
  /^```js\n(const \{ 'webhook-id'[\s\S]*?)^```$/m.exec(await readFile(join(ROOT, 'docs/webhooks.md'), 'utf8')) ?? []

const READ = `
const { payload } = msg
const headers = { authorization: 'Bearer ' + env.get('KEY') }
return { event: payload, method: 'GET', url: env.get('SHOP') + '/api/admin/orders?q=' + payload.order_no, headers }
`

/** A flow that verifies a sale and reads its order with the key; `/seen` lists what it read. */
export const FLOW = [
  { id: 'tab', type: 'tab', label: 'Shop' },
  { id: 'in', z: 'tab', type: 'http in', url: '/in', method: 'post', skipBodyParsing: true, wires: [['verify']] },
  {
    id: 'verify',
    z: 'tab',
    type: 'function',
    outputs: 2,
    func: verify,
    libs: [{ var: 'crypto', module: 'crypto' }],
    wires: [['answer'], ['ask']],
  },
  { id: 'answer', z: 'tab', type: 'http response', wires: [] },
  { id: 'ask', z: 'tab', type: 'function', outputs: 1, func: READ, wires: [['read']] },
  { id: 'read', z: 'tab', type: 'http request', method: 'use', ret: 'obj', wires: [['store']] },
  {
    id: 'store',
    z: 'tab',
    type: 'function',
    outputs: 1,
    func: `flow.set('seen', [...(flow.get('seen') ?? []), { status: msg.statusCode, event: msg.event, answer: msg.payload }])`,
    wires: [[]],
  },
  { id: 'look', z: 'tab', type: 'http in', url: '/seen', method: 'get', wires: [['seen']] },
  {
    id: 'seen',
    z: 'tab',
    type: 'function',
    outputs: 1,
    func: `msg.payload = flow.get('seen') ?? []; return msg`,
    wires: [['shown']],
  },
  { id: 'shown', z: 'tab', type: 'http response', wires: [] },
]
