import { importAll } from '../src/platform/features/import-all.ts'
import type { Pools } from './generated-requests.ts'
import type { TestServer } from './server.ts'

export type Expected = Record<string, unknown>
/** A write of an admin, and what its entry of the activity holds. */
export type Scene = { path: string; body?: object | FormData; expected: Expected }

/** Parts of a feature in the walks over all calls, from its `*.scenes.ts`. */
export type FeatureScenes = {
  scenes?: Record<string, () => Promise<Scene>>
  /** Writes whose entries the tests of the feature check. */
  elsewhere?: readonly string[]
  /** Makes what generated requests name. */
  prepare?: (owner: ReturnType<TestServer['api']>) => Promise<unknown>
  /** Values of generated requests, by call. */
  pools?: Record<string, Pools>
}

export const featureScenes = (await importAll('../src/**/*.scenes.ts', import.meta.dirname)) as FeatureScenes[]
