/** One fault to plant: `find` occurs once in `file`; one of the tests named must fail. */
export type Mutation = { file: string; find: string; replace: string; test: string; named: string }
