import type { FeatureScenes } from '../../../test/feature-scenes.ts'

const url = 'http://127.0.0.1:9/in'
const input = { url, events: ['order.paid'], format: 'flat', header: { name: 'X-Key', value: 'a-key' }, active: true }

export const scenes: FeatureScenes['scenes'] = (at) => {
  const add = async (): Promise<string> => {
    const { webhook_id } = await at.server.api(at.token).webhooks.add({ body: { url, events: ['order.paid'] } })
    return webhook_id
  }
  const noted = { kind: 'settings', target_name: '127.0.0.1' }
  return {
    'webhooks.add': async () => ({
      path: '/admin/webhooks',
      body: { url, events: ['order.paid', 'order.refunded'] },
      expected: { ...noted, after: { address: 'http://127.0.0.1:9', events: 'order.paid, order.refunded' } },
    }),
    'webhooks.change': async () => {
      const id = await add()
      const body = { url, events: ['*'] }
      return { path: `/admin/webhooks/${id}`, body, expected: { ...noted, target_id: id, after: { events: '*' } } }
    },
    'webhooks.remove': async () => {
      const id = await add()
      return { path: `/admin/webhooks/${id}`, expected: { ...noted, target_id: id, before: { events: 'order.paid' } } }
    },
    'webhooks.newSecret': async () => {
      const id = await add()
      return { path: `/admin/webhooks/${id}/secret`, body: {}, expected: { ...noted, after: { secret: '••••••••' } } }
    },
    'webhooks.resend': async () => {
      const id = await add()
      const body = { from: '2026-11-18', to: '2026-11-19' }
      return { path: `/admin/webhooks/${id}/resend`, body, expected: { ...noted, after: { deliveries: 0, ...body } } }
    },
    'hooks.subscribe': async () => ({
      path: '/hooks',
      body: { target_url: url, event: 'order.paid' },
      expected: { ...noted, after: { format: 'flat', events: 'order.paid' } },
    }),
    'hooks.unsubscribe': async () => ({ path: `/hooks/${await add()}`, expected: noted }),
  }
}

// A retry needs a delivery, which needs a sale.
export const elsewhere = ['webhooks.test', 'webhooks.retry']

export const round: FeatureScenes['round'] = async ({ owner, tag }) => {
  // A shop has at most twenty, and every round and request adds some.
  const before = await owner.webhooks.list()
  for (const { webhook_id } of before) await owner.webhooks.remove({ params: { webhook_id } })
  const { webhook_id } = await owner.webhooks.add({ body: { ...input, events: ['order.paid'], format: 'flat' } })
  const one = { webhook_id: [webhook_id] }
  const fields = { url: [url], events: [input.events], format: ['flat'], header: [input.header], active: [true] }
  const subscribed = await owner.hooks.subscribe({ body: { target_url: `${url}/${tag()}`, event: 'order.paid' } })
  return {
    'webhooks.add': fields,
    'webhooks.change': { ...one, ...fields },
    'webhooks.remove': one,
    'webhooks.newSecret': one,
    'webhooks.test': { ...one, event: ['ping'] },
    'webhooks.deliveries': one,
    'webhooks.resend': { ...one, from: ['2026-11-18'], to: ['2026-11-19'] },
    'hooks.subscribe': { target_url: [url], event: ['order.paid'] },
    'hooks.unsubscribe': { id: [subscribed.id] },
    'hooks.sample': { event: ['order.paid'] },
  }
}

export const unreached = ['webhooks.retry']
