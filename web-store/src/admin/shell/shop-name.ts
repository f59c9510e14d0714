import { create } from 'zustand'

/** The shop that the console is for, for what a host shows around it; undefined until it is known. */
export const useShopName = create<{ name: string | undefined }>(() => ({ name: undefined }))
