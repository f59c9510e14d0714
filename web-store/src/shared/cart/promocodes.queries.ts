import { api } from '../../api/client.ts'

export const freshOnFocus = { staleTime: 0, refetchOnWindowFocus: 'always' } as const

/** The codes on offer. */
export const promocodesQuery = () => ({ ...api.promocodes.list.queryOptions(), ...freshOnFocus })
