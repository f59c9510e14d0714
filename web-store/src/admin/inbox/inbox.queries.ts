import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { TicketStatus } from 'contract/tickets'
import { adminApi, adminClient } from '../admin-api.ts'

export const TICKET_SORTS = ['newest', 'oldest'] as const

type Filter = {
  q?: string
  sort?: (typeof TICKET_SORTS)[number]
  limit: string
  offset: string
  status?: TicketStatus
}

export const ticketListQuery = (input: Filter) =>
  queryOptions({
    queryKey: [...adminApi.tickets.key(), 'list', input],
    queryFn: () => adminClient.tickets.list(input),
    placeholderData: keepPreviousData,
  })

export const ticketQuery = (ticket_no: string) => adminApi.tickets.get.queryOptions({ input: { ticket_no } })
