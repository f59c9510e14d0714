import type { FeatureScenes } from '../../../test/feature-scenes.ts'

const facts = {
  title: 'A list went to a wrong address',
  nature: 'A list of students',
  happened: 'This morning',
  extent: 'Names and emails',
  consequences: 'Unwanted emails',
  done: 'The list was deleted',
  to_do: 'Beware of odd emails',
}
const people = { kind: 'all' as const }

export const scenes: FeatureScenes['scenes'] = (at) => {
  const owner = () => at.server.api(at.token)
  const known_at = () => at.server.ctx.now().toISOString()
  const add = async () => (await owner().breaches.add({ ...facts, people, known_at: known_at() })).breach.breach_id
  const processor = { name: 'Kaveri Hosting', purpose: 'Runs the server of the shop', country: 'India' }
  const addProcessor = async () => {
    await owner().processors.add(processor)
    return (await owner().processors.list()).at(-1)?.processor_id
  }
  return {
    'breaches.add': async () => ({
      path: '/admin/breaches',
      body: { ...facts, people, known_at: known_at() },
      expected: { kind: 'other', target_name: facts.title },
    }),
    'breaches.update': async () => ({
      path: `/admin/breaches/${await add()}`,
      body: { ...facts, people, known_at: known_at(), false_alarm: 'Nobody opened it' },
      expected: { kind: 'other', target_name: facts.title },
    }),
    'breaches.noteSent': async () => ({
      path: `/admin/breaches/${await add()}/reports`,
      body: { to: 'cert_in', full: false, at: known_at(), text: 'Sent' },
      expected: { kind: 'other', target_name: facts.title },
    }),
    'processors.add': async () => ({
      path: '/admin/processors',
      body: processor,
      expected: { kind: 'other', target_name: processor.name },
    }),
    'processors.update': async () => ({
      path: `/admin/processors/${await addProcessor()}`,
      body: { ...processor, country: 'Ireland' },
      expected: { kind: 'other', target_name: processor.name },
    }),
    'processors.delete': async () => ({
      path: `/admin/processors/${await addProcessor()}`,
      expected: { kind: 'other', target_name: processor.name },
    }),
  }
}

/** The tests beside this call send to people. */
export const elsewhere = ['breaches.send']
export const unreached = ['breaches.send']

export const round: FeatureScenes['round'] = async ({ owner, server }) => {
  const known_at = server.ctx.now().toISOString()
  const { breach } = await owner.breaches.add({ ...facts, people, known_at })
  // A shop has at most 50, and a test has many rounds.
  if ((await owner.processors.list()).length < 20)
    await owner.processors.add({ name: 'Kaveri', purpose: 'Hosting', country: 'India' })
  const rows = await owner.processors.list()
  const ids = rows.flatMap(({ processor_id }) => processor_id ?? [])
  const at = { known_at: [known_at], people: [people], hi: [undefined], mr: [undefined] }
  return {
    'breaches.get': { breach_id: [breach.breach_id] },
    'breaches.add': at,
    'breaches.update': { breach_id: [breach.breach_id], ...at },
    'breaches.noteSent': { breach_id: [breach.breach_id], at: [known_at] },
    'processors.update': { processor_id: ids },
    'processors.delete': { processor_id: ids },
  }
}
