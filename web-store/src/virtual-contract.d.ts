/**
 * The contract without its schemas, made at build time (`build/contract-plugin.ts`): the calls of visitors and
 * students.
 */
declare module 'virtual:contract' {
  const contract: import('@orpc/contract').AnyContractRouter
  export default contract
}

/** The same with the admin's calls. */
declare module 'virtual:contract/admin' {
  const contract: import('@orpc/contract').AnyContractRouter
  export default contract
}

/** The names (`courses.list`) of public calls. */
declare module 'virtual:contract/public' {
  const names: readonly string[]
  export default names
}

/** The rules of all classes (`build/styles`), in order, each with the name of its class. */
declare module 'virtual:style-rules' {
  export const rules: readonly (readonly [name: string, text: string])[]
}
