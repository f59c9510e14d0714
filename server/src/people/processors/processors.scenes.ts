import type { FeatureScenes } from '../../../test/feature-scenes.ts'

export const scenes: FeatureScenes['scenes'] = (at) => {
  const owner = () => at.server.api(at.token)
  const processor = { name: 'Kaveri Hosting', purpose: 'Runs the server of the shop', country: 'India' }
  const addProcessor = async () => {
    await owner().processors.add(processor)
    return (await owner().processors.list()).at(-1)?.processor_id
  }
  return {
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

export const round: FeatureScenes['round'] = async ({ owner }) => {
  // A shop has at most 50, and a test has many rounds.
  if ((await owner.processors.list()).length < 20)
    await owner.processors.add({ name: 'Kaveri', purpose: 'Hosting', country: 'India' })
  const rows = await owner.processors.list()
  const ids = rows.flatMap(({ processor_id }) => processor_id ?? [])
  return { 'processors.update': { processor_id: ids }, 'processors.delete': { processor_id: ids } }
}
