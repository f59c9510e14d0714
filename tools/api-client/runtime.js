const TRIES = 3

export class ShopError extends Error {
  constructor(status, { detail, code, ...more }) {
    super(detail)
    Object.assign(this, more, { name: 'ShopError', status, code })
  }
}

export function connect({ url, key, fetch = globalThis.fetch }) {
  const base = `${url.replace(/\/+$/, '')}/api`
  const shop = {}
  for (const [name, address] of Object.entries(calls)) {
    const [group, call] = name.split('.')
    shop[group] ??= {}
    shop[group][call] = (input, options) => send(base, key, fetch, address, input, options)
  }
  return shop
}

async function send(base, key, fetch, address, input = {}, { idempotencyKey = crypto.randomUUID(), signal } = {}) {
  const [method, pattern] = address.split(' ')
  const rest = { ...input }
  const path = pattern.replace(/\{(\w+)\}/g, (_, name) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(value)
  })
  const headers = { authorization: `Bearer ${key}` }
  let query = ''
  let body
  if (method === 'GET' || method === 'DELETE') {
    const pairs = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null)
    query = pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
  } else {
    headers['content-type'] = 'application/json'
    body = JSON.stringify(rest)
  }
  if (method === 'POST') headers['idempotency-key'] = idempotencyKey
  for (let tries = 1; ; tries++) {
    const answer = await fetch(base + path + query, { method, headers, body, signal })
    if (answer.ok) return read(answer)
    const isBusy = answer.status === 429 || answer.status === 503
    if (!isBusy || tries === TRIES) throw await refusal(answer)
    const seconds = Number(answer.headers.get('retry-after')) || 1
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}

async function read(answer) {
  const type = answer.headers.get('content-type') ?? ''
  if (answer.status === 204) return undefined
  if (type.startsWith('application/json')) return answer.json()
  return type.startsWith('text/') ? answer.text() : new Uint8Array(await answer.arrayBuffer())
}

async function refusal(answer) {
  const body = await answer.json().catch(() => ({ detail: answer.statusText, code: 'unknown' }))
  return new ShopError(answer.status, body)
}
