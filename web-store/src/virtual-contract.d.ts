/** The contract without its schemas, made while building (`build/contract-plugin.ts`): what visitors and students may call. */
declare module 'virtual:contract' {
  const contract: import('@orpc/contract').AnyContractRouter
  export default contract
}

/** The same with the admin's calls. */
declare module 'virtual:contract/admin' {
  const contract: import('@orpc/contract').AnyContractRouter
  export default contract
}

/** The names (`courses.list`) of the calls that everybody may make. */
declare module 'virtual:contract/public' {
  const names: readonly string[]
  export default names
}

/** The rules of all classes (`build/styles`), in their order, each with the name of its class. */
declare module 'virtual:style-rules' {
  export const rules: readonly (readonly [name: string, text: string])[]
}
