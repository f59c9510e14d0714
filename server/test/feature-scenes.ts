import type { AdminRole } from 'contract/define-call'
import { importAll } from '../src/platform/features/import-all.ts'
import type { Pools } from './generated-requests.ts'
import type { BuiltUser } from './people-factories.ts'
import type { TestServer } from './server.ts'

export type Expected = Record<string, unknown>
/** Rows that any feature may name in generated requests: a student of a course with two lessons, another one, and an owner. */
type Round = {
  server: TestServer
  owner: ReturnType<TestServer['api']>
  student: BuiltUser
  other: BuiltUser
  course_id: string
  lessons: readonly string[]
  /** Ids of other courses. */
  ids: readonly string[]
  /** Differs at each call. */
  tag: () => string
}

/** A write of an admin, and what its entry of the activity holds. */
export type Scene = { path: string; body?: object | FormData; expected: Expected }

/** Parts of a feature in the walks over all calls, from its `*.scenes.ts`. */
export type FeatureScenes = {
  scenes?: (at: { readonly server: TestServer; readonly token: string }) => Record<string, () => Promise<Scene>>
  /** Calls of the feature that a role besides the owner may make, by hand: `matrix.test.ts` finds a role with an extra call. */
  may?: Partial<Record<Exclude<AdminRole, 'owner'>, RegExp>>
  /** Writes whose entries the tests of the feature check. */
  elsewhere?: readonly string[]
  /** Makes what generated requests of a round name; returns values by call. */
  round?: (made: Round) => Promise<Record<string, Pools>>
  /** Calls that generated requests cannot satisfy, for their tests are beside them. */
  unreached?: readonly string[]
  /** Calls that take files, which are not generated. */
  ungenerated?: readonly string[]
}

export const featureScenes = (await importAll('../src/**/*.scenes.ts', import.meta.dirname)) as FeatureScenes[]
