import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { load, loadAll } from 'js-yaml'
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
const chart = load(read('deploy/chart/Chart.yaml'))
const objects = render({ Values: values, Chart: chart, Release: { Name: 'shop' } })

/** Fills the templates in as far as they need: values, parts, and one round of each loop. Helm itself runs in CI. */
function render(root) {
  const parts = Object.fromEntries(
    [
      ...read('deploy/chart/templates/_parts.tpl').matchAll(
        /define "([\w.]+)" -\}\}\n([\s\S]*?)\n\{\{- end \}\}(?=\n\n|\n$)/g,
      ),
    ].map(([, name, body]) => [name, body]),
  )
  const valueAt = (path) => path.split('.').reduce((at, key) => at?.[key], root)
  const fill = (text) =>
    text
      .replace(/\{\{- include "([\w.]+)" \. \| nindent (\d+) \}\}/g, (_, name, width) =>
        `\n${parts[name]}`.replaceAll('\n', `\n${' '.repeat(width)}`),
      )
      .replace(/^\s*\{\{-? (range|if|with|end|else)\b.*\}\}$/gm, '')
      .replace(/"\{\{ \.Values\.image[^"]*"/g, `${values.image.repository}:${values.image.tag || chart.appVersion}`)
      .replace(/\{\{-? (toYaml )?\.((?:Values|Release|Chart)[\w.]*)( \| quote)?[^}]*\}\}/g, (_, yaml, path, quoted) =>
        yaml || quoted ? ` ${JSON.stringify(yaml ? valueAt(path) : String(valueAt(path)))}` : valueAt(path) || 'x',
      )
      .replace(/\{\{- toYaml \. .*\}\}/g, ' {}')
      .replace(/\{\{-? .*? \}\}/g, 'x')
  return templates.filter((text) => /^kind: /m.test(text)).flatMap((text) => loadAll(fill(text)))
}

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

test('the version of a compose shop is one line of its settings, and no image is called latest', async () => {
  const { stdout } = await run('sh', [join(root, 'deploy/new-env.sh'), 'shop.example.in', 'owner@example.in'])
  expect(stdout).toContain(`\nSHOP_VERSION=${JSON.parse(read('package.json')).version}\n`)
  for (const [name, { image }] of Object.entries(compose.services))
    expect([name, image]).toEqual([name, expect.stringMatching(/:(v?\d[\w.-]+|\$\{SHOP_VERSION:\?[^}]+\})$/)])
  expect(read('compose.yaml')).not.toContain('latest')
  // Compose makes a service anew with one that it depends on, and a new proxy would lose visitors at each update.
  expect(compose.services.proxy.depends_on).toBeUndefined()
})

test('every service of compose has rotated logs and a memory limit, and those that others wait for a health check', () => {
  const services = Object.entries(compose.services)
  for (const [name, { logging, mem_limit, restart, depends_on = {} }] of services) {
    expect([name, logging?.options]).toEqual([name, { 'max-size': '10m', 'max-file': '5' }])
    expect([name, mem_limit, restart]).toEqual([name, expect.stringMatching(/^\d+[mg]$/), 'unless-stopped'])
    for (const [of, { condition }] of Object.entries(Array.isArray(depends_on) ? {} : depends_on))
      expect([of, condition, Boolean(compose.services[of].healthcheck)]).toEqual([of, 'service_healthy', true])
  }
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

test('compose and chart make a backup every night, and keep thirty', () => {
  const { command, healthcheck, volumes } = compose.services.backup
  expect(command.at(-1)).toContain('node run.mjs backup /backups/ --keep 30')
  // Nothing serves in it, so the image's check would fail; without any check `up --wait` itself fails.
  expect(healthcheck.test).toEqual(['CMD', 'test', '-w', '/backups'])
  expect(volumes.at(-1)).toMatch(/:\/backups$/)
  // A new volume takes its owner from the image.
  expect(read('Dockerfile')).toMatch(/^RUN install -d -o 10001 -g 10001 .*\/backups$/m)
  const { spec } = objects.find(({ kind }) => kind === 'CronJob')
  expect([spec.schedule, spec.timeZone]).toEqual(['30 2 * * *', 'Asia/Kolkata'])
  const [job] = spec.jobTemplate.spec.template.spec.containers
  expect(job.command.slice(0, 6)).toEqual(['node', 'run.mjs', 'backup', '/backups/', '--keep', '30'])
  expect(job.volumeMounts[0]).toEqual({ name: 'backups', mountPath: '/backups' })
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

test('the chart has the objects of a shop, and only the proxy of compose is reached from outside', () => {
  const kinds = ['CronJob', 'PersistentVolumeClaim', 'Deployment', 'PodDisruptionBudget', 'Ingress', 'Service']
  expect(objects.map(({ kind }) => kind)).toEqual(kinds)
  const open = Object.entries(compose.services).filter(([, { ports }]) => ports)
  expect(open.map(([name]) => name)).toEqual(['proxy'])
})

test('every pod of the chart runs without root on a read-only image of its version', () => {
  const pods = objects.flatMap(({ kind, spec }) =>
    kind === 'Deployment' ? [spec.template.spec] : kind === 'CronJob' ? [spec.jobTemplate.spec.template.spec] : [],
  )
  expect(pods).toHaveLength(2)
  for (const { securityContext, containers } of pods) {
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 })
    expect(containers[0].securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
    })
    expect(containers[0].image).toBe(`ghcr.io/skillhaat/skillhaat:${chart.appVersion}`)
  }
})

test('the probes of the chart match routes of the shop, and leave a migration ten minutes', () => {
  const { template } = objects.find(({ kind }) => kind === 'Deployment').spec
  const [{ startupProbe, readinessProbe, livenessProbe }] = template.spec.containers
  expect([readinessProbe.httpGet.path, livenessProbe.httpGet.path]).toEqual(['/api/ready', '/api/health'])
  expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBe(600)
  expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(25 + 3)
})
