import { importAll } from './import-all.ts'

type Join = (...args: never[]) => Promise<unknown>

/** A feature's part in a moment. */
type Joined = { of: object; join: Join }

let found: Promise<Joined[]> | undefined

/** Loads them at the first moment: a feature that joins in uses the one that calls it. */
async function load(): Promise<Joined[]> {
  const modules = (await importAll('../../**/*.hooks.ts', import.meta.dirname)) as { joins: () => Joined[] }[]
  // A bundle may run a joiner before the moment that it names.
  return modules.flatMap(({ joins }) => joins())
}

/**
 * Declares a moment at which features join in, in the transaction of whoever calls it. The call runs all that join, one after the other, and returns
 * their answers; an error is the caller's. A feature joins by `joins` of its `*.hooks.ts`, which returns a list of `moment.by(…)`.
 */
export function hook<Moment extends Join>() {
  const call = async (...args: Parameters<Moment>): Promise<Awaited<ReturnType<Moment>>[]> => {
    found ??= load()
    const answers: Awaited<ReturnType<Moment>>[] = []
    for (const { of, join } of await found)
      if (of === call) answers.push((await (join as Moment)(...args)) as Awaited<ReturnType<Moment>>)
    return answers
  }
  return Object.assign(call, { by: (join: Moment): Joined => ({ of: call, join }) })
}
