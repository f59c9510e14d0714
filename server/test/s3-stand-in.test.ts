import { AwsClient } from 'aws4fetch'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type S3StandIn, startS3StandIn } from './s3-stand-in.ts'

// The stand-in has to refuse forged requests, or tests with it would prove nothing.

let store: S3StandIn
beforeAll(async () => {
  store = await startS3StandIn()
})
afterAll(() => store.close())

const signer = (change: { secretAccessKey?: string; accessKeyId?: string; region?: string } = {}) =>
  new AwsClient({
    accessKeyId: store.env.MEDIA_S3_ACCESS_KEY ?? '',
    secretAccessKey: store.env.MEDIA_S3_SECRET_KEY ?? '',
    region: 'ap-south-1',
    service: 's3',
    retries: 0,
    ...change,
  })
const address = () => `${store.url}/${store.env.MEDIA_S3_BUCKET}/media/a.mp4`
const status = async (requested: Promise<Response>) => {
  const answer = await requested
  await answer.text()
  return answer.status
}

it('the S3 stand-in accepts signed requests, and none that are unsigned, or signed with another key, region or time', async () => {
  expect(await status(signer().fetch(address(), { method: 'PUT', body: 'film' }))).toBe(200)
  expect(await (await signer().fetch(address())).text()).toBe('film')
  expect(await status(fetch(address()))).toBe(403)
  expect(await status(signer({ secretAccessKey: 'another' }).fetch(address()))).toBe(403)
  expect(await status(signer({ accessKeyId: 'another' }).fetch(address()))).toBe(403)
  expect(await status(signer({ region: 'us-east-1' }).fetch(address()))).toBe(403)
  expect(await status(signer().fetch(address(), { aws: { datetime: '20200101T000000Z' } }))).toBe(403)
})

it('the S3 stand-in refuses a body that does not match its signature', async () => {
  const signed = await signer().sign(address(), {
    method: 'PUT',
    body: 'film',
    headers: { 'X-Amz-Content-Sha256': 'a'.repeat(64) },
  })
  expect(await status(fetch(signed))).toBe(400)
  expect(String(store.objects.get('media/a.mp4')?.bytes)).toBe('film')
})

it('the S3 stand-in refuses an address that was changed, or has expired', async () => {
  const { url } = await signer().sign(`${address()}?X-Amz-Expires=60&response-content-type=video/mp4`, {
    aws: { signQuery: true },
  })
  expect(await status(fetch(url))).toBe(200)
  for (const [from, to] of [
    ['a.mp4', 'b.mp4'],
    ['X-Amz-Expires=60', 'X-Amz-Expires=61'],
    ['video%2Fmp4', 'text%2Fhtml'],
    [/Signature=./, 'Signature=-'],
  ] as const) {
    expect(await status(fetch(url.replace(from, to))), String(from)).toBe(403)
  }
  const past = new Date(Date.now() - 61_000).toISOString().replace(/[:-]|\.\d{3}/g, '')
  const over = await signer().sign(`${address()}?X-Amz-Expires=60`, { aws: { signQuery: true, datetime: past } })
  expect(await status(fetch(over.url))).toBe(403)
})
