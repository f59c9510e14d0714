/** The contract without its schemas, made while building (`build/contract-plugin.ts`). */
declare module 'virtual:contract' {
  const contract: import('@orpc/contract').AnyContractRouter
  export default contract
}
