/** Calls that a version took out together. `instead` says what to do now. */
type Gone = {
  /** The first version without them. */
  since: `${number}.${number}.0`
  instead: string
  /** Method and whole address, `{parameters}` as in the contract. */
  calls: readonly `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`[]
}

/** Calls that answer 410 `gone` in the two versions after their last one. A test names the entries whose time is over: delete them. */
export const gone: readonly Gone[] = []
