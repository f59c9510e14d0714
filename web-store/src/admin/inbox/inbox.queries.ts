import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { TicketStatus } from 'contract/tickets'
import { adminApi, adminClient } from '../host/admin-api.ts'

export const TICKET_SORTS = ['newest', 'oldest'] as const

type Filter<Status> = {
  q?: string
  sort?: (typeof TICKET_SORTS)[number]
  limit: string
  offset: string
  status?: Status
}

export const ticketListQuery = (input: Filter<TicketStatus>) =>
  queryOptions({
    queryKey: [...adminApi.tickets.key(), 'list', input],
    queryFn: () => adminClient.tickets.list(input),
    placeholderData: keepPreviousData,
  })

export const ticketQuery = (ticket_no: string) => adminApi.tickets.get.queryOptions({ input: { ticket_no } })

export const questionListQuery = (input: Filter<'waiting' | 'answered'>) =>
  queryOptions({
    queryKey: [...adminApi.questions.key(), 'list', input],
    queryFn: () => adminClient.questions.adminList(input),
    placeholderData: keepPreviousData,
  })

export const questionQuery = (id: string) => adminApi.questions.adminGet.queryOptions({ input: { id } })

export const workListQuery = (input: Filter<'waiting' | 'marked'>) =>
  queryOptions({
    queryKey: [...adminApi.assignments.key(), 'list', input],
    queryFn: () => adminClient.assignments.adminList(input),
    placeholderData: keepPreviousData,
  })

/** The file's address is good for some minutes only. */
export const workQuery = (id: string) =>
  queryOptions({ ...adminApi.assignments.adminRead.queryOptions({ input: { id } }), staleTime: 60_000 })

const OLDEST = { limit: '1', offset: '0', sort: 'oldest' } as const

/** Reads the number of open entries of each kind, and the oldest one. */
export const openTicketsQuery = ticketListQuery({ ...OLDEST, status: 'open' })
export const waitingWorkQuery = workListQuery({ ...OLDEST, status: 'waiting' })
export const waitingQuestionsQuery = questionListQuery({ ...OLDEST, status: 'waiting' })
