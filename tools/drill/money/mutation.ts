/** One fault that is planted: `find` stands once in `file`; one of the tests named must turn red. */
export type Mutation = { file: string; find: string; replace: string; test: string; named: string }
