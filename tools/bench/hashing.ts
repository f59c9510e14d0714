import { hash } from '@node-rs/argon2'

// Runs Argon2id alone at the shop's cost with the given concurrency; prints hashes per second.

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

process.on('message', async ({ seconds, lanes }: { seconds: number; lanes: number }) => {
  const begun = performance.now()
  let made = 0
  const lane = async () => {
    for (; performance.now() - begun < seconds * 1000; made++) await hash(`Mango-Kulfi-${made}`, COST)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  process.send?.((made / (performance.now() - begun)) * 1000)
})
