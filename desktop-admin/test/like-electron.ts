import type { EventEmitter } from 'node:events'
import type { ElectronApi } from '../src/main/electron-api.ts'

/** A promise stays one; of an object any part is enough, and nothing may be anything. */
type Returned<Value> =
  Value extends Promise<infer Inner>
    ? Promise<Returned<Inner>>
    : Value extends (infer Item)[]
      ? Returned<Item>[]
      : Value extends EventEmitter
        ? object
        : Value extends object
          ? { [Key in keyof Value]?: unknown }
          : Value extends void
            ? unknown
            : Value

/** Plain values keep their type; of options and events a stand-in reads what it needs. */
type Passed<Args extends unknown[]> = {
  [Index in keyof Args]: Args[Index] extends string | number | boolean | undefined ? Args[Index] : never
}

/** A substitute for a member of Electron: a function that takes what the app may pass, and returns what it may expect. */
type Fitting<Member> = Member extends (...args: infer Args) => infer Result
  ? (...args: Passed<Args>) => Returned<Result>
  : unknown

/**
 * Names the members of a stand-in that Electron does not have, or has with other parameters or another result. `Own` are the notes that
 * the stand-in takes for tests.
 */
type Unlike<StandIn, Real, Own = never> = {
  [Key in Exclude<keyof StandIn, Own | keyof EventEmitter>]: Key extends keyof Real
    ? StandIn[Key] extends Fitting<Real[Key]>
      ? never
      : Key
    : Key
}[Exclude<keyof StandIn, Own | keyof EventEmitter>]

type Made<Class> = Class extends abstract new (...args: never) => infer One ? One : object

/** Names what is unlike Electron in any module of a stand-in, and in what a class of it makes. */
export type UnlikeElectron<StandIn, Own = never> = {
  [Key in keyof StandIn & keyof ElectronApi]:
    | Unlike<StandIn[Key], ElectronApi[Key], Own>
    | Unlike<Made<StandIn[Key]>, Made<ElectronApi[Key]>, Own>
}[keyof StandIn & keyof ElectronApi]
