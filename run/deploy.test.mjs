import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { root } from './children.mjs'

const run = promisify(execFile)
const read = (file) => readFileSync(join(root, file), 'utf8')
const settings = new Set([...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name))
const unknown = (names) => [...names].filter((name) => !settings.has(name))

const compose = load(read('compose.yaml'))
const values = load(read('deploy/chart/values.yaml'))
const templates = readdirSync(join(root, 'deploy/chart/templates')).map((name) =>
  read(`deploy/chart/templates/${name}`),
)

test('the image starts like npm start, runs without root, and contains no secret', () => {
  const image = read('Dockerfile')
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(image) ?? []
  expect(JSON.parse(command)).toEqual(['node', ...JSON.parse(read('server/node-flags.json')), 'server/dist/main.mjs'])
  expect(image.match(/^USER .*$/gm)).toEqual(['USER 10001:10001'])
  const [, runs = ''] = image.split(/^FROM .*RUNTIME.*$/m)
  expect(runs.match(/^COPY .*$/gm)).toEqual(['COPY --from=build /release ./'])
  expect(/^HEALTHCHECK[\s\S]*?CMD \["bash"/m.test(image)).toBe(true)
  const input = [...image.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name)
  expect(input.filter((name) => /SECRET|KEY|PASSWORD|TOKEN/.test(name))).toEqual([])
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.env', '.data', '.git']))
})

test('compose file and chart set only known settings, and take every secret from outside', () => {
  const ofCompose = ['proxy', 'db', 'pooler', 'files']
  const shops = Object.entries(compose.services).filter(([name]) => !ofCompose.includes(name))
  expect(shops.map(([name]) => name)).toEqual(['shop-1', 'shop-2', 'backup'])
  for (const [, { environment }] of shops) {
    expect(unknown(Object.keys(environment))).toEqual([])
    for (const [name, value] of Object.entries(environment))
      if (/SECRET|PASSWORD/.test(name) || /:\/\/.*:.*@/.test(value))
        expect([name, value]).toEqual([name, expect.stringMatching(/\$\{\w+\}/)])
  }
  const own = ['SHOP_VERSION', 'SHOP_HOST', 'POSTGRES_PASSWORD', 'S3_SECRET']
  const written = [...read('deploy/new-env.sh').matchAll(/^#?([A-Z0-9_]+)=/gm)].map(([, name]) => name)
  expect(unknown(written)).toEqual(own)
  const needed = [...read('compose.yaml').matchAll(/\$\{(\w+)(?=[}:])(?!:-)/g)].map(([, name]) => name)
  expect([...new Set(needed)].filter((name) => !written.includes(name))).toEqual([])
  expect(unknown(Object.keys(values.settings))).toEqual([])
})

test('the health check of a compose shop passes with a 200 of /api/ready alone', async () => {
  let status = 200
  const requested = []
  const shop = createServer((request, response) => {
    requested.push(request.url)
    response.writeHead(status).end('x'.repeat(1000))
  }).listen(0)
  await once(shop, 'listening')
  const [, program, ...args] = compose.services['shop-1'].healthcheck.test
  const here = args.map((one) => one.replaceAll('$$', '$').replace('/3000', `/${shop.address().port}`))
  const passes = () =>
    run(program, here).then(
      () => true,
      () => false,
    )
  expect(await passes()).toBe(true)
  status = 503
  expect(await passes()).toBe(false)
  expect(requested).toEqual(['/api/ready', '/api/ready'])
  shop.close()
  await once(shop, 'close')
  expect(await passes()).toBe(false)
})

test('the templates of the chart read only existing values, and its schema knows each of them', () => {
  const shape = (of) =>
    Object.entries(of).flatMap(([key, value]) =>
      value && typeof value === 'object' && !['settings', 'resources', 'annotations'].includes(key)
        ? shape(value).map((rest) => `${key}.${rest}`)
        : [key],
    )
  const schema = (of) =>
    Object.entries(of.properties).flatMap(([key, value]) =>
      value.properties && key !== 'resources' ? schema(value).map((rest) => `${key}.${rest}`) : [key],
    )
  expect(shape(values).toSorted()).toEqual(schema(JSON.parse(read('deploy/chart/values.schema.json'))).toSorted())
  const used = templates.flatMap((text) => [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, name]) => name))
  expect([...new Set(used)].toSorted()).toEqual(shape(values).toSorted())
})
